// Way.swift: how a client is asked to load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
package import QuintainWords

/// One of several ways in which a client can be asked to load the same: its delegate API, and the kind of its loads.
package struct Way: Sendable, Hashable {
    /// `delegate`, `handler`; empty if there is one only.
    package var name: String
    /// nil: the first of those that the driver greets with, if any.
    package var style: APIStyle?
    /// What a load `as data` becomes; nil: it stays one.
    package var kind: LoadKind?

    package init(name: String, style: APIStyle? = nil, kind: LoadKind? = nil) {
        self.name = name
        self.style = style
        self.kind = kind
    }

    /// As the scenario has it.
    package static let asWritten = Way(name: "")
    package static let delegate = Way(name: "delegate")
    package static let handler = Way(name: "handler", kind: .handler)
    package static let async = Way(name: "async", kind: .async)
    package static let sync = Way(name: "sync", kind: .sync)
}
