// LoadReading.swift: `client METHOD URL`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension ScenarioBuilder {
    /// `client METHOD URL …` and what is indented below it.
    mutating func load(_ words: [Word], _ line: SourceLine, _ inner: [Text]) {
        guard words.count > 1, words[1].name == nil else {
            missing(words[0], "a URL: client \(words[0].string) /index")
            return
        }
        var load = Load(method: reader.value(words[0].text, .order), url: loaded(words[1].text))
        var rest = words.dropFirst(2)
        var given: Set<String> = []
        while let word = rest.popFirst() {
            let name = word.name?.string ?? word.string
            if !given.insert(name).inserted {
                faults.add(.duplicateName, word.text.place, "'\(name)' is said already", help: "say it once")
            }
            if word.name != nil {
                option(word, &load)
            } else if word.text.equals("as") {
                kind(rest.popFirst(), word, &load)
            } else if word.text.equals("via") {
                proxy(rest.popFirst(), word, &load)
            } else if word.text.equals("untrusted") {
                load.isUntrusted = true
            } else {
                faults.add(
                    .unknownOption, word.text.place, "'\(word.string)' means nothing behind a URL",
                    help: "as KIND, via PROXY, or an option: timeout=2s; a blank of a URL is coded: '%20'")
                break
            }
        }
        var hasBody = false
        for text in inner { content(text, &load, &hasBody) }
        add(.order(.load(load)), load.lane, line)
    }

    /// The URL to load; in quotes it may have blanks and escapes.
    private mutating func loaded(_ text: Text) -> Target {
        guard text.bytes.first == Byte.quote,
            Scanner.endOfString(text.line.bytes, from: text.start, to: text.end) == text.end
        else { return target(text, .order) }
        guard let (origin, path) = originAndPath(of: Text(text.line, text.start + 1..<text.end - 1)) else {
            return .text(reader.value(text, .order))
        }
        // The string begins one byte before the path, as if the quotes were around the path alone.
        return .path(origin: origin, Template(reader.string(Text(text.line, path.start - 1..<text.end))))
    }

    private mutating func kind(_ word: Word?, _ before: Word, _ load: inout Load) {
        guard let word else {
            missing(before, "a kind of load: as download")
            return
        }
        if let kind = LoadKind.written.first(where: { $0.rawValue == word.string }) {
            load.kind = kind
        } else {
            faults.addUnknown(
                .unknownKind, word.text, "kind of load", among: LoadKind.written.map(\.rawValue),
                now: OldWord.load.now(word.string))
        }
    }

    private mutating func proxy(_ word: Word?, _ before: Word, _ load: inout Load) {
        guard let word else {
            missing(before, "the name of a proxy: via gate")
            return
        }
        load.proxy = word.string
        if scope.proxies.contains(word.string) { return }
        faults.add(
            .unknownProxy, word.text.place, "no proxy is called '\(word.string)'",
            help: NearestWord.suggestion(for: word.string, among: scope.proxies.sorted())
                ?? "add the line: proxy \(word.string) http")
    }

    private mutating func option(_ word: Word, _ load: inout Load) {
        guard let name = word.name else { return }
        guard let option = LoadOption(rawValue: name.string) else {
            return faults.addUnknown(
                .unknownOption, name, "option of a load", among: LoadOption.words, now: OldWord.option.now(name.string))
        }
        let typed = word.value.string
        switch option {
        case .lane:
            if isLaneName(word) { load.lane = Lane(typed) }
        case .timeout: load.timeout = duration(word)
        case .total: load.total = duration(word)
        case .cache:
            guard let use = CacheUseWord(rawValue: typed) else { return badOption(word, CacheUseWord.words) }
            load.options.append(NamedValue(name.string, Template(use.policy)))
        case .cookies:
            if !["on", "off"].contains(typed) { badOption(word, ["on", "off"]) }
            load.options.append(NamedValue(name.string, reader.value(word.value, .order)))
        case .credentials:
            let credentials = reader.value(word.value, .order)
            if let text = credentials.literal, !text.contains(Byte.colon) {
                faults.add(
                    .badValue, word.text.place, "'\(typed)' has no password",
                    help: "user and password with a colon between: alice:secret")
            }
            load.options.append(NamedValue(name.string, credentials))
        }
    }

    mutating func isLaneName(_ word: Word) -> Bool {
        let text = word.value
        let good = text.bytes.allSatisfy { Byte.isLower($0) || Byte.isDigit($0) }
        if good, let first = text.bytes.first, Byte.isLower(first), !text.equals("json") { return true }
        faults.add(
            .badValue, (text.isEmpty ? word.text : text).place, "'\(text.string)' is no name of a lane",
            help: "small letters and digits, a letter first: lane=b; '>json' begins a body of JSON")
        return false
    }

    private mutating func duration(_ word: Word) -> Int? {
        if let duration = Units.duration(word.value.string) { return duration }
        faults.add(
            .badNumber, word.text.place, "'\(word.value.string)' is no time",
            help: "such as 200ms or 5s")
        return nil
    }

    private mutating func badOption(_ word: Word, _ known: [String], now: String? = nil) {
        faults.addUnknown(.badValue, word.value, "value of '\(word.name?.string ?? "")'", among: known, now: now)
    }

    /// Reads a line below `client METHOD URL`: a header field, or `body …`.
    private mutating func content(_ text: Text, _ load: inout Load, _ hasBody: inout Bool) {
        if text.equals("body") || text.starts(with: "body ") {
            guard !hasBody else {
                faults.add(
                    .duplicateName, text.upTo(text.start + 4).place, "this load has a body already",
                    help: "write both as one: 'body \"one\\ntwo\"'")
                return
            }
            hasBody = true
            guard let words = reader.words(text.from(text.start + 4)) else { return }
            guard !words.isEmpty else {
                faults.add(
                    .missingValue, text.place, "'body' needs its bytes", help: "body \"…\", or body {{bytes 1MiB}}")
                return
            }
            load.body = reader.values(words.map(\.text), .order)
        } else if let field = field(text, .order) {
            load.header.append(field)
        } else {
            faults.add(
                .badField, text.place, "'\(text.string)' is neither a header field nor a body",
                help: "'Name: value', or 'body …'")
        }
    }
}
