// OrderReading.swift: `client` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
    mutating func client(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        speech.interrupt()
        guard let words = reader.words(rest) else {
            draft.implied.order(isLoad: true)
            return
        }
        guard let first = words.first else {
            faults.add(
                .missingValue, line.whole.place, "'client' needs an order", help: "client GET /, or client cancel")
            return
        }
        if let word = OrderWord(rawValue: first.string) {
            draft.implied.order(isLoad: word == .resume)
            if let text = inner.first {
                faults.add(
                    .strayContinuation, text.place, "nothing can be indented below 'client \(first.string)'",
                    help: "fields and bodies stand below a load, such as 'client GET /a'")
            }
            order(word, WordList(name: first, rest: words.dropFirst()), rest, line)
            return
        }
        draft.implied.order(isLoad: true)
        guard first.text.bytes.allSatisfy({ Byte.isToken($0) && !Byte.isLower($0) }) || first.text.starts(with: "{{")
        else {
            faults.add(
                .unknownOrder, first.text.place, "no order and no method is called '\(first.string)'",
                help: NearestWord.suggestion(for: first.string, among: OrderWord.words)
                    ?? "an order, or a method in capitals: 'client GET /'")
            return
        }
        load(words, line, inner)
    }

    private mutating func order(_ word: OrderWord, _ list: WordList, _ rest: Text, _ line: SourceLine) {
        var list = list
        var lane = Lane.unnamed
        if word != .add, let field = list.takeField("lane") {
            guard isLaneName(field), let known = self.lane(field.value) else { return }
            lane = known
        }
        guard let order = order(word, &list, rest) else { return }
        if let extra = list.rest.first { faults.addExtra(extra.text, behind: word.rawValue) }
        add(.order(order), lane, line)
    }

    private mutating func order(_ word: OrderWord, _ list: inout WordList, _ rest: Text) -> ClientOrder? {
        switch word {
        case .cancel: return .cancel
        case .suspend: return .suspend
        case .continue: return .proceed
        case .resume: return .resume
        case .invalidate: return .invalidate
        case .restart: return .restart
        case .trust: return next(&list, "the name of an anchor: trust ca").map { .trust(anchor: $0.string) }
        case .answer: return answer(&list)
        case .add:
            guard let what = next(&list, "a cookie: add cookie a=b") else { return nil }
            guard what.text.equals("cookie") else {
                faults.addUnknown(.unknownOrder, what.text, "thing to add", among: ["cookie"])
                return nil
            }
            guard !list.takeAll().isEmpty else {
                missing(what, "the cookie: add cookie a=b")
                return nil
            }
            let cookie = Text(rest.line, what.text.end..<rest.end).trimmed
            return .addCookie(reader.value(cookie, .order))
        case .forget: return forget(&list)
        }
    }

    private mutating func forget(_ list: inout WordList) -> ClientOrder? {
        guard let what = next(&list, "what: forget cookies") else { return nil }
        switch what.string {
        case "cookies": return .forget(.cookies)
        case "cache": return .forget(.cache)
        case "credentials": return .forget(.credentials)
        case "cookie": return next(&list, "a name: forget cookie NAME").map { .forget(.cookie(name: $0.string)) }
        default:
            let known = ["cookies", "cache", "credentials", "cookie"]
            faults.addUnknown(.unknownOrder, what.text, "thing to forget", among: known)
            return nil
        }
    }

    private mutating func answer(_ list: inout WordList) -> ClientOrder? {
        guard let kind = draft.held else {
            faults.add(
                .nothingHeld, list.name.text.place, "no question above is held", help: "a '*' line holds it: -> hold")
            return nil
        }
        let words = list.takeAll()
        // As elsewhere, the default is not written.
        guard !words.isEmpty else { return .answer(.plain(.byDefault)) }
        return decision(words[...], after: list.name.text, kind.decisions + [.cancel], of: kind).map { .answer($0) }
    }
}
