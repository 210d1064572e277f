// Arguments.swift: a command's options and arguments, read by the declaration that its help is made of.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSides
import QuintainWords

/// A command line that cannot be carried out.
struct WrongUse: Error {
    let message: String
    let help: String?

    init(_ message: String, help: String? = nil) {
        self.message = message
        self.help = help
    }

    /// Runs a body, and tells its failure.
    static func telling<Value>(_ body: () throws(LoopError) -> Value) throws(WrongUse) -> Value {
        do throws(LoopError) { return try body() } catch { throw WrongUse(error.message, help: error.help) }
    }
}

struct Arguments: Sendable {
    /// The arguments: neither options nor their values.
    private(set) var words: [String] = []
    /// The words after `--`; nil if there is no `--`.
    private(set) var command: [String]?
    private var values: [String: String] = [:]
    /// Every value of each option, for those that may be given more than once.
    private var all: [String: [String]] = [:]

    init(_ line: [String], usage: Usage) throws(WrongUse) {
        var rest = line[...]
        while let word = rest.popFirst() { try take(word, &rest, usage) }
    }

    /// What can be read of a line that is refused.
    init(legible line: [String], usage: Usage) {
        var rest = line[...]
        while let word = rest.popFirst() { try? take(word, &rest, usage) }
    }

    /// Takes an argument, an option with its value, or a client's command.
    private mutating func take(_ word: String, _ rest: inout ArraySlice<String>, _ usage: Usage) throws(WrongUse) {
        if word == "--" {
            guard usage.takesCommand else {
                throw WrongUse(
                    "'\(usage.name)' runs no command, so nothing can stand behind '--'")
            }
            command = Array(rest)
            rest = []
            return
        }
        guard word.hasPrefix("-"), word.count > 1 else {
            if words.count == usage.wordsAtMost {
                throw WrongUse("'\(word)' is an argument too many", help: "write: \(usage.synopsis)")
            }
            words.append(word)
            return
        }
        var parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        // The American spelling.
        if parts[0] == "--color" { parts[0] = "--colour" }
        guard let option = usage.options.first(where: { $0.name == parts[0] }) else {
            throw WrongUse(
                "there is no option '\(parts[0])'",
                help: NearestWord.suggestion(for: parts[0], among: usage.options.map(\.name))
                    ?? "quintain \(usage.name) --help lists the options")
        }
        if option.value == nil {
            guard parts.count == 1 else { throw WrongUse("option '\(option.name)' takes no value") }
            values[option.name] = ""
        } else if parts.count == 2 {
            try set(option, parts[1])
        } else if let value = rest.first, !usage.options.contains(where: { $0.name == value }) {
            rest.removeFirst()
            try set(option, value)
        } else {
            throw WrongUse("option '\(option.name)' needs a value", help: "write '\(option.form)'")
        }
    }

    func has(_ option: String) -> Bool { values[option] != nil }

    func value(_ option: String) -> String? { values[option] }

    /// The values of an option that may be repeated, in the order of the command line.
    func values(_ option: String) -> [String] { all[option] ?? [] }

    private mutating func set(_ option: Usage.Option, _ value: String) throws(WrongUse) {
        // A variable of a shell that is not set.
        if value.isEmpty, ["FILE", "DIR", "FOLDER"].contains(option.value) {
            throw WrongUse("the value of '\(option.name)' is empty", help: "write '\(option.form)', or leave it out")
        }
        values[option.name] = value
        all[option.name, default: []].append(value)
        guard option.mayRepeat || values(option.name).count == 1 else {
            throw Self.twice(option.name, values(option.name)[0], value)
        }
    }

    /// Of two values one would be passed over.
    static func twice(_ option: String, _ first: String, _ second: String) -> WrongUse {
        WrongUse("'\(option)' is given twice, with '\(first)' and '\(second)'", help: "leave one of them out")
    }

    /// A number from 1 on; nil without the option.
    func count(_ option: String, atMost most: Int) throws(WrongUse) -> Int? { try number(option, in: 1...most) }

    func number(_ option: String, in range: ClosedRange<Int>) throws(WrongUse) -> Int? {
        guard let text = values[option] else { return nil }
        if let number = Int(text), range.contains(number) { return number }
        throw WrongUse(
            "'\(text)' is no number for '\(option)'",
            help: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// A port; 0 is any free one.
    func port(_ option: String, default fallback: UInt16) throws(WrongUse) -> UInt16 {
        guard let text = values[option] else { return fallback }
        guard let port = UInt16(text) else {
            throw WrongUse("'\(text)' is no port", help: "write a number from 0 to 65535; 0 is any free port")
        }
        return port
    }

    /// `500ms`, `5s`, `2m`, `1h`, in milliseconds.
    func milliseconds(_ option: String, default fallback: Int) throws(WrongUse) -> Int {
        guard let text = values[option] else { return fallback }
        guard let time = Self.milliseconds(text) else {
            throw WrongUse("'\(text)' is no duration", help: "write '500ms', '5s', '2m' or '1h'")
        }
        return time
    }

    /// nil: the text is none of these.
    private static func milliseconds(_ text: String) -> Int? {
        let digits = text.prefix { $0.isNumber }
        let factors = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000]
        guard let number = Int(digits), let factor = factors[String(text.dropFirst(digits.count))], number <= 86_400
        else { return nil }
        return number * factor
    }

    /// How many milliseconds a line is waited for at least: `--patience`, else what QUINTAIN_PATIENCE says in seconds, as it
    /// does to the libraries for tests, or as the option does.
    func patience() throws(WrongUse) -> Int {
        guard values["--patience"] == nil, let text = Environment.value("QUINTAIN_PATIENCE"), !text.isEmpty else {
            return try milliseconds("--patience", default: 0)
        }
        if let time = Self.milliseconds(text) { return time }
        guard text.utf8.allSatisfy({ 48...57 ~= $0 }), let seconds = Int(text), seconds <= 86_400 else {
            throw WrongUse(
                "QUINTAIN_PATIENCE is '\(text)', and no number of seconds from 0 to 86400",
                help: "set it to 60 or 60s, for example")
        }
        return seconds * 1000
    }

    /// One of the choice's words; nil without the option.
    func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ option: String, _ choices: Choice.Type
    ) throws(WrongUse) -> Choice? {
        guard let text = values[option] else { return nil }
        if let choice = Choice(rawValue: text) { return choice }
        let words = choices.allCases.map(\.rawValue)
        throw WrongUse(
            "'\(text)' is not \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")",
            help: "write '\(option) \(words[0])'")
    }

    func style() throws(WrongUse) -> Style {
        switch values["--colour"] {
        case nil, "auto": return Style(colour: Terminal.isOutput && !Output.refusesColour)
        case "always": return Style(colour: true)
        case "never": return .plain
        case let other?: throw WrongUse("'\(other)' is not auto, always or never", help: "write '--colour always'")
        }
    }
}
