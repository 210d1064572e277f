// Inputs.swift: the types of a player's inputs, and its effects.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainReply
import QuintainScenario
package import QuintainTalk
package import QuintainTranscript
package import QuintainWords

/// Nanoseconds since the run began. A player has no clock: every input carries the time in.
package typealias Instant = Int64

/// The callbacks that a client reports.
package enum Observation: Sendable, Equatable {
    /// A plain command: no callback is seen.
    case none
    /// Everything that the language knows.
    case all
    /// Only these kinds, and only these challenges if they are named.
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
    /// Play a batch on the connection, and report ``Player/batchPlayed(_:sent:closing:at:)``.
    case play(ConnectionNumber, Batch)
    /// Read no more from the connection, or read again.
    case read(ConnectionNumber, Bool)
    /// Answer the client's TLS greeting.
    case proceed(ConnectionNumber)
    /// Hand the order to the client; it counts as taken.
    case order(ResolvedOrder)
    /// Answer the delegate's question. Values are rendered.
    case answer(question: Int, ResolvedDecision)
    /// Read all that lies on the connections and in the pipes, and report it; then ``Player/looked(at:)``.
    case look
    /// Give other tasks their turn, and report what has come; then ``Player/wentOn(at:)``.
    case goOn
    /// The last line is played: let the client end, then report ``Player/clientEnded(at:)``.
    case scriptEnded
}

/// The certificate of the authority that clients must trust in this run.
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

/// The address of an origin of the scenario in this run.
package struct Endpoint: Sendable, Equatable {
    package var origin: String
    /// `http`, `https`
    package var scheme: String
    /// `127.0.0.1:8080`, `other.localhost:8081`
    package var authority: String
    /// The name is in the code of clients, which are led here by other means than its URL: they send it without a port.
    var mayLackPort = false

    package init(origin: String, scheme: String = "http", authority: String) {
        self.origin = origin
        self.scheme = scheme
        self.authority = authority
    }

    package var url: String { "\(scheme)://\(authority)" }
}
