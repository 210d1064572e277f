// Difference.swift: how a run differs from its scenario, as values.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTalk
package import QuintainWords

/// What is broken, and how. Programs read these values; ``FindingText`` makes a sentence of them, for people.
package indirect enum Difference: Sendable, Equatable {
    case version(got: String, wanted: String)
    /// HTTP/1 came to an origin that speaks HTTP/2 alone.
    case versionOfOrigin(String, got: String, on: ConnectionNumber)

    case field(String, FieldDifference)
    /// Fields that are not written, under `{{exactly}}`: the first of them, and how many more there are.
    case otherFields([String], more: Int)
    /// A field that came before one that is written above it, under `{{exactly}}`.
    case fieldOrder(String, before: String)
    case rawHead(RawHeadDifference)
    /// A value that a handshake agreed on.
    case terms(HandshakeField, got: String, wanted: Wanted)

    /// The name of its `Content-Encoding`, where its lines undo none.
    case body(BodyDifference, coding: String? = nil)
    case target(TargetDifference)
    case connection(ConnectionNumber, ConnectionDifference)

    case value(ValueDifference)
    /// A callback came after so many milliseconds. A limit of the client's own counts from the start of its load.
    case time(Int, wanted: ClosedRange<Int>, isOwnLimit: Bool)
    /// There was no silence of so many milliseconds.
    case noSilence(Int, within: Int)

    /// The branch that the scenario calls wrong was taken; the words are those of its `never`.
    case wrongBranch(String)
    case decision(DecisionDifference)

    case missing(Missing)
    case tooSoon(Early, Hold, hint: Remedy? = nil)
    case request(StrangeRequest)
    /// A request came on a connection that the server had ended, or on which the client had seen GOAWAY.
    case requestBehindEnd(RequestWords, on: ConnectionNumber, isTold: Bool)
    case requestBehindGoAway(on: ConnectionNumber)
    case callback(StrangeCallback)
    /// A callback that tells of our own refusal.
    case callbackOfRefusal(ToldCallback)
    case afterEnd(ToldCallback)

    case malformed(ConnectionNumber, FormFault)
    case unreadable(ConnectionNumber, FormFault)
    case bytes(ConnectionNumber, StrangeBytes)
    case frame(String, on: ConnectionNumber)
    case greeting(on: ConnectionNumber)
    /// A handshake that had failed was tried so many times more.
    case handshakes(Int, first: ConnectionNumber, last: ConnectionNumber)
    case notSent(NotSent)
}

/// What a line asks of some bytes: these bytes, or what its value says.
package enum Wanted: Sendable, Equatable {
    case bytes(Snippet)
    case demand(String)
}

/// Bytes that came in place of others.
package struct Unlike: Sendable, Equatable {
    package var got: Snippet
    package var wanted: Wanted
    package var hint: Remedy?

    package init(_ got: [UInt8], _ wanted: [UInt8], hint: Remedy? = nil) {
        let (got, wanted) = Snippet.pair(got, wanted)
        (self.got, self.wanted, self.hint) = (got, .bytes(wanted), hint)
    }

    package init(_ got: [UInt8], demand: String, hint: Remedy? = nil) {
        (self.got, wanted, self.hint) = (Snippet(got), .demand(demand), hint)
    }
}

/// A line of the scenario, as a sentence quotes it.
package struct QuotedLine: Sendable, Equatable {
    package var number: Int
    package var text: String
    /// The round in which it was reached, in a block that is repeated, and how many there are; nil: any number.
    package var round: Int?
    package var rounds: Int?

    package init(_ number: Int, _ text: String, round: Int? = nil, of rounds: Int? = nil) {
        self.number = number
        self.text = text
        self.round = round
        self.rounds = rounds
    }
}

/// A request by its method and its target.
package struct RequestWords: Sendable, Equatable {
    package var method: String
    package var target: String

    package init(_ method: String, _ target: String) {
        self.method = method
        self.target = target
    }
}

// MARK: Heads

