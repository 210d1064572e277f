// Whereabouts.swift: finds the text of a scenario in the source of its test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// The place of a scenario's text in the source of its test, whose lines its faults are told with.
package struct Whereabouts: Sendable {
    /// `FormsTests.swift`
    package let file: String
    /// The number of the text's first line in the source, counted from one.
    package let line: Int
    /// Characters in front of each line.
    package let indentation: Int

    /// A text of several lines is found by its lines, however far they are indented: in the call itself, or as a constant
    /// in the source or in another of its folder. In the call itself the lines may have values of Swift, `\(…)`, as long as each stays
    /// one line. One that is put together otherwise is not found, nor is any where the source is not at hand.
    ///
    /// - Parameter ofAttribute: the text may stand in an attribute, of which the compiler tells the place of what is
    ///   declared below it.
    package init?(of text: String, near place: TestPlace, ofAttribute: Bool = false) {
        let wanted = Self.lines(of: text)
        guard wanted.count > 1, let source = TestSource.at(place.filePath) else { return nil }
        let places = source.places(of: wanted)
        let own = places.first {
            (place.line..<place.line + Self.linesOfCall).contains($0) && source.isArgument($0, ofCallAt: place.line - 1)
        }
        // The literal ends at this index.
        let above = ofAttribute ? places.last { (1...Self.linesOfCall).contains(place.line - $0 - wanted.count) } : nil
        // The next test's own text may begin a few lines below.
        guard
            let first = above ?? own
                ?? source.filledIn(wanted, ofCallAt: place.line - 1, within: Self.linesOfCall)
                ?? source.constant(among: places, above: place.line)
        else {
            guard !ofAttribute, let (beside, source, first) = TestSource.constant(wanted, beside: place.filePath) else {
                return nil
            }
            self.init(of: text, in: beside, source, at: first)
            return
        }
        self.init(of: text, in: place.filePath, source, at: first)
    }

    private init(of text: String, in path: String, _ source: TestSource, at first: Int) {
        file = String(path.split(separator: "/").last ?? "")
        line = first + 1
        indentation = source.indentation(at: first) - text.prefix { $0 == " " || $0 == "\t" }.count
    }

    /// So far below the line of a call its text begins.
    private static let linesOfCall = 5

    /// The text at the number of the line that it has in the source.
    package func lines(of text: String) -> String { String(repeating: "\n", count: line - 1) + text }

    /// Whether a line stands in a source as it is: one with backslashes then stands in a raw literal.
    package static func stands(_ line: String, in path: String) -> Bool {
        TestSource.at(path)?.has(line[...].withoutIndentation) ?? false
    }

    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutIndentation)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}

/// The lines of a test's source, each of which is read once.
private struct TestSource {
    private let lines: [Substring]
    /// The same without their indentation.
    private let bare: [Substring]
    private let places: [Substring: [Int]]

    private static let all = Guarded<[String: TestSource?]>([:])

    static func at(_ path: String) -> TestSource? {
        all.withLock { all in
            if let known = all[path] { return known }
            let source = (try? String(contentsOfFile: path, encoding: .utf8)).map(TestSource.init)
            all[path] = .some(source)
            return source
        }
    }

    private init(_ source: String) {
        lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        bare = lines.map(\.withoutIndentation)
        places = Dictionary(grouping: bare.indices) { [bare] in bare[$0] }
    }

    /// Where these lines are a whole literal, counted from zero.
    func places(of wanted: [Substring]) -> [Int] {
        (places[wanted[0]] ?? []).filter { first in
            guard first > 0, lines[first - 1].contains(Self.quotes), bare[first...].starts(with: wanted) else {
                return false
            }
            return bare[(first + wanted.count)...].first { !$0.isEmpty }?.hasPrefix(Self.quotes) == true
        }
    }

    /// Whether the literal whose lines begin at this index may be the text of the call, and not that of another one below:
    /// the lines between them have no text of their own.
    func isArgument(_ first: Int, ofCallAt call: Int) -> Bool {
        call < first && lines[max(0, call)..<first - 1].allSatisfy { !$0.contains("of:") && !$0.contains("\"") }
    }

