// Trial.swift: a scenario, clients that err and clients that are right, and the verdict that each must get.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainWords

/// A file of the folder `Trials`: one scenario, and what some clients do in it.
struct Trial: Sendable {
    var name: String
    var title: String
    var scenario: Scenario
    var clients: [Client]
    /// Line 1 of the scenario is that line of the file.
    var offset: Int
    /// The scenario says how long it waits: it is about something that does not come.
    var saysWithin: Bool

    struct Client: Sendable {
        var name: String
        /// Tells callbacks; a plain command does not.
        var reports: Bool
        var steps: [Step]
        var verdict: Expected
    }

    /// What the session must say of a client.
    struct Expected: Sendable {
        var line: Int
        var verdict: Verdict
        var findings: [Finding] = []
    }

    /// A kind of breach, and the line of the file that it names.
    struct Finding: Sendable, Equatable, CustomStringConvertible {
        var slug: Breach.Slug
        var line: Int?

        var description: String { slug.rawValue + (line.map { " line \($0)" } ?? "") }
    }
}

/// One thing that a client does.
struct Step: Sendable {
    var line: Int
    /// As it is written.
    var source: String
    var deed: Deed

    enum Deed: Sendable {
        case connect(origin: String, name: String)
        /// What follows happens on the connection of this name.
        case on(String)
        case request(method: String, target: Text, fields: [(name: String, value: Text)], body: Text?)
        case send(Text)
        /// The same where TLS is spoken, and not through it.
        case clear(Text)
        case read(Hearing)
        /// Keeps what stands between these two under a name, out of what has come on the connection.
        case take(String, after: [UInt8], before: [UInt8])
        case report(Report)
        case answered(Text)
        case ordered
        case loadsEnd
        case greet(Greeting)
        case secure(Greeting, isRefused: Bool)
        case close, halfClose, reset
        case stay
        case atOnce([Step])
    }

    enum Hearing: Sendable {
        /// A whole reply with this status, or only its head.
        case reply(Int, onlyHead: Bool)
        case bytes(Text)
        case end, fin, reset
    }

    struct Report: Sendable {
        var kind: CallbackKind
        var lane: Lane
        var subject: [Text]
        var fields: [(name: String, value: Text)]
        var header: [(name: String, value: Text)]
        /// The decision that must be the answer.
        var decision: Text?
    }

    struct Greeting: Sendable {
        var version: String?
        var serverName: String?
        var protocols: [String] = []
        var trusts = true
    }
}

/// Bytes with gaps, which the run fills.
struct Text: Sendable {
    var pieces: [Piece] = []

    enum Piece: Sendable {
        case bytes([UInt8])
        case authority(String)
        case url(String)
        case pattern(count: Int, from: Int)
        /// What a step has taken.
        case taken(String)
    }
}

/// Why a file is no trial, or why a client could not do what is written.
struct TrialFault: Error, CustomStringConvertible {
    var file: String
    var line: Int
    var message: String

    var description: String { "\(file):\(line): \(message)" }
}
