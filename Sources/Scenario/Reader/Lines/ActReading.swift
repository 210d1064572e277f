// ActReading.swift: `!` lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWire
internal import QuintainWords

extension ScenarioBuilder {
    mutating func act(_ mark: Mark, _ line: SourceLine) {
        speech.interrupt()
        guard let lane = lane(mark.lane) else { return }
        guard let words = reader.words(mark.text(in: line)) else { return }
        guard let first = words.first else {
            return faults.add(.missingValue, line.whole.place, "no act is named", help: "such as '! close'")
        }
        guard let word = ActWord(rawValue: first.string) else {
            return faults.addUnknown(
                .unknownAct, first.text, "act", among: ActWord.words, now: OldWord.act.now(first.string))
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
            deed = act(word, &rest, lane).flatMap { act in
                guard let byte else { return .act(act) }
                return self.byte(byte).map { .act(.at($0, act)) }
            }
        }
        guard let deed else { return }
        if let extra = rest.rest.first { faults.addExtra(extra.text, behind: rest.name.string) }
        add(deed, lane, line)
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
        case .flush: return .flush
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
            if !speech.beginTrailers(lane) { noMessage(rest.name, "message", "below the body of a message") }
            return .trailers
        case .resetStream, .goAway, .settings, .ping, .window, .frame: return streamAct(word, &rest)
        case .newConnection, .sameConnection, .connection, .await: return nil
        }
    }

    private mutating func awaited(_ rest: inout WordList, _ lane: Lane) -> Awaited? {
        guard let first = next(&rest, "what the client must do: await connection") else { return nil }
        guard let word = faults.word(first.text, of: AwaitWord.self, .unknownAwaited, "event to await") else {
            return nil
        }
        rest = WordList(name: first, rest: rest.rest)
        switch word {
        case .connection: return .connection
        case .close: return .close
        case .fin: return .fin
        case .reset: return .reset
        case .bytes:
            if !speech.hasRequest(lane) { noMessage(first, "request", "below the lines of a request") }
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
            guard let field = faults.word(name, of: HandshakeField.self, .unknownOption, "field of a handshake") else {
                return nil
            }
            checkReported(field.rawValue, of: "handshake", word.value)
            if field == .alpn, word.value.equals("h2") { draft.needs.append(NeedWord.h2.rawValue) }
            return HandshakeDemand(field, reader.value(word.value, .report))
        }
    }

    private mutating func demandTLS(_ word: Word) {
        reader.demands.insert(.tls)
        draft.notesAct(of: .tls, word)
    }

    private mutating func noMessage(_ word: Word, _ what: String, _ remedy: String) {
        faults.add(
            .noMessage, word.text.place, "no \(what) stands above that '\(word.string)' could be about",
            help: "write it \(remedy)")
    }

    // MARK: - Values

    /// `at=17`
    private mutating func byte(_ word: Word) -> Int? {
        if let byte = Units.size(word.value.string) { return byte }
        faults.add(
            .badNumber, word.value.place, "'\(word.value.string)' is no number of bytes",
            help: "such as at=17; bytes are counted from the reply's first, its head included")
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
        faults.add(.badNumber, word.text.place, "'\(word.string)' is no \(what)", help: help)
        return nil
    }

    mutating func onOrOff(_ rest: inout WordList) -> Bool? {
        guard let word = next(&rest, "'on' or 'off'") else { return nil }
        if word.text.equals("on") { return true }
        if word.text.equals("off") { return false }
        faults.add(
            .badValue, word.text.place, "'\(word.string)' is neither 'on' nor 'off'",
            help: "write 'on' or 'off'")
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