    /// Where a literal begins within so many lines of a call whose lines are these once its values are filled in.
    func filledIn(_ wanted: [Substring], ofCallAt call: Int, within reach: Int) -> Int? {
        guard bare.indices.contains(call) else { return nil }
        for first in (call + 1)..<min(call + reach + 1, bare.count)
        where lines[first - 1].contains(Self.quotes) && (first == call + 1 || isArgument(first, ofCallAt: call)) {
            let end = bare[first...].firstIndex { $0.hasPrefix(Self.quotes) } ?? bare.count
            let written = bare[first..<end]
            guard written.count >= wanted.count, written.dropFirst(wanted.count).allSatisfy(\.isEmpty),
                zip(written, wanted).allSatisfy({ FilledLine($0).mayBe($1) })
            else { continue }
            return first
        }
        return nil
    }

    /// The place that is no argument of another play, which may be the same by chance: of several the nearest above the call.
    func constant(among places: [Int], above call: Int) -> Int? {
        let constants = places.filter { !lines[$0 - 1].contains("of:") }
        return constants.last { $0 < call } ?? constants.first
    }

    /// The file of the same folder in which alone a constant is declared with these lines, and where they begin.
    static func constant(_ wanted: [Substring], beside path: String) -> (path: String, source: TestSource, first: Int)?
    {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        var found: [(path: String, source: TestSource, first: Int)] = []
        for name in neighbours(in: folder) {
            let other = "\(folder)/\(name)"
            guard other != path, let source = at(other) else { continue }
            found += source.places(of: wanted).filter(source.isDeclared).map { (other, source, $0) }
        }
        return found.count == 1 ? found[0] : nil
    }

    private func isDeclared(_ first: Int) -> Bool {
        [" = \(Self.quotes)", " = #\(Self.quotes)"].contains(where: lines[first - 1].hasSuffix)
    }

    /// The sources of a folder, of which a target may have many.
    private static func neighbours(in folder: String) -> ArraySlice<String> {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().prefix(neighboursAtMost)
    }

    private static let neighboursAtMost = 200

    private static let quotes = "\"\"\""

    func has(_ line: Substring) -> Bool { bare.contains { $0.contains(line) } }

    func indentation(at index: Int) -> Int { lines[index].count - bare[index].count }
}

extension Substring {
    fileprivate var withoutIndentation: Substring { drop { $0 == " " || $0 == "\t" } }
}

/// A line of a literal: its text, cut at the values that Swift fills in.
private struct FilledLine {
    private var texts: [Substring] = []

    /// In a raw literal a `#` stands behind the backslash.
    init(_ line: Substring) {
        var rest = line
        while let start = rest.firstRange(of: "\\")?.lowerBound {
            let open = rest[start...].dropFirst().drop { $0 == "#" }
            guard open.first == "(", let end = Self.end(of: open) else { break }
            texts.append(rest[..<start])
            rest = rest[end...]
        }
        texts.append(rest)
    }

    /// Behind the parenthesis that closes the first one.
    private static func end(of text: Substring) -> Substring.Index? {
        var depth = 0
        for index in text.indices {
            if text[index] == "(" { depth += 1 }
            if text[index] == ")" { depth -= 1 }
            if depth == 0 { return text.index(after: index) }
        }
        return nil
    }

    func mayBe(_ line: Substring) -> Bool {
        guard texts.count > 1 else { return texts[0] == line }
        guard line.hasPrefix(texts[0]), line.dropFirst(texts[0].count).hasSuffix(texts[texts.count - 1]) else {
            return false
        }
        var rest = line.dropFirst(texts[0].count).dropLast(texts[texts.count - 1].count)
        for text in texts[1..<(texts.count - 1)] where !text.isEmpty {
            guard let range = rest.firstRange(of: text) else { return false }
            rest = rest[range.upperBound...]
        }
        return true
    }
}
