// Scenario+Absence.swift: whether a client that opens no connection, or says nothing on it, can be right.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// A client that connects nowhere may keep every line: a load is to fail or to be cancelled, an origin takes no
    /// connection, or a silence is all that is written on one of the ways through the lines.
    ///
    /// Elsewhere such a client has done nothing of what it was asked for, however little the lines ask.
    package var allowsNoConnection: Bool {
        var isAllowed = origins.contains { $0.reach != .open }
        for node in nodes {
            node.forEachLine { line in
                switch line.deed {
                case .callback(let callback) where callback.kind == .fail: isAllowed = true
                case .order(.cancel): isAllowed = true
                case .order, .callback, .receive, .await, .send, .act, .binding: break
                }
            }
        }
        return isAllowed || Self.silence(along: nodes) == .asked
    }

    private enum Silence: Comparable {
        /// A request, or another sign of the client, stands on every way.
        case none
        /// Nothing of the client's need come.
        case possible
        /// Nothing need come, and `! quiet` asks for that.
        case asked
    }

    /// What the way that asks least of a client has of silence.
    private static func silence(along nodes: [Node]) -> Silence {
        let parts = nodes.map(silence)
        return parts.contains(.none) ? .none : parts.max() ?? .possible
    }

    private static func silence(in node: Node) -> Silence {
        switch node {
        case .line(let line):
            switch line.deed {
            case .receive, .await: .none
            case .act(.quiet): .asked
            case .order, .callback, .send, .act, .binding: .possible
            }
        case .repeated(let block): max(silence(along: block.nodes), block.rounds.lowerBound == 0 ? .possible : .none)
        case .either(let block): block.branches.map { silence(along: $0.nodes) }.max() ?? .possible
        case .anyOrder(let block): silence(along: block.parts.flatMap(\.nodes))
        }
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
