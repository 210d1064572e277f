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
        if let item = course.holdUp { return item.needsLoad || item.isAnswer && isStill }
        if case .choice = course.stop { return course.silentBranch == nil }
        return false
    }

    /// Every load that was ordered has ended, and the client has had a moment since: a line that needs a load never
    /// comes, so the time that it may take is not waited for.
    package func loadsEnded(at now: Instant) -> [Effect] {
        input(now) { player in
            guard player.waitsForLoad else { return }
            if case .connection(_, let placed, _)? = player.wait {
                player.noConnectionCame(placed, .loadsEnded())
            } else if let item = player.course.holdUp {
                player.neverCame(.loadsEnded(silence: item.isAnswer ? Self.stillness : nil))
            } else {
                player.noBranchCame(.loadsEnded())
            }
        }
    }

    /// Whether a load waits until the one before it in its lane has ended. In a file without a `*` line no line can ask
    /// for that, and a client has what it takes from a reply, such as a cookie, only when its load has ended.
    func waitsForLoad(before order: ClientOrder, in lane: Lane) -> Bool {
        guard takesOrders, order.beginsLoad, course.program.callbacks.isEmpty, course.observation.seesEnds,
            delegate.load(in: lane) != nil, !delegate.hasEnded(in: lane), !delegate.isCancelled(in: lane)
        else { return false }
        return isAnswered(lane)
    }

    /// The lane's last reply is whole, and the connection has not fallen silent.
    private func isAnswered(_ lane: Lane) -> Bool {
        guard replies.hasBegun(in: lane), !replies.isOpen(in: lane), !replies.isOwed(in: lane) else { return false }
        return connections.number(of: lane).flatMap { connections[$0] }.map { !$0.isSilent || $0.isFinished } ?? true
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

    /// Whether nothing has come for a while since the line was next. A frame or an alert without a load is an answer
    /// to what the client has read, which it gives at once: RFC 9113 sections 5.4, 6.5.3 and 6.7, RFC 8446 section 6.2.
    private var isStill: Bool {
        guard let since = course.dueLine?.since else { return false }
        return clock.isOver(clock.silenceEnds(since: since, Self.stillness))
    }

    /// In milliseconds.
    private static let stillness = 1_000
}

extension Load {
    /// The client is to give the load up after a time.
    var hasOwnTime: Bool { timeout != nil || total != nil }
}

extension ClientOrder {
    fileprivate var beginsLoad: Bool {
        switch self {
        case .load, .resume: true
        case .cancel, .suspend, .proceed, .answer, .trust, .addCookie, .forget, .invalidate, .restart: false
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
    fileprivate var isAnswer: Bool {
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
