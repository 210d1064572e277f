// Way.swift: how a client is asked to load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
package import QuintainScenario
package import QuintainWords

/// One of several ways in which a client can be asked to load the same: its delegate API, and the kind of its loads.
package struct Way: Sendable, Hashable {
    /// `delegate`, `handler`; empty if there is one only.
    package var name: String
    /// nil: the first style of the driver's greeting, if any.
    package var style: APIStyle?
    /// The kind that a load `as data` becomes; nil: it stays one.
    package var kind: LoadKind?

    package init(name: String, style: APIStyle? = nil, kind: LoadKind? = nil) {
        self.name = name
        self.style = style
        self.kind = kind
    }

    /// The loads as the scenario has them.
    package static let asWritten = Way(name: "")
    package static let delegate = Way(name: "delegate")
    package static let handler = Way(name: "handler", kind: .handler)
    package static let async = Way(name: "async", kind: .async)
    package static let sync = Way(name: "sync", kind: .sync)

    /// `delegate`, `sync`, or the name of an API.
    package init?(named name: String) {
        switch name {
        case "delegate": self = .delegate
        case "handler": self = .handler
        case "async": self = .async
        case "sync": self = .sync
        default:
            guard let style = APIStyle(rawValue: name) else { return nil }
            self.init(name: name, style: style)
        }
    }

    package static let names = ["delegate", "handler", "async", "sync"] + APIStyle.allCases.map(\.rawValue)

    /// The way for a client without plain loads: they are then loaded as the first kind in its greeting that reports at
    /// its end.
    package func fitting(_ greeting: Greeting, _ scenario: Scenario) -> Way {
        guard kind == nil, !greeting.loads.contains(.data), let kind = greeting.loads.first(where: \.completes),
            ScenarioSurvey(scenario).loads.contains(where: { $0.kind == .data })
        else { return self }
        var way = self
        way.kind = kind
        return way
    }
}
