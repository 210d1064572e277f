// Paint+Words.swift: callbacks, acts, orders, and settings that are made of words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainTLS
internal import QuintainWords

extension Paint {
    /// `[urlsession] redirect 302 /done method=GET -> follow`
    mutating func callback(_ content: Text) {
        var content = content
        if content.starts(with: "["), let end = content.bytes.firstIndex(of: UInt8(ascii: "]")) {
            paint(content.upTo(end + 1), .punctuation)
            for name in Scanner.split(text(content.start + 1, end), at: Byte.space, strings: false, values: false) {
                known(name, .constant, among: APIStyle.words)
            }
            content = content.from(end + 1)
        }
        words(content)
        let words = Scanner.words(of: content).words
        guard let first = words.first else { return }
        known(first.text, .name, among: CallbackKind.words)
        if words.count > 1, words[1].name == nil, !words[1].isArrow {
            switch CallbackKind(rawValue: first.string) {
            case .challenge, .challengeCancelled: known(words[1].text, .constant, among: ChallengeKind.words)
            case .fail: known(words[1].text, .constant, among: FailKind.words)
            default: break
            }
        }
        guard let arrow = words.firstIndex(where: \.isArrow) else { return }
        decision(words[(arrow + 1)...])
    }

    private mutating func decision(_ words: ArraySlice<Word>) {
        if let word = words.first { known(word.text, .decision, among: DecisionWord.words) }
    }

    /// `wait 200ms`, `await close`
    mutating func act(_ first: Word, _ content: Text) {
        words(content)
        let words = Scanner.words(of: content).words
        guard first.text.equals("await") else { return known(first.text, .name, among: ActWord.words) }
        paint(first.text, .keyword)
        if words.count > 1 { known(words[1].text, .name, among: AwaitWord.words) }
    }

    /// `client POST /submit as upload`, `client cancel`
    mutating func order(_ rest: Text) {
        words(rest)
        let words = Scanner.words(of: rest).words
        guard let first = words.first else { return }
        let isMethod = first.text.bytes.allSatisfy { Byte.isToken($0) && !Byte.isLower($0) }
        if isMethod {
            paint(first.text, .method)
            if words.count > 1 { values(in: words[1].text, as: .target) }
        } else {
            known(first.text, .name, among: OrderWord.words)
        }
        if first.text.equals("answer") { return decision(words.dropFirst()) }
        for (word, next) in zip(words.dropFirst(), words.dropFirst(2)) {
            if isMethod, word.text.equals("as") {
                paint(word.text, .keyword)
                known(next.text, .constant, among: LoadKind.allCases.map(\.rawValue))
            } else if isMethod, word.text.equals("via") {
                paint(word.text, .keyword)
                paint(next.text, .origin)
            }
        }
    }

    mutating func needs(_ text: Text) {
        for word in Scanner.words(of: text).words { known(word.text, .constant, among: NeedWord.all) }
    }

    /// `secure https certificate=self-signed`
    mutating func origin(_ text: Text, isNamed: Bool) {
        words(text)
        for (index, word) in Scanner.words(of: text).words.enumerated() {
            if isNamed, index == 0 {
                paint(word.text, .origin)
            } else if word.name == nil {
                known(word.text, .constant, among: ScenarioBuilder.originWords)
            } else if word.name?.equals("certificate") == true, CertificateKind(rawValue: word.value.string) != nil {
                paint(word.value, .constant)
            }
        }
    }
}
