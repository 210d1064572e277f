// Event.swift: one thing that happened in a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainTalk
import QuintainWire

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
    case tls(by: Side, SecureFact)
    case frame(by: Side, FrameReport)

    /// A part of a request as it arrived.
    case received(Part, Payload)
    /// A request is whole: its body had so many bytes, framing aside.
    case requestEnded(bodyLength: Int)
    /// Input that breaks the protocol: at which byte of the connection, which rule, which citation.
    case deviation(offset: Int, rule: String, sentence: String, citation: String)

    /// A part of a reply that was really sent: exactly these bytes were passed to the system.
    case sent(Part, Payload)
    /// An act, as the file writes it behind its mark: `wait 200ms`.
    case acted(String)
    /// An awaited event was seen: `await close`.
    case awaited(String)

    /// An order to the client, and how the file writes it; nil: its first request implies it.
    indirect case ordered(ClientOrder, String?)
    indirect case reported(ToldCallback)
    /// The delegate's decision.
    case answered(ResolvedDecision, question: Int)

    /// Which branch of an `either` was taken.
    case branched(String)
    /// A line is broken; `follows` is the number of the event of the mistake that caused it.
    indirect case broken(Breach, follows: Int? = nil)
    indirect case noted(Note)
    /// Stands for the events from this one's number to that one, which a long run does not keep.
    case leftOut(to: Int)
}

extension Happening {
    /// How many bytes of payloads and texts the event holds.
    package var keptBytes: Int {
        switch self {
        case .received(_, let payload), .sent(_, let payload): payload.held
        case .reported(let callback): callback.size
        case .acted(let text), .awaited(let text), .branched(let text): text.utf8.count
        case .ordered(_, let text): text?.utf8.count ?? 0
        case .frame(_, let frame): frame.values.reduce(0) { $0 + $1.name.utf8.count + $1.value.count }
        // These are excerpts, and short.
        case .broken: Self.usual
        case .tls(_, .message(let text)), .noted(.remark(let text)): text.utf8.count
        case .tls, .noted: Self.usual
        case .answered(let decision, _): decision.values.reduce(0) { $0 + $1.count }
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
        case .reported(var callback):
            callback.shorten(to: most)
            self = .reported(callback)
        case .acted(let text): self = .acted(text.shortened(to: most))
        case .awaited(let text): self = .awaited(text.shortened(to: most))
        case .ordered(let order, let text): self = .ordered(order, text?.shortened(to: most))
        case .branched(let text): self = .branched(text.shortened(to: most))
        case .answered(let decision, let question):
            self = .answered(decision.shortened(to: most), question: question)
        case .tls(let side, .message(let text)): self = .tls(by: side, .message(text.shortened(to: most)))
        case .noted(.remark(let text)): self = .noted(.remark(text.shortened(to: most)))
        case .frame(let side, var frame):
            frame.shorten(to: most)
            self = .frame(by: side, frame)
        case .tls, .broken, .noted, .connectionOpened, .connectionClosed, .requestEnded, .deviation,
            .leftOut:
            break
        }
    }

    private static let usual = 200
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
