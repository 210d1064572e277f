// Scenario+Absence.swift: whether a client that opens no connection, or says nothing on it, can be right.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// A client that connects nowhere may keep every line: a load is to fail or to be cancelled, an origin takes no
    /// connection, or a silence is all that is written.
    ///
    /// Elsewhere such a client has done nothing of what it was asked for, however little the lines ask.
    package var allowsNoConnection: Bool {
        var isAllowed = origins.contains { $0.reach != .open }
        var (isQuiet, isAwaited) = (false, false)
        for node in nodes {
            node.forEachLine { line in
                switch line.deed {
                case .callback(let callback) where callback.kind == .fail: isAllowed = true
                case .order(.cancel): isAllowed = true
                case .act(.quiet): isQuiet = true
                case .receive, .await: isAwaited = true
                case .order, .callback, .send, .act, .binding: break
                }
            }
        }
        return isAllowed || isQuiet && !isAwaited
    }
    /// A client that sends no byte on its connections may keep every line: it may open none, or the server does
    /// something on the connection before anything is to come.
    package var allowsSilence: Bool { allowsNoConnection || Self.beginWithServer(nodes) == true }

    /// Whether the server, or the end of the connection, comes before a request in one of the ways through the nodes;
    /// nil: there is neither.
    private static func beginWithServer(_ nodes: [Node]) -> Bool? {
        for node in nodes {
            let begins: Bool? =
                switch node {
                case .line(let line):
                    switch line.deed {
                    case .receive: false
                    case .send, .act, .await: true
                    case .order, .callback, .binding: nil
                    }
                case .repeated(let block): beginWithServer(block.nodes)
                case .either(let block): oneBegins(block.branches.map(\.nodes))
                case .anyOrder(let block): oneBegins(block.parts.map(\.nodes))
                }
            if let begins { return begins }
        }
        return nil
    }

    private static func oneBegins(_ ways: [[Node]]) -> Bool? {
        let begins = ways.compactMap(beginWithServer)
        return begins.isEmpty ? nil : begins.contains(true)
    }
}
