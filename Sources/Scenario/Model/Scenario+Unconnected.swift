// Scenario+Unconnected.swift: whether a client that opens no connection can be right.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// A client that connects nowhere may keep every line: a load is to fail or to be cancelled, or an origin takes no
    /// connection.
    ///
    /// Elsewhere such a client has done nothing of what it was asked for, however little the lines ask.
    package var allowsNoConnection: Bool {
        var isAllowed = origins.contains { $0.reach != .open }
        for node in nodes {
            node.forEachLine { line in
                switch line.deed {
                case .callback(let callback) where callback.kind == .fail: isAllowed = true
                case .order(.cancel): isAllowed = true
                case .order, .callback, .send, .receive, .act, .await, .binding: break
                }
            }
        }
        return isAllowed
    }
}
