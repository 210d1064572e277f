// Inputs.swift: what a player is told, and what it orders.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainReply
package import QuintainScenario

/// Nanoseconds since the run began. A player has no clock: every input carries the time in.
package typealias Instant = Int64

package typealias ConnectionNumber = Int

/// What a client's delegate reported.
package struct ReportedCallback: Sendable, Equatable {
    package var kind: CallbackKind
    package var lane: Lane
    /// The number of its load, where it is told.
    package var load: Int?
    /// What stands behind the name: `["302", "http://…/done"]`.
    package var subject: [[UInt8]]
    package var fields: [String: [UInt8]]
    /// Fields that this client never tells; they are compared with nothing.
    package var untold: Set<String> = []
    package var header: [(name: String, value: [UInt8])]
    /// The bytes of `data` and `file`.
    package var bytes: [UInt8]
    /// The number by which the decision is asked for; nil: nothing is asked.
    package var question: Int?

    package init(
        _ kind: CallbackKind,
        lane: Lane = .unnamed,
        subject: [String] = [],
        fields: [String: String] = [:],
        header: [(name: String, value: [UInt8])] = [],
        bytes: [UInt8] = [],
        question: Int? = nil
    ) {
        self.kind = kind
        self.lane = lane
        self.subject = subject.map { Array($0.utf8) }
        self.fields = fields.mapValues { Array($0.utf8) }
        self.header = header
        self.bytes = bytes
        self.question = question
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.lane == other.lane && one.subject == other.subject
            && one.fields == other.fields && one.untold == other.untold && one.bytes == other.bytes
            && one.question == other.question
            && one.header.elementsEqual(other.header) { $0.name == $1.name && $0.value == $1.value }
    }
}

/// Which callbacks come in at all.
package enum Observation: Sendable, Equatable {
    /// A plain command: no callback is seen.
    case none
    /// Everything that the language knows.
    case all
    /// Of challenges only these, if they are named.
    case only(Set<CallbackKind>, challenges: Set<ChallengeKind>? = nil)

    func sees(_ callback: Callback) -> Bool {
        switch self {
        case .none: false
        case .all: true
        case .only(let kinds, let challenges):
            kinds.contains(callback.kind)
                && (challenges.map { callback.isChallenge(among: $0) } ?? true)
        }
    }
}

/// What the caller must do, in the order given.
package enum Effect: Sendable, Equatable {
    /// Play these on the connection, one after the other, and say ``Player/batchPlayed(_:sent:closing:at:)``.
    case play(ConnectionNumber, Batch)
    /// Read no more from the connection, or read again.
    case read(ConnectionNumber, Bool)
    /// Answer the client's TLS greeting.
    case proceed(ConnectionNumber)
    /// Hand the order to the client; it counts as taken.
    case order(ResolvedOrder)
    /// Answer the delegate's question. Values are rendered.
    case answer(question: Int, ResolvedDecision)
    /// Read what lies on the connections and in the pipes, and tell it; then say ``Player/looked(at:)``.
    case look
    /// Let others have their turn, and tell what has come; then say ``Player/wentOn(at:)``.
    case goOn
    /// Nothing is left to play: let the client end, then say ``Player/clientEnded(at:)``.
    case scriptEnded
}

/// A decision with its values rendered, ready for a client.
package struct ResolvedDecision: Sendable, Equatable {
    /// The decision's word: `follow`, `use`, `to`.
    package var word: String
    /// `alice`, `secret`; a URL; a name; a body.
    package var values: [[UInt8]]
    package var header: [(name: String, value: [UInt8])]

    package init(_ word: String, _ values: [[UInt8]] = [], header: [(name: String, value: [UInt8])] = []) {
        self.word = word
        self.values = values
        self.header = header
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.word == other.word && one.values == other.values
            && one.header.elementsEqual(other.header) { $0.name == $1.name && $0.value == $1.value }
    }

    /// As the notation writes it.
    package var description: String {
        let texts = values.map { String(decoding: $0, as: UTF8.self) }
        return word == "use" ? "use " + texts.joined(separator: ":") : ([word] + texts).joined(separator: " ")
    }
}

/// Whom a client has to trust in this run.
package struct AnchorCertificate: Sendable, Equatable {
    package var path: String
    package var pem: [UInt8]
    package var der: [UInt8]

    package init(path: String, pem: [UInt8], der: [UInt8]) {
        self.path = path
        self.pem = pem
        self.der = der
    }

    func bytes(_ form: CertificateForm) -> [UInt8] {
        switch form {
        case .path: Array(path.utf8)
        case .pem: pem
        case .der: der
        }
    }
}

/// Where an origin of the scenario can be reached in this run.
package struct Endpoint: Sendable, Equatable {
    package var origin: String
    /// `http`, `https`
    package var scheme: String
    /// `127.0.0.1:8080`, `other.localhost:8081`
    package var authority: String

    package init(origin: String, scheme: String = "http", authority: String) {
        self.origin = origin
        self.scheme = scheme
        self.authority = authority
    }

    package var url: String { "\(scheme)://\(authority)" }
}
