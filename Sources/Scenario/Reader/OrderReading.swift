// OrderReading.swift: `client` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    mutating func client(_ rest: Text, _ line: SourceLine, _ inner: [Text]) {
        speech.interrupt()
        guard let words = words(rest) else {
            implied.order(isLoad: true)
            return
        }
        guard let first = words.first else {
            faults.add(
                .missingValue, line.whole.place, "'client' needs an order", help: "client GET /, or client cancel")
            return
        }
        if let word = OrderWord(rawValue: first.string) {
            implied.order(isLoad: word == .resume)
            if let text = inner.first {
                faults.add(.strayContinuation, text.place, "nothing can be indented below 'client \(first.string)'")
            }
            order(word, WordList(name: first, rest: words.dropFirst()), rest, line)
            return
        }
        implied.order(isLoad: true)
        guard first.text.bytes.allSatisfy({ Byte.isToken($0) && !Byte.isLower($0) }) || first.text.starts(with: "{{")
        else {
            faults.add(
                .unknownOrder, first.text.place, "no order and no method is called '\(first.string)'",
                help: NearestWord.suggestionOrList(for: first.string, among: OrderWord.words + Self.methods))
            return
        }
        load(words, line, inner)
    }

    // MARK: - Loads

    private mutating func load(_ words: [Word], _ line: SourceLine, _ inner: [Text]) {
        guard words.count > 1, words[1].name == nil else {
            missing(words[0], "a URL: client \(words[0].string) /index")
            return
        }
        var load = Load(method: value(words[0].text, .order), url: target(words[1].text, .order))
        var rest = words.dropFirst(2)
        while let word = rest.popFirst() {
            if word.name != nil {
                option(word, &load)
            } else if word.text.equals("as") {
                kind(rest.popFirst(), word, &load)
            } else if word.text.equals("via") {
                proxy(rest.popFirst(), word, &load)
            } else {
                faults.add(
                    .unknownOption, word.text.place, "'\(word.string)' means nothing behind a URL",
                    help: NearestWord.suggestion(for: word.string, among: ["as", "via"])
                        ?? "as KIND, via PROXY, or an option: timeout=2s")
                break
            }
        }
        var hasBody = false
        for text in inner { content(text, &load, &hasBody) }
        add(.order(.load(load)), load.lane, line)
    }

    private mutating func kind(_ word: Word?, _ before: Word, _ load: inout Load) {
        guard let word else {
            missing(before, "a kind of load: as download")
            return
        }
        if let kind = LoadKind(rawValue: word.string) {
            load.kind = kind
            return
        }
        faults.add(
            .unknownKind, word.text.place, "no load is of the kind '\(word.string)'",
            help: NearestWord.suggestionOrList(for: word.string, among: LoadKind.allCases.map(\.rawValue)))
    }

    private mutating func proxy(_ word: Word?, _ before: Word, _ load: inout Load) {
        guard let word else {
            missing(before, "the name of a proxy: via gate")
            return
        }
        load.proxy = word.string
        if scope.proxies[word.string] != nil {
            scope.proxies[word.string]?.used = true
            return
        }
        faults.add(
            .unknownProxy, word.text.place, "no proxy is called '\(word.string)'",
            help: NearestWord.suggestion(for: word.string, among: scope.proxies.keys.sorted())
                ?? "add the line: proxy \(word.string) http")
    }

    private mutating func option(_ word: Word, _ load: inout Load) {
        guard let name = word.name else { return }
        guard let option = LoadOption(rawValue: name.string) else {
            faults.add(
                .unknownOption, name.place, "a load has no option '\(name.string)'",
                help: NearestWord.suggestionOrList(for: name.string, among: LoadOption.words))
            return
        }
        let typed = word.value.string
        switch option {
        case .lane:
            if isLaneName(word) { load.lane = Lane(typed) }
        case .timeout: load.timeout = duration(word)
        case .total: load.total = duration(word)
        case .policy:
            if CachePolicy(rawValue: typed) == nil { badOption(word, CachePolicy.words) }
            load.options.append(NamedValue(name.string, value(word.value, .order)))
        case .cookies:
            if !["on", "off"].contains(typed) { badOption(word, ["on", "off"]) }
            load.options.append(NamedValue(name.string, value(word.value, .order)))
        case .credentials:
            let credentials = value(word.value, .order)
            if let text = credentials.literal, !text.contains(Byte.colon) {
                faults.add(
                    .badValue, word.text.place, "'\(typed)' has no password",
                    help: "user and password with a colon between: alice:secret")
            }
            load.options.append(NamedValue(name.string, credentials))
        case .anchor: load.options.append(NamedValue(name.string, value(word.value, .order)))
        }
    }

    private mutating func isLaneName(_ word: Word) -> Bool {
        let text = word.value
        let good = text.bytes.allSatisfy { Byte.isLower($0) || Byte.isDigit($0) }
        if good, let first = text.bytes.first, Byte.isLower(first) { return true }
        faults.add(
            .badValue, (text.isEmpty ? word.text : text).place, "'\(text.string)' is no name of a lane",
            help: "small letters and digits, a letter first: lane=b")
        return false
    }

    private mutating func duration(_ word: Word) -> Int? {
        if let duration = Units.duration(word.value.string) { return duration }
        faults.add(
            .badNumber, word.text.place, "'\(word.value.string)' is no time", help: "such as 200ms or 5s")
        return nil
    }

    private mutating func badOption(_ word: Word, _ known: [String]) {
        faults.add(
            .badValue, word.text.place, "'\(word.value.string)' is no value of '\(word.name?.string ?? "")'",
            help: NearestWord.suggestionOrList(for: word.value.string, among: known))
    }

    /// A line below `client METHOD URL`: a header field, or `body …`.
    private mutating func content(_ text: Text, _ load: inout Load, _ hasBody: inout Bool) {
        if text.equals("body") || text.starts(with: "body ") {
            guard !hasBody else {
                faults.add(.duplicateName, text.upTo(text.start + 4).place, "this load has a body already")
                return
            }
            hasBody = true
            guard let words = words(text.from(text.start + 4)) else { return }
            guard !words.isEmpty else {
                faults.add(
                    .missingValue, text.place, "'body' needs its bytes", help: "body \"…\", or body {{bytes 1MiB}}")
                return
            }
            load.body = values(words.map(\.text), .order)
        } else if let field = field(text, .order) {
            load.header.append(field)
        } else {
            faults.add(
                .badField, text.place, "'\(text.string)' is neither a header field nor a body",
                help: "'Name: value', or 'body …'")
        }
    }

    // MARK: - Other orders

    private mutating func order(_ word: OrderWord, _ list: WordList, _ rest: Text, _ line: SourceLine) {
        var list = list
        var lane = Lane.unnamed
        if word != .add, let field = list.takeField("lane") {
            guard isLaneName(field) else { return }
            lane = Lane(field.value.string)
        }
        guard let order = order(word, &list, rest) else { return }
        if let extra = list.rest.first {
            faults.add(
                .extraValue, extra.text.place, "'\(extra.string)' stands behind '\(word.rawValue)', where nothing can")
        }
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
                unknown(what, among: ["cookie"], "'\(what.string)' cannot be added")
                return nil
            }
            guard !list.takeAll().isEmpty else {
                missing(what, "the cookie: add cookie a=b")
                return nil
            }
            let cookie = Text(rest.line, what.text.end..<rest.end).trimmed
            return .addCookie(value(cookie, .order))
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
            unknown(
                what, among: ["cookies", "cache", "credentials", "cookie"],
                "nothing called '\(what.string)' can be forgotten")
            return nil
        }
    }

    private mutating func unknown(_ word: Word, among known: [String], _ message: String) {
        faults.add(
            .unknownOrder, word.text.place, message,
            help: NearestWord.suggestionOrList(for: word.string, among: known))
    }

    private mutating func answer(_ list: inout WordList) -> ClientOrder? {
        guard let kind = held else {
            faults.add(
                .nothingHeld, list.name.text.place, "no question above is held", help: "a '*' line holds it: -> hold")
            return nil
        }
        let words = list.takeAll()
        let decision = decision(words[...], after: list.name.text, kind.decisions + [.cancel], of: kind)
        return decision.map { .answer($0) }
    }

    /// For a misspelt one; any token in capitals is a method.
    private static let methods = ["GET", "POST", "PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "CONNECT"]
}
