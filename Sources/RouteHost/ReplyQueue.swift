// ReplyQueue.swift: plays replies of routes with acts or long bodies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainSessions
import QuintainTransport

/// Plays the rest of a route's reply at the pace that its acts ask for.
struct ReplyQueue {
    enum Result {
        case onwards
        /// The client is gone, or its connection was reset.
        case gone
        /// The connection is closed next, with a FIN.
        case close
        /// Nothing more is sent until the client closes.
        case stall
    }

    /// A 101 was sent: the connection speaks another protocol, and no further requests are read.
    private(set) var speaksNoMore = false

    @OnLoop
    mutating func play(_ elements: [Batch.Element], on transport: Transport) async -> Result {
        let outgoing = OutgoingQueue()
        outgoing.append(Batch(elements: elements))
        var turns = 0
        while !outgoing.isEmpty {
            switch outgoing.advance(on: transport) {
            case .strike(.stall, _): return .stall
            case .strike(let strike, _):
                if strike == .switchProtocols { speaksNoMore = true }
                let result = transport.follow(strike)
                if result != .onwards { return result }
                continue
            case .progress, .pause, .played:
                turns += 1
                // Lets other connections run: a fast client may take everything at once.
                if turns.isMultiple(of: Transport.turnsAtOnce) { await Task.yield() }
                continue
            case .broken: return .gone
            case .nothing: break
            }
            let isBlocked = outgoing.isBlocked
            let end = isBlocked ? transport.patienceEnd : outgoing.nextTurn
            switch await transport.stay(for: isBlocked ? .writable : [], until: end) {
            case .closed, .broken: return .gone
            case .deadline where isBlocked: return .gone
            case .message, .readable, .writable, .deadline: break
            }
        }
        return .onwards
    }
}

extension Transport {
    /// Carries out an act of a route. No route opens a tunnel: after CONNECT further requests follow.
    func follow(_ strike: Strike) -> ReplyQueue.Result {
        switch strike {
        case .close: return .close
        // The connection may be older than the first route with an alert.
        case .alert(let name) where isSecure: return alert(name) ? .onwards : .close
        default: carryOut(strike)
        }
        return strike == .reset ? .gone : .onwards
    }
}
