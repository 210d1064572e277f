// Item.swift: one item of theirs that the play waits for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// An item of theirs to wait for: a whole request, more of one, a callback, or a fact that is awaited.
struct Item {
    /// `indirect` keeps items small: windows are copied, and items read, far more often than a kind is changed.
    indirect enum Kind {
        case request(ExpectedRequest)
        /// More of a request, below a line of ours.
        case rest(ExpectedRest)
        case callback(ExpectedCallback)
        case await(Awaited)
    }

    enum State {
        case due
        /// The item has begun to happen.
        case taken
        case done
        /// The item need not happen any more.
        case gone
    }

    var id: Int
    var lane: Lane
    var kind: Kind { expected! }
    /// nil only while it is changed: taken out for that, it is changed without a copy.
    private var expected: Kind?
    var state = State.due
    /// The number of lines of ours that had been passed when the item came into reach.
    var reachedAfterOurs = 0
    /// A part in any order begins or goes on with it.
    var isOfPart = false
    /// The line `never` above a request, at the head of the branch that it begins.
    var wrongAbove: Int?
    /// All lines of the file that are this item; reports name the first.
    var lines: [PlacedLine]

    init(_ kind: Kind, id: Int, reachedAfterOurs: Int, _ placed: PlacedLine) {
        (self.id, lane, expected, self.reachedAfterOurs) = (id, placed.line.lane, kind, reachedAfterOurs)
        lines = [placed]
    }

    var first: PlacedLine { lines[0] }

    /// A `*?` line is done at once; it may still take a callback that fits.
    var isOptional: Bool {
        if case .callback(let expected) = kind { expected.callback.occurrence == .optional } else { false }
    }

    var holdsUpOurs: Bool { (state == .due && !isOptional) || state == .taken }

    /// No input can concern the item any more.
    var isPast: Bool {
        switch state {
        case .due, .taken: return false
        case .gone: return true
        case .done: if case .callback(let expected) = kind { return !expected.takesMore } else { return true }
        }
    }

    /// The line of a callback.
    var callback: Callback? { if case .callback(let expected) = kind { expected.callback } else { nil } }

    var isCallback: Bool { if case .callback = kind { true } else { false } }

    var isRequest: Bool { if case .request = kind { true } else { false } }
    var isAwaited: Bool { if case .await = kind { true } else { false } }

    var isAwait: Bool { if case .await = kind { true } else { false } }
}

/// A line of the file as the run reached it.
struct PlacedLine {
    var line: Line
    var step: Int
    var count: Int?

    var reference: LineReference { LineReference(number: line.place.line, step: step) }
}

/// A field line of a request, with its index among the item's lines.
struct ExpectedField {
    var name: String
    var value: Template
    var line: Int
    /// The name must come in exactly this spelling.
    var isSpelled = false
}

struct ExpectedRequest {
    var method: Template
    var target: Target
    /// `HTTP/1.1`; nil: any.
    var version: String?
    var fields: [ExpectedField] = []
    /// The lines `{{exactly}}`.
    var exactLines: [Int] = []
    /// Raw lines of the head.
    var raws: [(Template, line: Int)] = []
    /// The request begins with raw bytes, and so need not be a request at all.
    var isRaw = false
    var bindings: [(ConnectionBinding, line: Int)] = []
    var rest = ExpectedRest()

    var body: [ExpectedBodyLine] { rest.body }
    var isEarly: Bool { rest.isEarly }
}

/// What is written of a request behind its head.
struct ExpectedRest {
    var body: [ExpectedBodyLine] = []
    var trailers: [ExpectedField] = []
    /// The request is done when all that is written of it so far has arrived.
    var isEarly = false
    /// More of the request is written further down.
    var hasRest = false
}

struct ExpectedBodyLine {
    var template: Template
    /// `{{raw "…"}}`: the body as it came, with its framing.
    var isRaw = false
    /// The newline before this line, if it stands directly under another.
    var newline: Newline?
    var line: Int
}

