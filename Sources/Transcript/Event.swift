// Event.swift: one thing that happened in a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One event on the wire or of the client, numbered in the order in which events reached the run.
package struct Event: Sendable, Equatable {
    package var number: Int
    /// Nanoseconds since the run began. For people only: no verdict compares times of wire and client.
    package var time: Int64
    package var connection: ConnectionNumber?
    /// The lane's name; empty for the unnamed one.
    package var lane: String?
    /// The line of the scenario that the event fulfilled, broke or carried out.
    package var line: LineReference?
    package var happening: Happening

    package init(
        number: Int,
        time: Int64,
        connection: ConnectionNumber? = nil,
        lane: String? = nil,
        line: LineReference? = nil,
        happening: Happening
    ) {
        self.number = number
        self.time = time
        self.connection = connection
        self.lane = lane
        self.line = line
        self.happening = happening
    }
}

/// A line of the scenario in one of its rounds.
package struct LineReference: Sendable, Hashable {
    /// Counted from one.
    package var number: Int
    /// The index of the line among all that the run has reached: a line in a block is reached once a round.
    package var step: Int

    package init(number: Int, step: Int) {
        self.number = number
        self.step = step
    }
}

package enum Happening: Sendable, Equatable {
    case connectionOpened(origin: String, peer: String)
    case connectionClosed(by: Side, how: Closing)
    /// A message of a TLS handshake on the wire, an alert, or the terms that were agreed on.
    case tls(by: Side, String)
    /// A frame of HTTP/2 that is part of no message: `GOAWAY last=3 code=NO_ERROR`.
    case frame(by: Side, String)

    /// A part of a request as it arrived.
    case received(Part, Payload)
    /// A request is whole: its body had so many bytes, framing aside.
    case requestEnded(bodyLength: Int)
    /// Input that breaks the protocol: at which byte of the connection, which rule, which citation.
    case deviation(offset: Int, rule: String, sentence: String, citation: String)

    /// A part of a reply that was really sent: exactly these bytes were passed to the system.
    case sent(Part, Payload)
    /// An act, in the notation without its mark: `wait 200ms`.
    case acted(String)
    /// An awaited event was seen: `await close`.
    case awaited(String)

    /// An order to the client, in the notation: `client GET /a`.
    case ordered(String)
    /// A callback, in the notation without its mark: `redirect 302 /done method=GET`; `question` is its number.
    case reported(String, question: Int?)
    /// The delegate's decision: `follow`.
    case answered(String, question: Int)

    /// Which branch of an `either` was taken.
    case branched(String)
    /// A line is broken, in one sentence; `follows` is the number of the event of the mistake that caused it.
    case broken(severity: Severity, sentence: String, follows: Int? = nil)
    /// Something worth knowing that breaks nothing.
    case noted(String)
    /// Stands for the events from this one's number to that one, which a long run does not keep.
    case leftOut(to: Int)
}

extension Happening {
    /// How many bytes of payloads and texts the event holds.
    package var keptBytes: Int {
        switch self {
        case .received(_, let payload), .sent(_, let payload): payload.held
        case .tls(_, let text), .frame(_, let text), .acted(let text), .awaited(let text), .ordered(let text),
            .reported(let text, _),
            .answered(let text, _),
            .branched(let text), .broken(_, let text, _), .noted(let text):
            text.utf8.count
        case .connectionOpened, .connectionClosed, .requestEnded, .deviation, .leftOut: 0
        }
    }

    mutating func shorten(to most: Int) {
        switch self {
        case .received(let part, var payload):
            payload.shorten(to: most)
            self = .received(part, payload)
        case .sent(let part, var payload):
            payload.shorten(to: most)
            self = .sent(part, payload)
        case .tls(let side, let text): self = .tls(by: side, text.shortened(to: most))
        case .frame(let side, let text): self = .frame(by: side, text.shortened(to: most))
        case .acted(let text): self = .acted(text.shortened(to: most))
        case .awaited(let text): self = .awaited(text.shortened(to: most))
        case .ordered(let text): self = .ordered(text.shortened(to: most))
        case .reported(let text, let question): self = .reported(text.shortened(to: most), question: question)
        case .answered(let text, let question): self = .answered(text.shortened(to: most), question: question)
        case .branched(let text): self = .branched(text.shortened(to: most))
        case .broken(let severity, let text, let root):
            self = .broken(severity: severity, sentence: text.shortened(to: most), follows: root)
        case .noted(let text): self = .noted(text.shortened(to: most))
        case .connectionOpened, .connectionClosed, .requestEnded, .deviation, .leftOut: break
        }
    }
}

extension String {
    /// The beginning of a long text, and a mark that there was more.
    fileprivate func shortened(to most: Int) -> String {
        if utf8.count <= most { return self }
        var end = utf8.index(utf8.startIndex, offsetBy: most)
        while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
        return self[..<end] + "…"
    }
}

extension Event {
    /// The number of the last event that this one stands for.
    package var lastNumber: Int { if case .leftOut(let last) = happening { last } else { number } }
}

package enum Side: String, Sendable, Equatable { case client, server }

package enum Closing: String, Sendable, Equatable { case fin, reset }

/// How much a broken line counts, by the level in force there.
package enum Severity: String, Sendable, Equatable, Comparable {
    case noted, warning, failure

    package static func < (one: Severity, other: Severity) -> Bool { one.rank < other.rank }
    private var rank: Int { self == .noted ? 0 : self == .warning ? 1 : 2 }

    /// nil is less than any severity.
    package static func isLess(_ one: Self?, _ other: Self?) -> Bool {
        guard let other else { return false }
        return one.map { $0 < other } ?? true
    }
}

/// Which part of a message some bytes are.
package enum Part: String, Sendable, Equatable {
    case start, field, headEnd, body, chunk, trailer, raw
    /// Between two lines of a body.
    case lineEnd
    /// A `Content-Length` that the server added.
    case added
    /// A reply that no line asked for: to a request that no line takes.
    case refusal
}
