// FindingText.swift: the sentence of a finding.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWords

/// Makes a sentence of a ``Difference``: what is broken and what came instead. Nothing reads it but people.
package enum FindingText {
    static func sentence(_ breach: Breach) -> String {
        sentence(breach.difference) + (breach.untaken.map(text) ?? "")
            + (breach.round.map { breach.slug.isInOneRound ? ", in round \($0)" : "" } ?? "")
    }

    package static func sentence(_ difference: Difference) -> String {
        switch difference {
        case .version(let got, let wanted): "the version is \(got), not \(wanted)"
        case .versionOfOrigin(let origin, let got, let number):
            "connection \(number) speaks \(got), and '\(origin)' speaks HTTP/2 alone"
        case .field(let name, let field): sentence(field, of: name)
        case .otherFields(let names, let more): "the head has fields that are not written: \(list(names, more))"
        case .fieldOrder(let name, let other): "\(name) came before \(other), which is written above it"
        case .rawHead(let head): sentence(head)
        case .terms(let field, let got, let wanted): "\(field.rawValue) is \(got), not \(text(wanted, quotes: false))"
        case .body(let body, let coding): sentence(body) + (coding.map(hintOfCoding) ?? "")
        case .target(let target): sentence(target)
        case .connection(let number, let connection): sentence(connection, on: number)
        case .value(let value): sentence(value)
        case .time(let waited, let wanted, let isOwnLimit):
            "it came after \(waited) ms, not after \(wanted.lowerBound) to \(wanted.upperBound) ms"
                + (isOwnLimit
                    ? "; the client's limit counts from the start of its load, which is before the line above" : "")
        case .noSilence(let milliseconds, let within):
            "there was no silence of \(milliseconds) ms within \(within) ms"
        case .wrongBranch(let words): words.isEmpty ? "this must not happen" : words
        case .decision(let decision): sentence(decision)
        case .missing(let missing): sentence(missing)
        case .tooSoon(let early, let hold, let hint): sentence(early, hold) + (hint.map(text) ?? "")
        case .request(let request): sentence(request)
        case .requestBehindEnd(let request, let number, let isTold):
            "\(text(request)) came on connection \(number), which the server had ended" + (isTold ? "" : untoldEnd)
        case .requestBehindGoAway(let number):
            "a request came on connection \(number), though the client had seen GOAWAY there (RFC 9113 section 6.8)"
        case .callback(let callback): sentence(callback)
        case .callbackOfRefusal(let callback): "`\(callback.notation)` tells of the refusal"
        case .afterEnd(let callback): "`\(callback.notation)` came when the load had ended"
        case .malformed(let number, let fault), .unreadable(let number, let fault): sentence(fault, on: number)
        case .bytes(let number, let bytes): sentence(bytes, on: number)
        case .frame(let frame, let number): "no line takes \(frame) on connection \(number)"
        case .greeting(let number): "no line stands for the TLS greeting on connection \(number)"
        case .handshakes(1, let first, _): "the client tried the handshake once more, on connection \(first)"
        case .handshakes(let count, let first, let last):
            "the client tried the handshake \(count) times more, on connections \(first) \(count == 2 ? "and" : "to") \(last)"
        case .notSent(let notSent): sentence(notSent)
        }
    }

    package static func sentence(_ limit: Limit) -> String {
        let what =
            switch limit {
            case .effort: "not all lines were compared: \(MatchEffort.objection)"
            case .effortOfBody(let line): "line \(line): the body: \(MatchEffort.objection)"
            case .body(let line, let most):
                "line \(line): the body is longer than \(most) bytes, too long to be compared with this line"
            case .data(let line, let most):
                "line \(line): more than \(most) bytes came, too many to be compared with this line"
            case .coveredBody(let most): "a field covers the body, which is longer than \(most) bytes"
            case .form(let number, let fault): sentence(fault, on: number)
            }
        return "this is a limit of Quintain, and no fault of the client: \(what)"
    }

    // MARK: Callbacks

    private static func sentence(_ value: ValueDifference) -> String {
        switch value {
        case .untold(let wanted): "\(text(wanted)) was not reported"
        case .url(let got, let wanted): "the URL is \(Quoting.escaped(got.bytes.prefix(200))), not \(wanted)"
        case .subject(let unlike): apart(unlike, " was reported")
        case .noAmount: "no amount was reported"
        case .amount(let got, let wanted): "\(got) was reported, not \(wanted)"
        case .amountAbove(let got, let total): "\(got) of \(total) was reported"
        case .total(let got?, let wanted): "the total is \(got), not \(wanted)"
        case .total(nil, let wanted): "the total, \(wanted), was not reported"
        case .lessThanBefore(let amount, let kind, let before):
            "`\(kind.rawValue) \(amount)` was reported behind \(before): an amount becomes less only where a request is "
                + "sent again"
        case .memberUntold(let name): "\(name) was not reported"
        case .member(let name, let unlike): "\(name) is \(apart(unlike))"
        case .field(let name, let field): sentence(field, of: name)
        case .byte(let place, let unlike): "byte \(place) differs: \(beginnings(unlike))"
        case .more(let bytes, let place): "there is more behind byte \(place): \(beginning(bytes)) came"
        case .coding(let coding): sentence(coding, of: "what came")
        case .short(let kind, let count, let total):
            "the \(kind.rawValue) ended after \(amount(count, of: total)) bytes"
        case .misfit(let kind, let bytes):
            "the \(kind.rawValue) does not fit: \(Quoting.quoted(bytes.prefix(80))) came"
        }
    }

    private static func sentence(_ decision: DecisionDifference) -> String {
        switch decision {
        case .again(let kind, let decision, let first):
            "the delegate answers '\(kind.rawValue)' a second time, '\(decision.description)' behind "
                + "'\(first.description)': a completion handler may be called once, and URLSession may end the process "
                + "at the second call"
        case .none(let callback):
            "the delegate has not answered '\(callback.notation)': its load waits until the completion handler is called"
        case .other(let kind, let decision, let wanted):
            "at '\(kind.rawValue)' the delegate decides '\(decision.description)', and not '\(wanted.description)'"
        }
    }

    // MARK: Parts of sentences

    /// `` `> GET /a` ``
    static func quoted(_ line: QuotedLine) -> String { "`\(line.text)`" }

    /// `` line 4, `> GET /a` ``
    static func numbered(_ line: QuotedLine) -> String { "line \(line.number), \(quoted(line))" }

    /// `` `> GET /hop/{{count}}` in round 4 of 25 ``
    static func inRound(_ line: QuotedLine) -> String {
        guard let round = line.round else { return quoted(line) }
        return "\(quoted(line)) in round \(round)" + (line.rounds.map { " of \($0)" } ?? "")
    }

    /// `` `> GET /a` or `> GET /b` ``
    static func alternatives(_ heads: [QuotedLine]) -> String { heads.map(quoted).joined(separator: " or ") }

    /// `GET /a`
    static func text(_ request: RequestWords) -> String { "\(request.method) \(request.target)" }

    static func text(_ wanted: Wanted, quotes: Bool = true) -> String {
        switch wanted {
        case .bytes(let bytes): Quoting.excerpt(bytes, quotes: quotes)
        case .demand(let demand): demand
        }
    }

    /// `"a", not "b"`, long values from where they differ.
    static func unlike(_ unlike: Unlike, _ verb: String = "") -> String {
        switch unlike.wanted {
        case .bytes(let wanted): Quoting.difference(of: unlike.got, from: wanted, verb)
        case .demand: apart(unlike, verb)
        }
    }

    /// `"a", not "b"`, of long values the beginnings.
    static func apart(_ unlike: Unlike, _ verb: String = "") -> String {
        Quoting.difference(Quoting.excerpt(unlike.got), text(unlike.wanted), verb)
    }

    /// `"a" came, not "b"`: what came at the byte where a body differs, and what is written there.
    static func beginnings(_ unlike: Unlike) -> String {
        guard case .bytes(let wanted) = unlike.wanted else { return apart(unlike, " came") }
        return Quoting.difference(beginning(unlike.got.bytes), Quoting.quoted(wanted.bytes), " came")
    }

    static func beginning(_ bytes: [UInt8]) -> String { Quoting.quoted(bytes.prefix(24)) }

    /// `20 of 30`
    static func amount(_ count: Int, of total: Int?) -> String { "\(count)" + (total.map { " of \($0)" } ?? "") }

    /// `a, b and 3 more`
    static func list(_ names: [String], _ more: Int) -> String {
        names.joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}

extension Breach.Slug {
    /// A line that is repeated was broken, and its sentence does not say in which round.
    fileprivate var isInOneRound: Bool {
        switch self {
        case .wrongField, .wrongBody, .wrongVersion, .wrongTarget, .wrongConnection, .wrongValue, .wrongTime,
            .wrongDecision, .malformedRequest:
            true
        case .wrongBranch, .neverCame, .tooSoon, .unexpectedRequest, .unexpectedCallback, .afterEnd, .unreadableRequest,
            .unexpectedBytes, .unexpectedFrame, .unexpectedGreeting, .notSent:
            false
        }
    }
}

extension Int {
    /// `once`, `twice`, `3 times`
    var times: String { self == 1 ? "once" : self == 2 ? "twice" : "\(self) times" }
}
