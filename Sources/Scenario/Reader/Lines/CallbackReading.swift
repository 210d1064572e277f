// CallbackReading.swift: `*` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWords

extension ScenarioBuilder {
    mutating func callback(_ mark: Mark, _ line: SourceLine, _ inner: [Text]) {
        speech.interrupt(byOurs: false)
        if scope.isRoutes {
            faults.addNotInRoutes(line.whole.place, "callbacks")
            return
        }
        guard let lane = lane(mark.lane) else { return }
        var content = mark.text(in: line)
        guard let styles = apiStyles(&content), let words = reader.words(content) else { return }
        guard let name = words.first else {
            faults.add(.missingValue, line.whole.place, "no callback is named", help: "such as '* response 200'")
            return
        }
        guard !name.text.equals("waiting") else {
            return faults.add(
                .unknownCallback, name.text.place,
                "no line asks for 'waiting': no server makes a client wait for a network",
                help: "take it away; the callback passes by")
        }
        guard let kind = faults.word(name.text, of: CallbackKind.self, .unknownCallback, "callback") else { return }
        for style in styles where !kind.styles.contains(style) {
            faults.add(
                .styleLacks, name.text.place, "'\(style.rawValue)' has no callback like '\(kind.rawValue)'",
                help: "the line is skipped for that API")
        }
        var callback = Callback(kind: kind, occurrence: mark.occurrence, styles: styles.map(\.rawValue))
        if let (before, arrow, decision) = Self.arrow(in: words) {
            reported(before.dropFirst(), name, &callback)
            decide(decision, arrow, &callback)
        } else {
            reported(words.dropFirst(), name, &callback)
        }
        fields(inner, &callback)
        add(.callback(callback), lane, line)
    }

    /// `[nsurlconnection nsurldownload]`
    private mutating func apiStyles(_ content: inout Text) -> [APIStyle]? {
        guard content.starts(with: "[") else { return [] }
        guard let end = content.bytes.firstIndex(of: UInt8(ascii: "]")) else {
            faults.add(
                .unknownStyle, content.upTo(content.start + 1).place, "this '[' is not closed by ']'",
                help: "such as '* [nsurlsession] response 200'")
            return nil
        }
        let list = Text(content.line, (content.start + 1)..<end)
        content = content.from(end + 1)
        var styles: [APIStyle] = []
        for part in Scanner.split(list, at: Byte.space, strings: false, values: false) where !part.isEmpty {
            if let style = faults.word(part, of: APIStyle.self, .unknownStyle, "API style") { styles.append(style) }
        }
        return styles
    }

    // MARK: - What is reported

    private mutating func reported(_ words: ArraySlice<Word>, _ name: Word, _ callback: inout Callback) {
        var values: [Text] = []
        var fields: [(word: Word, values: [Text])] = []
        for word in words {
            if word.name != nil {
                fields.append((word, [word.value]))
            } else if fields.isEmpty {
                values.append(word.text)
            } else {
                // Several values in a row are one.
                fields[fields.count - 1].values.append(word.text)
            }
        }
        subject(values, name, &callback)
        for field in fields { self.field(field.word, field.values, &callback) }
    }

    private mutating func subject(_ values: [Text], _ name: Word, _ callback: inout Callback) {
        let kind = callback.kind
        guard let count = kind.subjectCount else {
            if !values.isEmpty { callback.subject = [reader.values(values, .report)] }
            return
        }
        guard count.contains(values.count) else {
            if values.count > count.upperBound {
                let extra = values[count.upperBound]
                faults.add(
                    .extraValue, extra.place, "'\(extra.string)' is more than '\(kind.rawValue)' reports",
                    help: DecisionWord(rawValue: extra.string).map { "write '-> \($0.rawValue)'" } ?? form(of: kind))
            } else {
                faults.add(
                    .missingValue, name.text.place, "'\(kind.rawValue)' reports more than is written here",
                    help: form(of: kind))
            }
            return
        }
        callback.subject = values.map { reader.value($0, .report) }
        check(values, callback)
    }

