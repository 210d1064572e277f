// Lookahead.swift: the rest of a reply, read ahead in the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario

extension Program {
    /// The kinds of line with which the lane's reply goes on from `pc`, whichever way the play takes; empty: the reply
    /// is over.
    func continuation(from pc: Int, counters: [Int], lane: Lane) -> Continuation {
        var found: Continuation = []
        search(from: pc, counters: counters, lane: lane) { kind in
            found.insert(kind)
            return false
        }
        return found
    }

    /// Whether the lane's reply has a raw line anywhere from `pc` on.
    func hasRawLine(from pc: Int, counters: [Int], lane: Lane) -> Bool {
        var found = false
        search(from: pc, counters: counters, lane: lane) { kind in
            if kind == .raw { found = true }
            return !found
        }
        return found
    }

    /// Whether a line of ours in the lane can be reached without another request in between.
    func hasOurs(from pc: Int, counters: [Int], lane: Lane) -> Bool {
        var found = false
        explore(from: pc, counters: counters) { line in
            guard line.lane == lane else { return !found }
            switch line.deed {
            case .send, .act: found = true
            case .receive(.start): return false
            case .order, .receive, .callback, .await, .binding: break
            }
            return !found
        }
        return found
    }

    /// Whether a line that answers the lane's request can be reached without another request in between: a reply, an act
    /// in place of one, or a line that waits for what a client does that is not answered.
    func answers(from pc: Int, counters: [Int], lane: Lane) -> Bool {
        var found = false
        explore(from: pc, counters: counters) { line in
            guard line.lane == lane else { return !found }
            switch line.deed {
            case .send, .await: found = true
            case .act(let act): found = found || act.isAnswer
            case .receive(.start): return false
            case .order, .receive, .callback, .binding: break
            }
            return !found
        }
        return found
    }

    /// Visits each line of the lane's reply that can be reached; `visit` returns whether to go on past it.
    private func search(from start: Int, counters: [Int], lane: Lane, visit: (Continuation) -> Bool) {
        explore(from: start, counters: counters) { line in
            guard line.lane == lane else { return true }
            switch line.deed {
            case .send(let part): return Continuation(part).map(visit) ?? false
            case .act(.trailers): return visit(.trailer)
            case .act, .order, .receive, .callback, .await, .binding: return true
            }
        }
    }
}

extension Act {
    /// The act stands in place of a reply.
    fileprivate var isAnswer: Bool {
        if case .at = self { return true }
        switch self {
        case .tlsAlert, .goAway, .frame: return true
        default: return has(.endsSending)
        }
    }
}
