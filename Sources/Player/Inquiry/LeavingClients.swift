// LeavingClients.swift: what a client that leaves, or waits, is owed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire
import QuintainWords

extension Inquiry {
    /// Whether a load waits until the one before it in its lane has ended. In a file without a `*` line no line can ask
    /// for that, and a client has what it takes from a reply, such as a cookie, only when its load has ended.
    func waitsForLoad(before order: ClientOrder, in lane: Lane) -> Bool {
        guard takesOrders, order.beginsLoad, course.program.callbacks.isEmpty, course.observation.seesEnds,
            delegate.load(in: lane) != nil, !delegate.hasEnded(in: lane), !delegate.isCancelled(in: lane)
        else { return false }
        // The lane's last reply is whole, and the connection has not fallen silent.
        guard replies.hasBegun(in: lane), !replies.isOpen(in: lane), !replies.isOwed(in: lane) else { return false }
        return connections[lane].map { !$0.isSilent || $0.isFinished } ?? true
    }

    /// What a client that leaves before a line of ours may be meant to do; nil: it has not left. The line may be on its way
    /// already.
    ///
    /// - Parameter isGone: the client is known to have left, though its connection does not say so yet.
    func givingUp(before placed: PlacedLine, onItsWay: Bool = false, isGone: Bool = false) -> LeftEarly? {
        let lane = placed.line.lane
        guard connections[lane]?.closedByClient != nil || isGone else { return nil }
        let isSurplus =
            onItsWay ? replies.isSurplus(in: lane) : replies.hasBegun(in: lane) && !replies.isOwed(in: lane)
        switch placed.line.deed {
        case .send(.start) where isSurplus: return .surplusReply
        case .send, .act(.wait): return .leaves
        default: return nil
        }
    }

    /// The lane's load needs no reply: the play cancelled it, or its order has a time limit, or it fails as a line says
    /// and has done so, as far as the client reports that.
    func needsNoReply(_ lane: Lane) -> Bool {
        if delegate.isCancelled(in: lane) || delegate.hasOwnTime(in: lane) { return true }
        guard course.program.failingLanes.contains(lane) else { return false }
        return delegate.hasEnded(in: lane) || !course.observation.seesEnds
    }

    /// Whether a client that closes this connection now is done with it: it was served, and could have gone on.
    ///
    /// Where one side had said `close` (RFC 9112 section 9.6), or the client was left without its reply, the next
    /// request may come on another connection at any moment.
    func isLeftForGood(_ connection: Connection, _ how: Closing) -> Bool {
        how == .fin && connection.persistence.mayGoOn && connection.requests > 0 && connection.request == nil
            && !connection.isFinished && !connection.isSilent && !isOwed(on: connection)
    }

    /// A reset that loses nothing. Behind the whole reply a client may end the stream, whether its own message is whole
    /// or not: RFC 9113 section 8.1; curl sends STREAM_CLOSED for a stream that has ended. A client that gives up the
    /// connection because of a frame may cancel its streams first.
    func isNoLoss(_ frame: FrameReport, _ stream: Connection?, on carrier: Connection) -> Bool {
        guard frame.kind == .resetStream else { return false }
        let code = frame.values.first("code").map { String(decoding: $0, as: UTF8.self) }
        if stream?.hasWholeReply ?? true {
            return [ErrorCode.noError, .cancel, .streamClosed].contains { $0.description == code }
        }
        return code == ErrorCode.cancel.description && carrier.hasWrittenFrame
    }

    /// A client that has not seen the end of its connection by then sends the next request there, and once more elsewhere.
    func isNext(_ request: RequestInProgress, on connection: Connection) -> Bool {
        guard Idempotence.isGiven(to: request.head.method) else { return false }
        let coming = coming(request.head, connection)
        return course.requestsAhead.contains { coming.fits($0, values, scope($0)) }
    }
}
