// ClientUnderTest.swift: a client, and what drives it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

package struct ClientUnderTest: Sendable, Hashable {
    /// As it is asked for: `urlsession`.
    package var name: String
    /// Nobody gave it a name: reports have that of its greeting.
    package var isCalledAsItGreets = false
    package var seat: Seat
    /// Never empty.
    package var ways: [Way]

    /// Where it sits.
    package enum Seat: Sendable, Hashable {
        /// Behind a program that speaks the driver protocol, with its arguments.
        case program([String])
        /// In this process, as the reference client does.
        case inside
    }

    package init(name: String, seat: Seat, ways: [Way] = [.asWritten]) {
        self.name = name
        self.seat = seat
        self.ways = ways
    }

    package init(name: String, words: [String], ways: [Way] = [.asWritten]) {
        self.init(name: name, seat: .program(words), ways: ways)
    }
}

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
