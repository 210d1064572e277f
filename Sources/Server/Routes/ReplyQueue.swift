// ReplyQueue.swift: replies of routes that take their time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainRoutes
import QuintainScenario
import QuintainTransport

/// Plays the acts of a route's reply one by one, at the pace that they ask for.
struct ReplyQueue {
    enum Result {
        case onwards
        /// The client is gone, or was thrown out.
        case gone
        /// FIN is next.
        case close
        /// Nothing more is sent, until the client goes.
        case stall
    }

    private var outgoing = OutgoingQueue()

    @OnLoop
    mutating func play(_ act: ReplyAct, on transport: Transport) async -> Result {
        switch act {
        case .bytes(let bytes): return await leave(.bytes(bytes), on: transport)
        case .pattern(let count, let from): return await leave(.pattern(from: from, count: count), on: transport)
        case .act(.wait(let milliseconds)):
            return await rest(.now.advanced(milliseconds: Int64(milliseconds)), on: transport)
        case .act(.rate(let bytes)): return await leave(.strike(.rate(bytes)), on: transport)
        case .act(.segment(let bytes)): return await leave(.strike(.segment(bytes)), on: transport)
        case .act(.flush): return .onwards
        case .act(.close): return .close
        case .act(.halfClose):
            transport.finishSending()
            return .onwards
        case .act(.reset):
            transport.reset()
            return .gone
        case .act(.stall), .act(.hold): return .stall
        case .act: return .onwards
        }
    }

    @OnLoop
    private mutating func leave(_ element: Batch.Element, on transport: Transport) async -> Result {
        outgoing.append(Batch(elements: [element]))
        var turns = 0
        while !outgoing.isEmpty {
            switch outgoing.advance(on: transport) {
            case .progress, .played, .strike:
                turns += 1
                // A client that takes everything at once may not keep the others waiting.
                if turns.isMultiple(of: Transport.turnsAtOnce) { await Task.yield() }
                continue
            case .broken: return .gone
            case .nothing: break
            }
            let isBlocked = outgoing.isBlocked
            let end = isBlocked ? transport.patienceEnd : outgoing.nextTurn
            switch await transport.wait(for: isBlocked ? .writable : [], until: end) {
            case .closed, .broken: return .gone
            case .deadline where isBlocked: return .gone
            case .message, .readable, .writable, .deadline: break
            }
        }
        return .onwards
    }

    /// Waits, or until the client has gone.
    @OnLoop
    private func rest(_ deadline: Moment, on transport: Transport) async -> Result {
        switch await transport.wait(for: [], until: deadline) {
        case .deadline: .onwards
        case .closed, .broken, .message, .readable, .writable: .gone
        }
    }
}