package enum FieldDifference: Sendable, Equatable {
    case missing
    /// It must be absent, and has this value.
    case unexpected(Snippet)
    case tooFew(Int, hint: Remedy? = nil)
    /// nil: as often as the protocol allows.
    case tooMany(Int, of: Int?)
    case spelling(String)
    case value(Unlike)
    case objection(String)
    /// It covers the body, and does not fit it, or the body never came to its end.
    case unlikeBody
    case bodyNotWhole
    /// `Host` is none of the origin's names.
    case host(String, wanted: String)
}

package enum RawHeadDifference: Sendable, Equatable {
    case overHTTP2
    /// The line goes on behind these bytes.
    case goesOn([UInt8], behind: [UInt8])
    case noBeginning(Snippet)
    case noLine(Snippet)
}

package enum TargetDifference: Sendable, Equatable {
    case absoluteForm(String)
    /// The proxies by which it came and was to come; nil: straight.
    case way(proxy: String?, origin: String, wanted: String?)
}

package enum ConnectionDifference: Sendable, Equatable {
    case other, used, notTheOneBefore, hasAnotherName
    case named(String, ConnectionNumber)
    /// A reply had said that it is the last, or did not say that it is not.
    case behindLast(LastReply)
    /// The client had said so itself.
    case behindClose(FormFault)
}

/// A reply that is the last one on its connection.
package enum LastReply: Sendable, Equatable {
    /// It has said `close`.
    case saidClose
    /// It is one of HTTP/1.0, and has not said `keep-alive` by `Connection`, but perhaps by another field.
    case isOld(saysOtherwise: Bool)
}

/// A rule of the protocol that is broken.
package enum FormFault: Sendable, Equatable {
    /// The rule's name, what it says of these bytes, and where it is written.
    case rule(String, byte: Int?, sentence: String, citation: String)
    /// `Host` names an origin to which the connection does not lead.
    case host(String, origin: String, citation: String)
    case emptyLine(citation: String)
}

// MARK: Bodies

package enum BodyDifference: Sendable, Equatable {
    case byte(Int, Unlike)
    /// nil: none must come.
    case more([UInt8], behind: Int?)
    case short(after: Int, of: Int?, lacksNewline: Bool)
    case coding(CodingDifference)
    case objection(String)
    /// It does not fit its lines from this byte on.
    case lines(from: Int, Unlike)
    /// `> {{absent}}` says that no more of it comes.
    case goesOn([UInt8])
    case chunk(ChunkDifference)
}

/// The codings, in the order in which they are undone, and what was found then.
package struct CodingDifference: Sendable, Equatable {
    package enum Found: Sendable, Equatable {
        case notWhole
        case short(after: Int, of: Int?)
        case otherFile
        case more([UInt8], behind: Int)
        case byte(Int, Unlike)
        case fault(String)
    }

    package var codings: [String]
    package var found: Found

    package init(_ codings: [String], _ found: Found) {
        self.codings = codings
        self.found = found
    }
}

package enum ChunkDifference: Sendable, Equatable {
    case size(Int, ofChunk: Int, wanted: Int)
    /// nil: of the last chunk, whose size is 0.
    case extensions(String, ofChunk: Int?, wanted: String)
    /// What is left over is one chunk, and this is another.
    case oneMore(Int)
}

// MARK: Callbacks

package enum ValueDifference: Sendable, Equatable {
    /// What stands behind the kind was not reported, is another URL, or something else.
    case untold(Wanted)
    case url(Snippet, wanted: String)
    case subject(Unlike)

    case noAmount
    case amount(Int, wanted: Int)
    case amountAbove(Int, total: Int)
    /// nil: it was not reported.
    case total(Int?, wanted: Int)
    case lessThanBefore(Int, CallbackKind, before: Int)

    case memberUntold(String)
    case member(String, Unlike)
    case field(String, FieldDifference)

    case byte(Int, Unlike)
    case more([UInt8], behind: Int)
    case coding(CodingDifference)
    case short(CallbackKind, after: Int, of: Int?)
    case misfit(CallbackKind, [UInt8])
}

package enum DecisionDifference: Sendable, Equatable {
    case again(CallbackKind, ResolvedDecision, first: ResolvedDecision)
    case none(ToldCallback)
    case other(CallbackKind, ResolvedDecision, wanted: ResolvedDecision)
}
