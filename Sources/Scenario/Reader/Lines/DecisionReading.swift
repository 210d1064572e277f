// DecisionReading.swift: decisions behind `->`, and behind `client answer`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
    mutating func decision(
        _ words: ArraySlice<Word>, after arrow: Text, _ allowed: [DecisionWord], of kind: CallbackKind
    ) -> Decision? {
        let names = allowed.filter(DecisionWord.written.contains).map(\.rawValue)
        guard let first = words.first else {
            faults.add(
                .missingValue, arrow.place, "no decision stands behind '\(arrow.string)'",
                help: NearestWord.suggestionOrList(for: "", among: names))
            return nil
        }
        guard let word = DecisionWord(rawValue: first.string), names.contains(first.string) else {
            faults.addUnknown(
                .unknownDecision, first.text, "decision of '\(kind.rawValue)'", among: names,
                now: OldWord.decision.now(first.string))
            return nil
        }
        var rest = words.dropFirst()
        let decision = decision(word, first, &rest, of: kind)
        if decision != nil, let extra = rest.first { faults.addExtra(extra.text, behind: first.string) }
        return decision
    }

    private mutating func decision(
        _ word: DecisionWord, _ first: Word, _ rest: inout ArraySlice<Word>, of kind: CallbackKind
    ) -> Decision? {
        switch word {
        case .to:
            guard let text = rest.popFirst()?.text else {
                missing(first, kind == .destination ? "a name: to NAME" : "a URL: to /other")
                return nil
            }
            if kind == .destination { return .toName(reader.value(text, .order)) }
            checkURL(text)
            return .toURL(reader.value(text, .order), header: [])
        case .body:
            guard !rest.isEmpty else {
                missing(first, "the bytes: body \"…\"")
                return nil
            }
            defer { rest = [] }
            return .body(reader.values(rest.map(\.text), .order), header: [])
        case .use: return use(first, &rest)
        case .byDefault, .no, .download, .none, .trust, .cancel, .hold: return .plain(word)
        }
    }

    /// `use alice:secret`, `use certificate alice`, `use none`
    private mutating func use(_ first: Word, _ rest: inout ArraySlice<Word>) -> Decision? {
        guard let text = rest.popFirst()?.text else {
            missing(first, "a credential: use alice:secret")
            return nil
        }
        if text.equals("none") { return .plain(.none) }
        if text.equals("certificate") {
            guard let name = rest.popFirst()?.text else {
                missing(first, "the name of a certificate: use certificate alice")
                return nil
            }
            return .useCertificate(reader.value(name, .order))
        }
        let isColon: (UInt8) -> Bool = { $0 == Byte.colon }
        if text.bytes.first != Byte.quote, let colon = Scanner.first(in: text, where: isColon) {
            let user = reader.value(text.upTo(colon), .order)
            return .use(user: user, password: reader.value(text.from(colon + 1), .order))
        }
        let before = faults.errors
        let whole = reader.value(text, .order)
        guard faults.errors == before else { return nil }
        if let literal = whole.literal, let colon = literal.firstIndex(of: Byte.colon) {
            let user = String(decoding: literal[..<colon], as: UTF8.self)
            let password = String(decoding: literal[(colon + 1)...], as: UTF8.self)
            return .use(user: Template(user), password: Template(password))
        }
        faults.add(
            .badValue, text.place, "'\(text.string)' has no password",
            help: "user and password with a colon between: alice:secret")
        return nil
    }

    mutating func missing(_ word: Word, _ what: String) {
        faults.addMissing(behind: word.text, what)
    }
}
