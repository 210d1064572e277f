// FrameReading.swift: `!` lines of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension ScenarioBuilder {
    mutating func streamAct(_ word: ActWord, _ rest: inout WordList) -> Act? {
        draft.notesAct(of: .http2, rest.name)
        switch word {
        case .resetStream:
            return registered(&rest, ErrorCode.self, "a code: rst-stream CANCEL").map { .resetStream($0) }
        case .goAway: return goAway(&rest)
        case .settings:
            if let answers = answers(.settings, &rest) { return answers }
            return .settings(rest.takeAll().compactMap { setting($0) })
        case .ping: return answers(.ping, &rest) ?? .ping
        case .window: return onOrOff(&rest).map { .answers(.window, $0) }
        default: return frame(&rest).map { .frame($0) }
        }
    }

    mutating func awaitedFrame(_ rest: inout WordList) -> Awaited? {
        draft.notesAct(of: .http2, rest.name)
        guard let kind = registered(&rest, FrameKind.self, "a type: await frame GOAWAY") else { return nil }
        let fields = rest.takeFields().map { word in
            let name = word.name?.string ?? ""
            if !Self.isSaid(name, by: kind), let typed = word.name {
                faults.addUnknown(.unknownOption, typed, "value of \(kind)", among: Self.values(of: kind))
            }
            return NamedValue(name, reader.value(word.value, .report))
        }
        return .frame(kind, fields: fields)
    }

    /// The names of the values that transcripts have for a frame.
    private static func values(of kind: FrameKind) -> [String] {
        switch kind {
        case .goAway: ["code", "last", "debug"]
        case .resetStream: ["code"]
        case .windowUpdate: ["increment"]
        case .priority: ["dependency", "weight"]
        case .ping: ["flags"]
        case .settings: ["flags"] + SettingName.names.map(\.value)
        default: ["length"]
        }
    }

    private static func isSaid(_ name: String, by kind: FrameKind) -> Bool {
        values(of: kind).contains(name) || kind == .settings && SettingName(name) != nil
    }

    /// `settings off`, `ping on`
    private mutating func answers(_ answer: OwnFrame, _ rest: inout WordList) -> Act? {
        guard let word = rest.rest.first, !word.string.contains("=") else { return nil }
        return onOrOff(&rest).map { .answers(answer, $0) }
    }

    private mutating func goAway(_ rest: inout WordList) -> Act? {
        guard let code = registered(&rest, ErrorCode.self, "a code: goaway NO_ERROR") else { return nil }
        guard let last = rest.takeField("last") else { return .goAway(code, last: nil) }
        if let number = streamNumber(last.value.string) { return .goAway(code, last: .number(number)) }
        return lane(last.value).map { .goAway(code, last: .lane($0)) }
    }

    private mutating func setting(_ word: Word) -> Setting? {
        let text = word.text
        guard let equals = text.string.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            faults.add(
                .badValue, text.place, "'\(word.string)' is no setting",
                help: "such as MAX_CONCURRENT_STREAMS=1, or 0xff=1")
            return nil
        }
        let middle = text.start + text.string.utf8.distance(from: text.string.startIndex, to: equals)
        let (name, value) = (text.upTo(middle), text.from(middle + 1))
        guard let setting = SettingName(name.string) else {
            unregistered(word, name.string, SettingName.self)
            return nil
        }
        guard let number = UInt32(value.string) else {
            faults.add(
                .badNumber, value.place, "'\(value.string)' is no value of a setting",
                help: "a number from 0 to 4294967295")
            return nil
        }
        return Setting(setting, number)
    }

    private mutating func frame(_ rest: inout WordList) -> WrittenFrame? {
        guard let kind = registered(&rest, FrameKind.self, "a type: frame DATA stream=0") else { return nil }
        var frame = WrittenFrame(kind)
        for word in rest.takeFields() {
            guard let name = word.name else { continue }
            let text = word.value.string
            switch FrameField(rawValue: name.string) {
            case .stream: frame.stream = number(text, word, atMost: 0xFFFF_FFFF)
            case .length: frame.length = number(text, word, atMost: 0xFF_FFFF)
            case .flags:
                for part in text.split(separator: ",") {
                    guard let flag = FrameFlags(part, in: kind) else {
                        faults.add(
                            .badValue, word.value.place, "\(kind) has no flag '\(part)'",
                            help: "such as END_STREAM or 0x4, with commas between")
                        continue
                    }
                    frame.flags.insert(flag)
                }
            case nil: faults.addUnknown(.unknownOption, name, "field of a frame", among: FrameField.words)
            }
        }
        frame.payload = reader.values(rest.takePlain().map(\.text), .send)
        return frame
    }

    private mutating func number(_ text: String, _ word: Word, atMost most: Int) -> Int? {
        if let number = Int(text), 0...most ~= number { return number }
        faults.add(
            .badNumber, word.value.place, "'\(text)' is no number for a frame", help: "a number from 0 to \(most)")
        return nil
    }

    private func streamNumber(_ text: String) -> Int? {
        Int(text).flatMap { 0...0x7FFF_FFFF ~= $0 ? $0 : nil }
    }

    // MARK: - Names of the registry

    private mutating func registered<Number: NamedNumber>(
        _ rest: inout WordList, _: Number.Type, _ what: String
    ) -> Number? {
        guard let word = next(&rest, what) else { return nil }
        if let number = Number(word.string) { return number }
        unregistered(word, word.string, Number.self)
        return nil
    }

    private mutating func unregistered<Number: NamedNumber>(_ word: Word, _ name: String, _: Number.Type) {
        faults.add(
            .badValue, word.text.place, "'\(name)' is not registered for HTTP/2",
            help: NearestWord.suggestion(for: name, among: Number.names.map(\.value))
                ?? "such as \(Number.names.prefix(3).map(\.value).joined(separator: " ")); or a number, such as 0x7f")
    }
}
