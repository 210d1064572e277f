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
            order(word, WordList(name: first, rest: words.dropFirst()), line)
            return
        }
        draft.implied.order(isLoad: true)
        guard first.text.bytes.allSatisfy({ Byte.isToken($0) && !Byte.isLower($0) }) || first.text.starts(with: "{{")
        else {
            faults.add(
                .unknownOrder, first.text.place, "no order and no method is called '\(first.string)'",
                help: OldWord.order.now(first.string) ?? NearestWord.suggestion(
                    for: first.string, among: OrderWord.words)
                    ?? "an order, or a method in capitals: 'client GET /'")
            return
        }
        load(words, line, inner)
    }

    private mutating func order(_ word: OrderWord, _ list: WordList, _ line: SourceLine) {
        var list = list
        var lane = Lane.unnamed
        if let field = list.takeField("lane") {
            guard isLaneName(field), let known = self.lane(field.value) else { return }
            lane = known
        }
        guard let order = order(word, &list) else { return }
        if let extra = list.rest.first { faults.addExtra(extra.text, behind: word.rawValue) }
        add(.order(order), lane, line)
    }

    private mutating func order(_ word: OrderWord, _ list: inout WordList) -> ClientOrder? {
        switch word {
        case .cancel: return .cancel
        case .suspend: return .suspend
        case .continue: return .proceed
        case .resume: return .resume
        case .trust: return next(&list, "the name of an anchor: trust ca").map { .trust(anchor: $0.string) }
        case .answer: return answer(&list)
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
