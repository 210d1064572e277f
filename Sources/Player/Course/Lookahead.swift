// Lookahead.swift: the rest of a reply, read ahead in the program.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario

extension Program {
    /// Whether a line of the lane can be reached for which `isFound` says so; nil: nothing behind that line counts.
    func reaches(from pc: Int, counters: [Int]? = nil, lane: Lane, _ isFound: (Line) -> Bool?) -> Bool {
        var found = false
        explore(from: pc, counters: counters) { line in
            if found || line.lane != lane { return !found }
            guard let isIt = isFound(line) else { return false }
            found = isIt
            return !isIt
        }
        return found
    }

    /// The kinds of line with which the lane's reply goes on from `pc`, whichever way the play takes; empty: the reply
    /// is over.
    func continuation(from pc: Int, counters: [Int], lane: Lane) -> Continuation {
        var found: Continuation = []
        _ = reaches(from: pc, counters: counters, lane: lane) { line in
            guard let kind = line.continuation else { return false }
            found.formUnion(kind)
            return nil
        }
        return found
    }

    /// Whether the lane's reply has a raw line anywhere from `pc` on.
    func hasRawLine(from pc: Int, counters: [Int], lane: Lane) -> Bool {
        reaches(from: pc, counters: counters, lane: lane) { line in
            guard let kind = line.continuation else { return false }
            return kind.isEmpty ? nil : kind == .raw
        }
    }

    /// Whether more of the lane's request is written from `pc` on, before the lane's next request.
    func hasRest(from pc: Int, lane: Lane) -> Bool {
        reaches(from: pc, lane: lane) { line in
            guard case .receive(let part) = line.deed else { return false }
            return part.startsMessage ? nil : !part.isAnyBody
        }
    }
}

extension Course {
    /// Whether the server may have more to do on the connection of the lane's last request: some line of ours stands
    /// before its next request.
    func hasOursAhead(_ lane: Lane) -> Bool {
        reachesBeforeRequest(lane) { if case .send = $0 { true } else if case .act = $0 { true } else { false } }
    }

    /// Whether the server says anything to the lane's last request, or waits for what its client does unanswered: by a
    /// reply, an act in place of one, or a line that waits.
    func answers(_ lane: Lane) -> Bool {
        items.contains { $0.isAwaited && $0.lane == lane && $0.state == .due }
            || reachesBeforeRequest(lane) { deed in
                switch deed {
                case .send, .await: true
                case .act(let act): act.isAnswer
                case .order, .receive, .callback, .binding: false
                }
            }
    }

    private func reachesBeforeRequest(_ lane: Lane, _ isFound: (Deed) -> Bool) -> Bool {
        let hasNext = items.contains { $0.isRequest && $0.lane == lane && $0.state == .due }
        return !hasNext
            && program.reaches(from: cursor.pc, counters: cursor.counters, lane: lane) { line in
                if case .receive(.start) = line.deed { nil } else { isFound(line.deed) }
            }
    }
}

extension Line {
    /// The kind of line of a reply that it is, empty for its first; nil: it is none.
    fileprivate var continuation: Continuation? {
        switch deed {
        case .send(let part): Continuation(part) ?? []
        case .act(.trailers): .trailer
        case .act, .order, .receive, .callback, .await, .binding: nil
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
