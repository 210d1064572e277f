// Scenario+Absence.swift: whether a client that opens no connection, or says nothing on it, can be right.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// A client that connects nowhere may keep every line only if, before anything is asked of it, its load is to fail or
    /// to be cancelled, or leads to an origin that takes no connection; or if a silence is all that is written. It is enough
    /// that this holds on one of the ways through the lines.
    ///
    /// Elsewhere such a client has done nothing of what it was asked for, however little the lines ask.
    package var allowsNoConnection: Bool { stillness(along: nodes) >= .asked }

    /// How far a client may do nothing at all.
    private enum Stillness: Comparable {
        /// A request, or another sign of the client, is asked for.
        case none
        /// Nothing of the client's need come.
        case possible
        /// Nothing need come, and `! quiet` asks for that.
        case asked
        /// The load ends before anything is asked for, so that what is written below counts no more.
        case excused
    }

    private func stillness(along nodes: [Node]) -> Stillness {
        var most = Stillness.possible
        for node in nodes {
            let stillness = stillness(in: node)
            if stillness == .none || stillness == .excused { return stillness }
            most = max(most, stillness)
        }
        return most
    }

    private func stillness(in node: Node) -> Stillness {
        switch node {
        case .line(let line): stillness(at: line.deed)
        case .repeated(let block): max(stillness(along: block.nodes), block.rounds.lowerBound == 0 ? .possible : .none)
        case .either(let block): block.branches.map { stillness(along: $0.nodes) }.max() ?? .possible
        case .anyOrder(let block): stillness(inAnyOrder: block.parts.map { stillness(along: $0.nodes) })
        }
    }

    /// Any part may be the first, and all of them must come.
    private func stillness(inAnyOrder parts: [Stillness]) -> Stillness {
        parts.contains(.excused) ? .excused : parts.contains(.none) ? .none : parts.max() ?? .possible
    }

    private func stillness(at deed: Deed) -> Stillness {
        switch deed {
        case .receive, .await: .none
        case .act(.quiet): .asked
        case .callback(let callback) where callback.kind == .fail: .excused
        case .order(.cancel): .excused
        case .order(.load(let load)) where leadsNowhere(load): .excused
        case .order, .callback, .send, .act, .binding: .possible
        }
    }

    private func leadsNowhere(_ load: Load) -> Bool {
        guard case .path(let name, _) = load.url else { return false }
        return origins.contains { $0.name == load.proxy ?? name && $0.reach != .open }
    }

    /// A client that sends no byte on its connections may keep every line: it may open none, or the server does
    /// something on the connection before anything is to come.
    package var allowsSilence: Bool { allowsNoConnection || Self.beginWithServer(nodes) == true }

    /// Whether something that clients see of the server, or the end of the connection, comes before a request or other bytes
    /// of the client, on one of the ways through the nodes; nil: there is neither.
    private static func beginWithServer(_ nodes: [Node]) -> Bool? {
        for node in nodes {
            let begins: Bool? =
                switch node {
                case .line(let line):
                    switch line.deed {
                    case .receive, .await(.bytes), .await(.frame): false
                    case .act(let act) where act.isUnseen: nil
                    case .send, .act, .await(.close), .await(.fin), .await(.reset), .await(.tlsAlert): true
                    case .order, .callback, .binding, .await(.connection), .await(.clientHello), .await(.handshake): nil
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

extension Act {
    /// It is about time or pace: a client sees nothing of it by itself.
    fileprivate var isUnseen: Bool {
        switch word {
        case .wait, .hold, .rate, .segment, .flush, nil: true
        default: false
        }
    }
}