    private func form(of kind: CallbackKind) -> String {
        kind.subjectForm.isEmpty
            ? "write '* \(kind.rawValue)' alone"
            : "write '* \(kind.rawValue) \(kind.subjectForm)'; what does not matter is '{{any}}'"
    }

    /// Checks statuses, kinds and counts where they are plain text.
    private mutating func check(_ texts: [Text], _ callback: Callback) {
        guard let first = callback.subject.first?.literalText else { return }
        for (index, text) in texts.enumerated() {
            switch callback.kind.value(at: index) {
            case .status:
                if first.utf8.count != 3 || !first.utf8.allSatisfy(Byte.isDigit) {
                    faults.add(.badValue, text.place, "'\(first)' is no status", help: "three digits, such as 302")
                } else {
                    checkClass(first, text, callback.kind)
                }
            case .challenge:
                checkKind(first, text, ChallengeKind.words, "kind of challenge", now: OldWord.challenge.now(first))
            case .failure: checkKind(first, text, FailKind.words, "kind of failure", now: OldWord.failure.now(first))
            case .amount: checkAmount(first, text)
            case .mediaType: checkType(callback.subject[index], text)
            case .url: checkURL(text)
            case .name, .text, .bytes, nil: break
            }
        }
    }

    private mutating func checkAmount(_ typed: String, _ text: Text) {
        let halves = typed.utf8.split(separator: Byte.slash, omittingEmptySubsequences: false)
        guard halves.count != 2 || !halves.allSatisfy({ Units.number($0, atMost: FileLimits.byteCount) != nil }) else {
            return
        }
        faults.add(
            .badValue, text.place, "'\(typed)' is no progress", help: "write what is done and the total: 400/1000")
    }

    /// Checks the class: a redirect is a 3xx, an informational response a 1xx, and a response neither.
    private mutating func checkClass(_ status: String, _ text: Text, _ kind: CallbackKind) {
        let first = status.prefix(1)
        let help: String
        switch (kind, first) {
        case (.redirect, "3"), (.informational, "1"): return
        case (.redirect, "1"), (.response, "1"):
            guard status != "101" else { return }
            help = "write '* informational \(status)'"
        case (.informational, "3"), (.informational, "2"), (.redirect, _), (.informational, _):
            help = "write '* response \(status)'"
        default: return
        }
        faults.add(.badValue, text.place, "'\(kind.rawValue)' never reports \(status)", help: help)
    }

    /// Checks a media type: `text/plain`, and nothing without a slash.
    private mutating func checkType(_ value: Template, _ text: Text) {
        guard let type = value.literalText, !type.isEmpty, !type.contains("/"), text.bytes.first != Byte.quote else {
            return
        }
        let help = "such as text/plain; what does not matter is '{{any}}', and a phrase is not reported"
        faults.add(.badValue, text.place, "'\(type)' is no media type", help: help)
    }

    private mutating func checkKind(
        _ typed: String, _ text: Text, _ known: [String], _ what: String, now: String?
    ) {
        if !known.contains(typed) { faults.addUnknown(.unknownKind, text, what, among: known, now: now) }
    }

    /// Checks the origin of a URL that begins with `//name`.
    mutating func checkURL(_ text: Text) {
        guard text.starts(with: "//") else { return }
        let name = text.from(text.start + 2)
        let end = name.bytes.firstIndex { $0 == Byte.slash || $0 == Byte.question || $0 == UInt8(ascii: "#") }
        _ = reader.originName(name.upTo(end ?? name.end))
    }

    private mutating func field(_ word: Word, _ values: [Text], _ callback: inout Callback) {
        guard let name = word.name?.string else { return }
        if name == "after" {
            callback.after = Units.durations(values.map(\.string).joined())
            if callback.after == nil {
                faults.add(
                    .badValue, word.value.isEmpty ? word.text.place : word.value.place,
                    "'\(word.value.string)' is no span of time", help: "such as after=900ms..1500ms")
            }
            return
        }
        guard callback.kind.fieldNames.contains(name) else {
            let known = callback.kind.fieldNames + ["after"]
            faults.addUnknown(
                .unknownField, word.name ?? word.text, "field of '\(callback.kind.rawValue)'", among: known)
            return
        }
        guard !word.value.isEmpty else {
            faults.add(
                .missingValue, word.text.place, "'\(name)' needs a value", help: "nothing is written '\(name)=\"\"'")
            return
        }
        if values.count == 1 { checkReported(name, of: callback.kind.rawValue, values[0]) }
        callback.fields.append(NamedValue(name, reader.values(values, .report)))
    }

