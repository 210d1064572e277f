// Trial.swift: a scenario, clients that err and clients that are right, and the verdict that each must get.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import Testing
import QuintainWords
import QuintainTranscript

/// A file of the folder `Trials`: one scenario, and the steps of some clients.
struct Trial: Sendable {
    var name: String
    var title: String
    var scenario: Scenario
    var clients: [Client]
    /// The file's line that is line 1 of the scenario.
    var offset: Int
    /// The scenario sets `within`: it is about a line that never happens.
    var saysWithin: Bool

    struct Client: Sendable {
        var name: String
        /// The client reports callbacks; a plain command does not.
        var reports: Bool
        var steps: [Step]
        var verdict: Expected
    }

    /// The verdict and findings that a client must get.
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

/// One action of a client.
struct Step: Sendable {
    var line: Int
    /// The step as it is written.
    var source: String
    var deed: Deed

    enum Deed: Sendable {
        case connect(origin: String, name: String)
        /// The following steps use the connection of this name.
        case on(String)
        case request(method: String, target: Text, fields: [(name: String, value: Text)], body: Text?)
        case send(Text)
        /// Sends in the clear on a connection with TLS.
        case clear(Text)
        case read(Hearing)
        /// Stores the text between these two, from the bytes of the connection, under a name.
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
        /// A value that a step has taken.
        case taken(String)
    }
}

/// Why a file is no trial, or what a client was unable to do.
struct TrialFault: Error, CustomStringConvertible {
    var file: String
    var line: Int
    var message: String

    var description: String { "\(file):\(line): \(message)" }
}
