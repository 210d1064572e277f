// Item.swift: one thing of theirs that is waited for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// One thing of theirs to wait for: a whole request, more of one, a callback, or something awaited.
struct Item {
    /// One reference: windows are copied, and items looked at, far more often than a kind is changed.
    indirect enum Kind {
        case request(ExpectedRequest)
        /// More of a request that `! early` cut short.
        case rest(ExpectedRest)
        case callback(ExpectedCallback)
        case await(Awaited)
    }

    enum State {
        case due
        /// It has begun to happen.
        case taken
        case done
        /// It need not happen any more.
        case gone
    }

    var id: Int
    var lane: Lane
    var kind: Kind
    var state = State.due
    /// How many lines of ours had been passed when it came into reach.
    var reachedAfterOurs = 0
    /// All lines of the file that are this item; the first stands for it.
    var lines: [PlacedLine]

    var first: PlacedLine { lines[0] }

    /// `*?` is done at once; it may still take what fits it.
    var isOptional: Bool {
        if case .callback(let expected) = kind { expected.callback.occurrence == .optional } else { false }
    }

    var holdsUpOurs: Bool { (state == .due && !isOptional) || state == .taken }

    /// Nothing that may come concerns it any more.
    var isPast: Bool {
        switch state {
        case .due, .taken: return false
        case .gone: return true
        case .done: if case .callback(let expected) = kind { return !expected.takesMore } else { return true }
        }
    }

    var isCallback: Bool { if case .callback = kind { true } else { false } }

    var isAwait: Bool { if case .await = kind { true } else { false } }
}

/// A line of the file as the run reached it.
struct PlacedLine {
    var line: Line
    var step: Int
    var count: Int?

    var reference: LineReference { LineReference(number: line.place.line, step: step) }
}

/// A field line of a request. Which of the item's lines it is, is kept beside it.
struct ExpectedField {
    var name: String
    var value: Template
    var line: Int
    /// Its name must come in these very letters.
    var isSpelled = false
}

struct ExpectedRequest {
    var method: Template
    var target: Target
    /// `HTTP/1.1`; nil: any.
    var version: String?
    var fields: [ExpectedField] = []
    var rules: [(HeadRule, line: Int)] = []
    var body: [ExpectedBodyLine] = []
    /// Raw lines of the head.
    var raws: [(Template, line: Int)] = []
    /// It begins with raw bytes, and so need not be a request at all.
    var isRaw = false
    var trailers: [ExpectedField] = []
    var bindings: [(ConnectionBinding, line: Int)] = []
    /// `! early`: done when what is written has arrived.
    var isEarly = false
    /// More of it is written below.
    var hasRest = false
}

struct ExpectedRest {
    var body: [ExpectedBodyLine] = []
    var trailers: [ExpectedField] = []
    var isEarly = false
    var hasRest = false
}

struct ExpectedBodyLine {
    var template: Template
    /// `{{raw "…"}}`: as it came, with all that frames it.
    var isRaw = false
    /// Goes before the line, if it stands directly under another.
    var newline: Newline?
    var line: Int
}

struct ExpectedCallback {
    var callback: Callback
    /// For `data` and `file`: what is still to come of the bytes written.
    var matcher: BodyMatcher?
    /// What has come for a line that only matches: `* data {{contains "x"}}`.
    var collected: [UInt8] = []
    /// It has come at least once.
    var seen = false
    /// Its bytes were wrong, and it is known; what else comes of them says nothing new.
    var isSpoilt = false
    /// What else comes can change nothing.
    var isSettled = false

    /// How bytes that come are held against the line.
    enum Comparison {
        /// As they come.
        case written
        /// As they come, and they may end early: `{{up-to}}`.
        case beginning
        /// All of them together.
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

    /// Its bytes are not written, but matched.
    var onlyMatches: Bool { callback.kind.hasBytes && comparison != .written }

    /// However many bytes come are this line's.
    var takesAll: Bool { callback.kind.hasBytes && (callback.subject.isEmpty || onlyMatches) }

    /// What fits it once fits it with more behind it, too.
    var fitsForGood: Bool {
        guard callback.subject.count == 1, let value = callback.subject[0].soleValue else { return false }
        switch value.function {
        case .any, .contains: return true
        default: return false
        }
    }

    /// Once done it takes more of the same, until a line below is what comes.
    var takesMore: Bool {
        callback.occurrence == .oneOrMore
            || callback.kind.hasBytes && (callback.subject.isEmpty || onlyMatches || isSpoilt)
    }
}

extension Item {
    var isEarly: Bool {
        switch kind {
        case .request(let request): request.isEarly
        case .rest(let rest): rest.isEarly
        case .callback, .await: false
        }
    }

    mutating func changeRequest(_ body: (inout ExpectedRequest) -> Void) {
        guard case .request(var request) = kind else { return }
        // Let go of, so that its lines are changed where they are.
        kind = .await(.connection)
        body(&request)
        kind = .request(request)
    }

    mutating func changeRest(_ body: (inout ExpectedRest) -> Void) {
        guard case .rest(var rest) = kind else { return }
        kind = .await(.connection)
        body(&rest)
        kind = .rest(rest)
    }

    mutating func add(_ part: ReceiveLine, newline: Newline?, line: Int) {
        switch part {
        case .start, .headEnd: break
        case .field(let name, let value, let isSpelled):
            let expected = ExpectedField(name: name, value: value, line: line, isSpelled: isSpelled)
            changeRequest { $0.fields.append(expected) }
        case .headRule(let rule):
            changeRequest { $0.rules.append((rule, line)) }
        case .body(let template, _):
            let expected = ExpectedBodyLine(template: template, newline: newline, line: line)
            changeRequest { $0.body.append(expected) }
            changeRest { $0.body.append(expected) }
        case .raw(let template, .body):
            let expected = ExpectedBodyLine(template: template, isRaw: true, newline: nil, line: line)
            changeRequest { $0.body.append(expected) }
            changeRest { $0.body.append(expected) }
        case .raw(let template, _):
            changeRequest { $0.raws.append((template, line)) }
        case .trailer(let name, let value, let isSpelled):
            let expected = ExpectedField(name: name, value: value, line: line, isSpelled: isSpelled)
            changeRequest { $0.trailers.append(expected) }
            changeRest { $0.trailers.append(expected) }
        }
    }
}
