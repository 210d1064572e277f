// EndAnswer.swift: whether a client's end is to be answered by one of ours.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainReply
import QuintainTransport

/// A client that closes TLS may wait for our close_notify, and one that closes its side for our FIN.
///
/// Over TLS there is no answer where bytes have left since: a client that has read them and is gone would reset the
/// connection because of our close_notify, and be taken for one that has not read them.
struct EndAnswer {
    private enum State {
        case none
        /// The client has ended its side; bytes have left since, or not.
        case due(isBehindBytes: Bool)
        case given
    }

    private var state = State.none

    /// Whether the batch is still sent: not a text for clients that wait as the play ends, because this one has been told
    /// that nothing more comes.
    func lets(_ batch: Batch) -> Bool {
        if case .given = state { batch.number > 0 } else { true }
    }

    func isDue(isSecure: Bool) -> Bool {
        if case .due(let isBehindBytes) = state { !isSecure || !isBehindBytes } else { false }
    }

    mutating func clientEnded() { state = .due(isBehindBytes: false) }

    mutating func sent(_ count: Int) {
        if case .due = state, count > 0 { state = .due(isBehindBytes: true) }
    }

    @OnLoop
    mutating func give(on transport: Transport) {
        state = .given
        transport.finishSending()
    }
}
