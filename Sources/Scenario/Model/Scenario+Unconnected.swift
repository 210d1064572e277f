// Scenario+Unconnected.swift: whether a client that opens no connection can be right.
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
}
