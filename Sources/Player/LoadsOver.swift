// LoadsOver.swift: a client all of whose loads have ended does nothing more.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Player {
    /// Whether nothing happens before the client does something that it does for a load only: a request, a callback, a
    /// connection. What it may do at any time, such as close a connection, is not meant.
    package var waitsForLoad: Bool {
        guard phase == .playing, clock.hasBegun else { return false }
        switch wait {
        case .connection?: return true
        case .time?, .quiet?, .go?, .batch?, .window?: return false
        case nil: break
        }
        if let item = course.holdUp { return item.needsLoad }
        if case .choice = course.stop { return course.silentBranch == nil }
        return false
    }

    /// Every load that was ordered has ended, and the client has had a moment since: what is waited for and needs a
    /// load never comes, so nobody waits as long as the line may take.
    package mutating func loadsEnded(at now: Instant) -> [Effect] {
        input(now) { player in
            guard player.waitsForLoad else { return }
            if case .connection(_, let placed, _)? = player.wait {
                player.noConnectionCame(placed, Self.whenLoadsEnded)
            } else if player.course.holdUp != nil {
                player.neverCame(Self.whenLoadsEnded)
            } else {
                player.noBranchCame(Self.whenLoadsEnded)
            }
        }
    }

    private static let whenLoadsEnded = "before every load had ended"
}

extension Item {
    fileprivate var needsLoad: Bool {
        switch kind {
        case .request, .rest, .callback: true
        case .await(let awaited):
            switch awaited {
            case .connection, .clientHello, .handshake, .bytes: true
            case .close, .fin, .reset, .tlsAlert, .frame: false
            }
        }
    }
}
