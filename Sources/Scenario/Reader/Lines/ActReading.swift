// ActReading.swift: `!` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWire
internal import QuintainWords

extension ScenarioBuilder {
    mutating func act(_ mark: Mark, _ line: SourceLine) {
        speech.interrupt()
        guard let lane = lane(mark.lane, "!") else { return }
        guard let words = reader.words(mark.text(in: line)) else { return }
        guard let first = words.first else {
            return faults.add(.missingValue, line.whole.place, "no act is named", help: "such as '! close'")
        }
        guard let word = ActWord(rawValue: first.string) else {
            unknownAct(first, words.dropFirst().first)
            return
        }
        var rest = WordList(name: first, rest: words.dropFirst())
        let deed: Deed?
        switch word {
        case .await: deed = awaited(&rest, lane).map { .await($0) }
        case .newConnection: deed = .binding(.new)
        case .sameConnection: deed = .binding(.same)
        case .connection: deed = next(&rest, "a name: connection one").map { .binding(.named($0.string)) }
        default:
            let byte = word.marks.contains(.isAtByte) ? rest.takeField("at") : nil
            if byte == nil, word.marks.contains(.isOnlyAtByte) {
                missing(rest.name, "the byte of the reply below at which it happens: \(rest.name.string) at=17")
                return
            }
            deed = act(word, &rest, lane).flatMap { act in
                guard let byte else { return .act(act) }
                return self.byte(byte).map { .act(.at($0, act)) }
            }
        }
        guard let deed else { return }
        if let extra = rest.rest.first {
            faults.add(
                .extraValue, extra.text.place,
                "nothing can follow '\(rest.name.string)', but '\(extra.string)' does",
                help: help(for: rest.rest.map(\.string), behind: word) ?? "take it away")
        }
        add(deed, lane, line)
    }

    /// Help for words that the act does not take.
    private func help(for extra: [String], behind word: ActWord) -> String? {
        if word == .await, extra[0].hasPrefix("after=") { return Self.helpForAfter }
        // `! await frame GOAWAY NO_ERROR`
        if word == .await, extra[0].first?.isLetter ?? false, ErrorCode(extra[0]) != nil {
            return "write 'code=\(extra[0])'"
        }
        // `! reset 30`, `! reset at 30`, `! reset after=30`
        let count = extra.prefix(2).lazy.compactMap { Units.size(String($0.split(separator: "=").last ?? "")) }.first
        if let count, word.marks.contains(.isAtByte) {
            return "write '! \(word.rawValue) at=\(count)', above the reply of which so many bytes are sent"
        }
        let time = ["after", "in", "within"].contains(extra[0]) && extra.count > 1 ? extra[1] : extra[0]
        guard Units.duration(time) != nil else { return nil }
        return word == .await || extra[0] == "within"
            ? "how long it may take stands on a line of its own, above this one: 'within \(time)'"
            : "a pause stands above it: '! wait \(time)'"
    }

    /// `> GET /a after=900ms`, `> GET /a within 2s`, `> GET /a lane=x`; nil: there is nothing like that.
    static func helpForOption(in content: Text) -> String? {
        let words = content.string.split(separator: " ").dropFirst()
        let fields = words.map { $0.split(separator: "=", maxSplits: 1) }
        for parts in fields + zip(words, words.dropFirst()).map({ [$0, $1] }) where parts.count == 2 {
            let value = String(parts[1])
            switch parts[0] {
            case "after" where Units.duration(value) != nil || Units.durations(value) != nil: return helpForAfter
            case "within" where Units.duration(value) != nil, "level" where Level(rawValue: value) != nil:
                return "'\(parts[0]) \(parts[1])' stands on a line of its own, above this one"
            case "timeout" where Units.duration(value) != nil, "total" where Units.duration(value) != nil:
                return "a load has such options: 'client GET / \(parts[0])=\(value)'"
            case "via":
                let start = content.string.split(separator: " ").prefix(2).joined(separator: " ")
                return "a load goes through a proxy by its order: 'client \(start) via \(value)'"
            case "lane": return "the name of a lane stands directly behind the mark: '>\(parts[1]) GET /'"
            default: continue
            }
        }
        return nil
    }

    static let helpForAfter =
        "only '*' lines have 'after='; '! quiet 900ms' above a line of the client's says that nothing comes sooner"

