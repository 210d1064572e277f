// DecisionsAhead.swift: the answers that a load's delegate will get, for clients that must know them before.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWords

extension Course {
    /// The decisions of the lines below in this lane, up to its next load: rounds that must come repeatedly, rounds
    /// that the client counts once, branches one behind the other.
    ///
    /// - Parameters:
    ///   - known: a copy, because nothing of this is sent.
    ///   - scope: what the lines may refer to, but for their rounds.
    func decisionsAhead(in lane: Lane, _ known: Values, _ scope: Scope) -> [PlannedDecision] {
        var values = known
        var planned: [PlannedDecision] = []
        var held: Int?
        var cursor = Cursor(cursor)
        var ops = Self.opsAhead
        while planned.count < Self.decisionsAtMost, let (line, count) = cursor.nextAsWritten(&ops) {
            guard line.lane == lane else { continue }
            let scope = scope.inRound(count)
            switch line.deed {
            case .order(.load), .order(.resume): return planned
            case .order(.answer(let decision)):
                if let index = held { planned[index].decision = values.decision(decision, scope) }
                held = nil
            case .callback(let callback):
                guard window.concerns(callback), let decision = callback.planned else { break }
                var kind: String?
                if callback.kind == .challenge, let subject = callback.subject.first, subject.canProduce {
                    kind = String(decoding: values.bytes(subject, scope), as: UTF8.self)
                }
                if decision == .plain(.hold) { held = planned.count }
                planned.append(
                    PlannedDecision(
                        callback.kind, kind: kind, isOfProxy: callback.isOfProxy, values.decision(decision, scope)))
            case .send, .act, .order, .receive, .await, .binding: break
            }
        }
        return planned
    }

    private static let decisionsAtMost = 100
    private static let opsAhead = 20_000
}

extension Window {
    /// Whether the line is meant for the client's style, even if the client cannot report it.
    fileprivate func concerns(_ callback: Callback) -> Bool {
        guard let style else { return callback.styles.isEmpty }
        return callback.styles.isEmpty || callback.styles.contains(style.rawValue)
    }
}

extension Callback {
    fileprivate var isOfProxy: Bool { fields.contains { $0.name == "proxy" && $0.value.literalText == "yes" } }

    /// The decision of the line: as written, or the default where a client without a delegate has an option for it.
    fileprivate var planned: Decision? {
        decision ?? (kind.has(.isPlanned) ? .plain(.byDefault) : nil)
    }
}
