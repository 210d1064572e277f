// LineNames.swift: what the lines of a scenario are called in the names of failures.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWords

/// A line is known by its text, and not by its number, which changes with each line that is put in above it: `GET:/a`,
/// `finish`, `await:close`. Of several with one text it has its place among them, and in a `repeat` its round: `GET:/a#2.3`.
struct LineNames {
    /// A line by its number; of the lines for which shorthand stands, which of them it is.
    struct Spot: Hashable {
        var line: Int
        var part = 0
    }

    private struct Names {
        private var names: [Spot: String] = [:]
        private var places: [Spot: Int] = [:]
        private var counts: [String: Int] = [:]

        subscript(line: Spot) -> String? { names[line] }

        mutating func add(_ name: String, _ line: Spot) {
            counts[name, default: 0] += 1
            (names[line], places[line]) = (name, counts[name])
        }

        func name(of line: Spot, round: Int?) -> String? {
            guard let name = names[line] else { return nil }
            let numbers = [counts[name] == 1 ? nil : places[line], round].compactMap(\.self)
            return numbers.isEmpty ? name : name + "#" + numbers.map(String.init).joined(separator: ".")
        }
    }

    /// Of messages, callbacks and acts, by their first lines, and of the bodies of requests.
    private var lines = Names()
    /// Of the fields of requests.
    private var fields = Names()
    /// The first line of the message that a line is a part of.
    private var starts: [Spot: Spot] = [:]
    private var latestStart: Spot?
    private var latest = Spot(line: 0)
    private var repeated: Set<Int> = []

    init(_ scenario: Scenario) {
        for node in scenario.nodes { take(node, of: scenario.source) }
    }

    // MARK: Names

    /// - Parameter round: how often the line has been reached, which is asked where it is repeated.
    func name(of line: Spot, round: () -> Int?) -> String? {
        lines.name(of: line, round: asked(round, line)) ?? message(of: line, round: round)
    }

    /// The message that the line is a part of.
    func message(of line: Spot, round: () -> Int?) -> String? {
        lines.name(of: starts[line] ?? line, round: asked(round, line))
    }

    func field(of line: Spot, round: () -> Int?) -> String? {
        fields.name(of: line, round: asked(round, line)) ?? message(of: line, round: round)
    }

    private func asked(_ round: () -> Int?, _ line: Spot) -> Int? { repeated.contains(line.line) ? round() : nil }

    // MARK: Lines

    private mutating func take(_ node: Node, of source: SourceText, isRepeated: Bool = false) {
        switch node {
        case .line(let line):
            let number = line.place.line
            if isRepeated { repeated.insert(number) }
            latest = Spot(line: number, part: latest.line == number ? latest.part + 1 : 0)
            if source.indices.contains(number - 1) { take(line.deed, latest, line.text ?? source[number - 1]) }
        case .repeated(let block): for node in block.nodes { take(node, of: source, isRepeated: true) }
        case .either(let block):
            for node in block.branches.flatMap(\.nodes) { take(node, of: source, isRepeated: isRepeated) }
        case .anyOrder(let block):
            for node in block.parts.flatMap(\.nodes) { take(node, of: source, isRepeated: isRepeated) }
        }
    }

    private mutating func take(_ deed: Deed, _ number: Spot, _ text: String) {
        switch deed {
        case .receive(let part): take(part, number, text)
        case .send(let part):
            if part.startsMessage { begin(number, text) }
            starts[number] = latestStart
        case .callback(let callback): lines.add(callback.kind.rawValue, number)
        // Its words are the sentence of the breach.
        case .act(.wrong): lines.add("wrong", number)
        case .await, .act, .binding: lines.add(Self.content(of: text), number)
        case .order: break
        }
    }

    private mutating func take(_ part: ReceiveLine, _ number: Spot, _ text: String) {
        switch part {
        case .start, .raw(_, .start): begin(number, text)
        case .field(let name, _, _): fields.add(name.lowercased(), number)
        case .trailer(let name, _, _):
            fields.add(name.lowercased(), number)
            goOn(number)
        case .body, .raw(_, .body): goOn(number)
        case .exactHead, .headEnd, .raw(_, .head): break
        }
        starts[number] = latestStart
    }

    private mutating func begin(_ number: Spot, _ text: String) {
        latestStart = number
        lines.add(Self.content(of: text), number)
    }

    /// A request that has begun, and does not come to its end, is another one than one that never came.
    private mutating func goOn(_ number: Spot) {
        if let start = latestStart.flatMap({ lines[$0] }) { lines.add("\(start):body", number) }
    }

    // MARK: Texts

    private static func content(of line: String) -> String {
        joined(String(decoding: line.utf8.dropFirst(LineAnatomy(line).content.lowerBound), as: UTF8.self))
    }

    /// The text as a part of one word. A comma, a `#` and a question mark at the end say something else in a file of known
    /// failures.
    static func joined(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: ":")
        let word = words.replacing(",", with: "%2C").replacing("#", with: "%23").prefix(longest)
        return word.last == "?" ? word.dropLast() + "%3F" : String(word)
    }

    private static let longest = 120
}
