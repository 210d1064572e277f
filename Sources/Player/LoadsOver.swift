// LoadsOver.swift: lines that need a load, when every load has ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWords

extension Player {
    /// Whether the play waits for something that a client does only for a load: a request, a callback, a connection; or
    /// a frame or an alert, once the client has been silent. What it may do at any time, such as close a connection,
    /// does not count.
    package var waitsForLoad: Bool {
        guard phase == .playing, clock.hasBegun else { return false }
        if let wait { return wait.isForConnection }
        if let item = course.holdUp { return item.needsLoad || item.isAnswer && inquiry.isStill }
        if case .choice = course.stop { return course.silentBranch == nil }
        return false
    }

    /// Every load that was ordered has ended, and the client has had a moment since: a line that needs a load never
    /// comes, so the time that it may take is not waited for.
    package func loadsEnded(at now: Instant) -> [Effect] {
        input(now) {
            guard waitsForLoad else { return }
            if case .connection(_, let placed, _)? = wait {
                noConnectionCame(placed, .loadsEnded())
            } else if let item = course.holdUp {
                neverCame(.loadsEnded(silence: item.isAnswer ? Inquiry.stillness : nil))
            } else {
                noBranchCame(.loadsEnded())
            }
        }
    }

    /// Gives the order that waits, because the load before it has ended.
    func performWhatWaitsForLoad() {
        guard case .load(let order, let placed, _)? = wait, delegate.hasEnded(in: placed.line.lane) else { return }
        performAtLast(order, placed)
    }

    func performAtLast(_ order: ClientOrder, _ placed: PlacedLine, _ note: Note? = nil) {
        wait = nil
        if let note { record.write(.noted(note), lane: placed.line.lane, line: placed.reference) }
        perform(order, placed)
    }
}

extension Load {
    /// The client is to give the load up after a time.
    var hasOwnTime: Bool { timeout != nil || total != nil }
}

extension ClientOrder {
    var beginsLoad: Bool {
        switch self {
        case .load, .resume: true
        case .cancel, .suspend, .proceed, .answer, .trust: false
        }
    }
}

extension Observation {
    /// The client reports how each of its loads ends.
    var seesEnds: Bool {
        switch self {
        case .none: false
        case .all: true
        case .only(let kinds, _): kinds.isSuperset(of: [.finish, .fail])
        }
    }
}

extension Item {
    /// A client gives it at once for what it has read. It may say that it closes a connection over TLS at any time.
    var isAnswer: Bool {
        switch kind {
        case .await(.frame): true
        case .await(.tlsAlert(let name)): name != "close_notify"
        default: false
        }
    }

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