    /// Of words that are no acts of another name.
    private static func help(forWord name: String, _ value: String?) -> String? {
        switch name {
        case "redirect": "a redirect is a reply: '< 302', and below it '< Location: \(value ?? "/b")'"
        case "end": "a block ends with 'end', without a mark, and a connection with '! close'"
        default: nil
        }
    }

    private mutating func unknownAct(_ word: Word, _ value: Word?) {
        let name = word.string
        // `! delay=500ms`
        let halves = name.split(separator: "=", maxSplits: 1).map(String.init)
        faults.add(
            .unknownAct, word.text.place, "no act is called '\(name)'",
            help: Self.help(forWord: name, value?.string)
                ?? WordHelp.help(
                    for: halves.first ?? name, with: halves.count > 1 ? halves[1] : value?.string, among: ActWord.words,
                    .acts, on: .act))
    }

    private mutating func act(_ word: ActWord, _ rest: inout WordList, _ lane: Lane) -> Act? {
        switch word {
        case .wait: return duration(&rest).map { .wait($0) }
        case .quiet: return duration(&rest).map { .quiet($0) }
        case .rate: return number(&rest, "number of bytes a second", "such as 10KB/s", Units.rate).map { .rate($0) }
        case .segment:
            return number(
                &rest, "number of bytes a write", "at least 1", { Units.size($0).flatMap { $0 > 0 ? $0 : nil } }
            )
            .map { .segment($0) }
        case .hold: return .hold
        case .read: return onOrOff(&rest).map { .read($0) }
        case .flush: return .flush
        case .tear: return .tear
        case .close: return .close
        case .halfClose: return .halfClose
        case .reset: return .reset
        case .stall: return .stall
        case .closeNotify:
            demandTLS(rest.name)
            return onOrOff(&rest).map { .closeNotify($0) }
        case .tlsAlert:
            demandTLS(rest.name)
            return next(&rest, "a name: tls-alert handshake_failure").flatMap { alert($0) }.map { .tlsAlert($0) }
        case .trailers:
            if !speech.beginTrailers(lane) {
                faults.add(
                    .noMessage, rest.name.text.place, "no message stands above whose body could end here",
                    help: LaneSlips.help(forForgottenBy: rest.name, lane, [.server, .client], speech)
                        ?? "write it below the body of a reply or of a request")
            }
            return .trailers
        case .early:
            if !speech.hasRequest(lane) {
                faults.add(
                    .noMessage, rest.name.text.place, "no request stands above that could be answered early",
                    help: LaneSlips.help(forForgottenBy: rest.name, lane, [.client], speech)
                        ?? "write it below the lines of a request")
            }
            return .early
        case .wrong:
            guard !rest.rest.isEmpty else { return next(&rest, "a reason: wrong \"…\"").map { .wrong($0.string) } }
            let reason = reader.values(rest.takeAll().map(\.text), .order)
            return .wrong(reason.literalText ?? "")
        case .resetStream, .goAway, .settings, .ping, .window, .frame: return streamAct(word, &rest)
        case .newConnection, .sameConnection, .connection, .await: return nil
        }
    }

    private mutating func awaited(_ rest: inout WordList, _ lane: Lane) -> Awaited? {
        guard let first = next(&rest, "what the client must do: await connection") else { return nil }
        guard let word = AwaitWord(rawValue: first.string) else {
            faults.add(
                .unknownAwaited, first.text.place, "'\(first.string)' cannot be awaited",
                help: WordHelp.help(for: first.string, among: AwaitWord.words, .awaited, on: .awaited))
            return nil
        }
        rest = WordList(name: first, rest: rest.rest)
        switch word {
        case .connection: return .connection
        case .close: return .close
        case .fin: return .fin
        case .reset: return .reset
        case .bytes:
            if !speech.hasRequest(lane) {
                faults.add(
                    .noMessage, first.text.place, "no request stands above whose body could come",
                    help: "'! await connection' and '! await client-hello' stand before a request")
            }
            return number(&rest, "number of bytes", "such as 100", Units.size).map { .bytes($0) }
        case .clientHello:
            demandTLS(rest.name)
            return .clientHello(serverName: rest.takeField("sni").map { reader.value($0.value, .report) })
        case .handshake:
            demandTLS(rest.name)
            return .handshake(handshakeDemands(&rest))
        case .tlsAlert:
            demandTLS(rest.name)
            return .tlsAlert(rest.takePlain(atMost: 1).first.flatMap { alert($0) })
        case .frame: return awaitedFrame(&rest)
        }
    }

