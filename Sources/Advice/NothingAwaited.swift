// NothingAwaited.swift: files that a client passes without doing anything.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

extension Scenario {
    /// A warning where no line has to be kept: `client GET /a` alone, or nothing but lines that may be left out.
    var nothingAwaited: Remark? {
        guard let first = nodes.first, !nodes.contains(where: \.hasToHappen), !nodes.contains(where: \.isMeantAlone)
        else { return nil }
        return Remark(
            .nothingAwaited, first.place,
            "nothing in this file has to happen, so nothing is waited for that a client must do",
            help: "write what has to come, such as '> GET /a'; that nothing may come is '! quiet 1s'")
    }
}

extension Node {
    /// Whether the client must do something, whichever way the play goes.
    fileprivate var hasToHappen: Bool {
        switch self {
        case .line(let line): line.deed.hasToHappen
        case .repeated(let block): block.rounds.lowerBound > 0 && block.nodes.contains(where: \.hasToHappen)
        case .either(let either): either.branches.allSatisfy { $0.nodes.contains(where: \.hasToHappen) }
        case .anyOrder(let block): block.parts.contains { $0.nodes.contains(where: \.hasToHappen) }
        }
    }

    /// The file is about what must not come, or is played for its sake alone.
    fileprivate var isMeantAlone: Bool {
        switch self {
        case .line(let line):
            switch line.deed {
            case .act(.quiet), .act(.wrong), .act(.hold): true
            default: false
            }
        case .repeated(let block): block.rounds.upperBound == 0
        case .either, .anyOrder: false
        }
    }
}

extension Deed {
    fileprivate var hasToHappen: Bool {
        switch self {
        // Without a connection nothing can be sent.
        case .receive, .await, .binding, .send: true
        case .callback(let callback): callback.occurrence != .optional
        case .act, .order: false
        }
    }
}