    /// Checks a field that a callback or a handshake reports and that has only certain values.
    mutating func checkReported(_ name: String, of what: String, _ value: Text) {
        guard !value.hasValue, value.bytes.first != Byte.quote else { return }
        let typed = value.string
        let words: [String]
        switch name {
        case "proxy", "resumed": words = ["yes", "no"]
        case "storage": words = ["no", "memory", "disk"]
        case "version" where what == "handshake": words = TLSVersion.words
        default: return
        }
        guard !words.contains(typed) else { return }
        faults.add(
            .badValue, value.place, "'\(what)' never reports \(name)=\(typed)",
            help: NearestWord.suggestionOrList(for: typed, among: words))
    }

    /// The header fields indented below the line.
    private mutating func fields(_ inner: [Text], _ callback: inout Callback) {
        guard let first = inner.first else { return }
        guard callback.kind.hasHeader else {
            faults.add(
                .unknownField, first.place, "'\(callback.kind.rawValue)' reports no header fields",
                help: "they stand below \(Self.withHeader)")
            return
        }
        var header: [NamedValue] = []
        let isNewRequest = [.to, .body].contains(callback.decision?.word)
        for text in inner {
            if let field = field(text, isNewRequest ? .order : .report) {
                header.append(field)
            } else {
                faults.add(
                    .badField, text.place, "'\(text.string)' is no field line",
                    help: "below a callback stand header fields: 'Name: value'")
            }
        }
        switch callback.decision {
        case .toURL(let url, _): callback.decision = .toURL(url, header: header)
        case .body(let body, _): callback.decision = .body(body, header: header)
        default: callback.header = header
        }
    }

    private static let withHeader = CallbackKind.allCases.filter(\.hasHeader).map { "'\($0.rawValue)'" }
        .joined(separator: ", ")

    // MARK: - What is decided

    /// The words before the arrow and the decision behind it.
    private static func arrow(in words: [Word]) -> (before: ArraySlice<Word>, arrow: Word, decision: ArraySlice<Word>)?
    {
        guard let index = words.dropFirst().firstIndex(where: \.isArrow) else { return nil }
        return (words[..<index], words[index], words[(index + 1)...])
    }

    /// Checks that a decision fits the challenge: a server is trusted or not, others ask for a password or a
    /// certificate.
    private mutating func checkAnswer(_ decision: Decision?, to kind: String?, _ word: Word?) {
        guard let decision, let word, let kind = kind.flatMap(ChallengeKind.init) else { return }
        let fits =
            switch decision {
            case .plain(.trust): kind.proof == .trust
            case .use: kind.proof == .password
            case .useCertificate: kind.proof == .certificate
            default: true
            }
        guard !fits else { return }
        let help =
            switch kind.proof {
            case .trust: "'trust' trusts the server"
            case .certificate: "write 'use certificate alice'"
            case .password: "write 'use alice:secret'"
            }
        faults.add(
            .unknownDecision, word.text.place, "'challenge \(kind.rawValue)' cannot be answered with '\(word.string)'",
            help: help)
    }

    private mutating func decide(_ words: ArraySlice<Word>, _ arrow: Word, _ callback: inout Callback) {
        let kind = callback.kind
        let more: [DecisionWord] = kind.isQuestion ? [.cancel, .hold] : [.cancel]
        callback.decision = decision(words, after: arrow.text, kind.decisions + more, of: kind)
        if kind == .challenge { checkAnswer(callback.decision, to: callback.subject.first?.literalText, words.first) }
        if callback.decision == .plain(.hold) { draft.held = kind }
    }
}