struct ExpectedCallback {
    var callback: Callback
    /// The bytes of `data` and `file` that are still to come.
    var matcher: BodyMatcher?
    /// The bytes collected for a line that only matches: `* data {{/.*x.*/}}`.
    var collected: [UInt8] = []
    /// The callback has come at least once.
    var seen = false
    /// The bytes were wrong, which is reported; more of them is no further breach.
    var isSpoilt = false
    /// Further bytes cannot change the result.
    var isSettled = false

    /// How bytes are compared with the line.
    enum Comparison {
        /// In order, as they come.
        case written
        /// In order, as they come, but they may end early: `{{up-to}}`.
        case beginning
        /// As a whole, when all have come.
        case whole
    }

    var comparison: Comparison {
        var comparison = Comparison.written
        for value in callback.subject.lazy.flatMap(\.values) where !Template(value).canProduce {
            guard value.function == .upTo else { return .whole }
            comparison = .beginning
        }
        return comparison
    }

    /// The line matches its bytes instead of writing them.
    var onlyMatches: Bool { callback.kind.hasBytes && comparison != .written }

    /// The line takes any number of bytes.
    var takesAll: Bool { callback.kind.hasBytes && (callback.subject.isEmpty || onlyMatches) }

    /// A match cannot be undone by further bytes.
    var fitsForGood: Bool {
        callback.subject.count == 1 && callback.subject[0].soleValue?.function == .any
    }

    /// The line, once done, takes more of the same until a line below fits.
    var takesMore: Bool {
        // A client may report an amount again, as URLSession on Linux does.
        callback.kind == .progress || callback.kind == .sent
            || callback.kind.hasBytes && (callback.subject.isEmpty || onlyMatches || isSpoilt)
    }
}

extension Item {
    /// What is expected behind a head; nil: no more of a request is.
    private var rest: ExpectedRest? {
        switch kind {
        case .request(let request): request.rest
        case .rest(let rest): rest
        case .callback, .await: nil
        }
    }

    var isEarly: Bool { rest?.isEarly ?? false }

    /// More lines for the same request follow further down.
    var hasRest: Bool { rest?.hasRest ?? false }

    var bodyLines: [ExpectedBodyLine] { rest?.body ?? [] }

    var trailers: [ExpectedField] { rest?.trailers ?? [] }

    mutating func changeRequest(_ body: (inout ExpectedRequest) -> Void) {
        guard case .request(var request) = kind else { return }
        expected = nil
        body(&request)
        expected = .request(request)
    }

    mutating func changeRest(_ body: (inout ExpectedRest) -> Void) {
        guard case .rest(var rest) = kind else { return changeRequest { body(&$0.rest) } }
        expected = nil
        body(&rest)
        expected = .rest(rest)
    }

    mutating func changeCallback<Result>(_ body: (inout ExpectedCallback) -> Result) -> Result? {
        guard case .callback(var callback) = kind else { return nil }
        expected = nil
        defer { expected = .callback(callback) }
        return body(&callback)
    }

    mutating func add(_ part: ReceiveLine, newline: Newline?, line: Int) {
        switch part {
        case .start, .headEnd: break
        case .field(let name, let value, let isSpelled):
            let expected = ExpectedField(name: name, value: value, line: line, isSpelled: isSpelled)
            changeRequest { $0.fields.append(expected) }
        case .exactHead:
            changeRequest { $0.exactLines.append(line) }
        case .body(let template, _):
            let expected = ExpectedBodyLine(template: template, newline: newline, line: line)
            changeRest { $0.body.append(expected) }
        case .raw(let template, .body):
            let expected = ExpectedBodyLine(template: template, isRaw: true, newline: nil, line: line)
            changeRest { $0.body.append(expected) }
        case .raw(let template, _):
            changeRequest { $0.raws.append((template, line)) }
        case .trailer(let name, let value, let isSpelled):
            let expected = ExpectedField(name: name, value: value, line: line, isSpelled: isSpelled)
            changeRest { $0.trailers.append(expected) }
        }
    }
}