    private mutating func handshakeDemands(_ rest: inout WordList) -> [HandshakeDemand] {
        rest.takeFields().compactMap { word in
            guard let name = word.name else { return nil }
            guard let field = HandshakeField(rawValue: name.string) else {
                faults.add(
                    .unknownOption, name.place, "a handshake has no '\(name.string)'",
                    help: WordHelp.help(for: name.string, among: HandshakeField.words, .handshakeFields))
                return nil
            }
            proof.checkReported(field.rawValue, of: "handshake", word.value)
            return HandshakeDemand(field, reader.value(word.value, .report))
        }
    }

    private mutating func demandTLS(_ word: Word) {
        reader.demands.insert(.tls)
        draft.notesAct(of: .tls, word)
    }

    // MARK: - Values

    /// `at=17`
    private mutating func byte(_ word: Word) -> Int? {
        if let byte = Units.size(word.value.string) { return byte }
        faults.add(
            .badNumber, word.value.place, "'\(word.value.string)' is no number of bytes",
            help: word.value.string.hasPrefix("body")
                ? "bytes are counted from the reply's first; in the body the act stands below them: '< {{bytes 40}}', '! reset'"
                : "such as at=17")
        return nil
    }

    private mutating func alert(_ word: Word) -> String? {
        if TLSAlert(word.string) != nil { return word.string }
        faults.add(
            .badValue, word.text.place, "'\(word.string)' is no alert of TLS",
            help: NearestWord.suggestion(for: word.string, among: TLSAlert.names)
                ?? "such as handshake_failure or unknown_ca, as RFC 8446 section 6 names them")
        return nil
    }

    private mutating func duration(_ rest: inout WordList) -> Int? {
        number(&rest, "time to wait", "such as 200ms or 5s", Units.duration)
    }

    private mutating func number(
        _ rest: inout WordList, _ what: String, _ help: String, _ read: (String) -> Int?
    ) -> Int? {
        guard let word = rest.takePlain(atMost: 1).first else {
            faults.add(.missingValue, rest.name.text.place, "'\(rest.name.string)' needs a value", help: help)
            return nil
        }
        if let number = read(word.string) { return number }
        let unit = rest.rest.first
        rest = WordList(name: rest.name, rest: [])
        let meant = Units.meant(by: word.string + (unit?.string ?? "")).first { read($0) != nil }
        let typed = meant == nil ? word.text : Text(word.text.line, word.text.start..<(unit ?? word).text.end)
        faults.add(
            .badNumber, typed.place, "'\(typed.string)' is no \(what)", help: meant.map { "write '\($0)'" } ?? help)
        return nil
    }

    mutating func onOrOff(_ rest: inout WordList) -> Bool? {
        guard let word = next(&rest, "'on' or 'off'") else { return nil }
        if word.text.equals("on") { return true }
        if word.text.equals("off") { return false }
        faults.add(
            .badValue, word.text.place, "'\(word.string)' is neither 'on' nor 'off'",
            help: WordHelp.help(for: word.string, among: ["on", "off"], .switches))
        return nil
    }

    mutating func next(_ list: inout WordList, _ what: String) -> Word? {
        if let word = list.takePlain(atMost: 1).first { return word }
        missing(list.name, what)
        return nil
    }
}

/// The words behind a name, taken one after the other.
struct WordList {
    let name: Word
    private(set) var rest: [Word]

    init(name: Word, rest: some Sequence<Word>) {
        self.name = name
        self.rest = Array(rest)
    }

    mutating func takeAll() -> [Word] {
        defer { rest = [] }
        return rest
    }

    /// Takes the words that are no fields.
    mutating func takePlain(atMost limit: Int = .max) -> [Word] {
        var taken: [Word] = []
        var left: [Word] = []
        for word in rest {
            if word.name == nil, taken.count < limit { taken.append(word) } else { left.append(word) }
        }
        rest = left
        return taken
    }

    mutating func takeFields() -> [Word] {
        let taken = rest.filter { $0.name != nil }
        rest.removeAll { $0.name != nil }
        return taken
    }

    mutating func takeField(_ name: String) -> Word? {
        rest.firstIndex { $0.name?.string == name }.map { rest.remove(at: $0) }
    }
}
