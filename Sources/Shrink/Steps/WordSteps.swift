// WordSteps.swift: steps within a line: words, members of fields, values, numbers, texts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    /// Takes out a word, `as` with its kind, or all words behind an arrow.
    var wordSteps: [Reduction] {
        rows.indices.flatMap { row -> [Reduction] in
            let words = anatomies[row].words
            let typed = words.map { text(row, $0) }
            var steps: [Reduction] = []
            switch anatomies[row].form {
            case .callback:
                if let arrow = typed.firstIndex(of: "->") {
                    steps.append(without(row, words[arrow].lowerBound..<words[words.count - 1].upperBound))
                }
                steps += words.indices.dropFirst().map { without(row, words[$0]) }
            case .act: steps += words.indices.dropFirst().map { without(row, words[$0]) }
            case .order:
                steps += words.indices.dropFirst().map { without(row, words[$0]) }
                for (index, word) in typed.enumerated() where word == "as" && index + 1 < words.count {
                    steps.append(without(row, words[index].lowerBound..<words[index + 1].upperBound))
                }
            case .setting where anatomies[row].word == .origin || anatomies[row].word == .proxy:
                steps += words.indices.dropFirst(2).map { without(row, words[$0]) }
            case .continuation: steps += words.indices.map { without(row, words[$0]) }
            case .request where startRows.contains(row) && words.count == 3: steps.append(without(row, words[2]))
            case .reply where startRows.contains(row) && words.count > 1 && !typed[0].hasPrefix("HTTP/"):
                steps.append(without(row, words[1].lowerBound..<words[words.count - 1].upperBound))
            case .request, .reply, .setting, .blank, .comment: break
            }
            return steps
        }
    }

    private func without(_ row: Int, _ range: Range<Int>) -> Reduction {
        Reduction(replaced: [row: rows[row].without(range)])
    }

    var startRows: Set<Int> {
        Set(lists.joined().filter { $0.line?.beginsMessage == true }.map(\.first))
    }

    /// Each field of a head or of trailers, with the place of its value behind the colon.
    var fieldRows: [(row: Int, value: Range<Int>)] {
        lists.joined().flatMap { item -> [(Int, Range<Int>)] in
            switch item.line?.deed {
            case .send(.field)?, .send(.trailer)?, .receive(.field)?, .receive(.trailer)?: break
            default: return []
            }
            let content = anatomies[item.first].content
            let field = text(item.first, content)
            guard let colon = field.utf8.firstIndex(of: UInt8(ascii: ":")) else { return [] }
            let start = content.lowerBound + field.utf8.distance(from: field.startIndex, to: colon) + 1
            return [(item.first, start..<content.upperBound)]
        }
    }

    var memberSteps: [Reduction] { fieldMemberSteps + stringLineSteps }

    /// Takes one of several lines out of a string: `"a\r\nb\r\n"`.
    private var stringLineSteps: [Reduction] {
        rows.indices.filter { anatomies[$0].form != .comment }.flatMap { row in
            anatomies[row].strings.flatMap { range -> [Reduction] in
                let lines = text(row, range).split(separator: "\\r\\n", omittingEmptySubsequences: false).map(
                    String.init)
                guard lines.count > 1 else { return [] }
                return lines.indices.map { index in
                    let rest = lines.enumerated().filter { $0.offset != index }.map(\.element)
                    return changing(row, range, to: rest.joined(separator: "\\r\\n"))
                }
            }
        }
    }

    private var fieldMemberSteps: [Reduction] {
        fieldRows.flatMap { row, value -> [Reduction] in
            let parts = members(row, value)
            guard parts.count > 1 else { return [] }
            return parts.enumerated().map { index, part in
                // A separator goes with the member: the one before it, or, for the first member, the one behind it.
                let range = index == 0 ? part.lowerBound..<parts[1].lowerBound : (part.lowerBound - 1)..<part.upperBound
                let blank = index == 0 && !text(row, parts[1]).hasPrefix(" ") ? " " : ""
                let rest = rows[row].replacing(range, with: blank)
                return Reduction(replaced: [row: rest])
            }
        }
    }

    /// The members of the value, between commas and semicolons that stand neither in quotes nor in values.
    private func members(_ row: Int, _ value: Range<Int>) -> [Range<Int>] {
        let bytes = Array(rows[row].utf8)
        var parts: [Range<Int>] = []
        var start = value.lowerBound
        var isQuoted = false
        for index in value {
            if bytes[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
            guard bytes[index] == UInt8(ascii: ",") || bytes[index] == UInt8(ascii: ";"), !isQuoted,
                !anatomies[row].values.contains(where: { $0.contains(index) })
            else { continue }
            parts.append(start..<index)
            start = index + 1
        }
        return parts + [start..<value.upperBound]
    }

    var valueSteps: [Reduction] {
        distinct(\.values).flatMap { value -> [Reduction] in
            let inner = String(value.dropFirst(2).dropLast(2))
            var steps: [Reduction] = []
            if let bar = inner.lastTransform {
                steps.append(renaming(value, "{{" + inner[..<bar].trimmedEnd + "}}"))
            } else if inner.hasPrefix("\""), inner.hasSuffix("\""), inner.count > 1 {
                steps.append(renaming(value, String(inner.dropFirst().dropLast())))
            }
            if value != "{{any}}", value != "{{absent}}" { steps.append(renaming(value, "x")) }
            return steps
        }
    }

    var numberSteps: [Reduction] {
        var steps: [Reduction] = []
        let statuses = statuses
        for row in rows.indices where !isDescription(row) {
            for (range, number) in numbers(in: row) {
                let isStatus = statuses.contains(text(row, range))
                for smaller in Set([0, 1, number / 2]).sorted() where smaller < number {
                    if !isStatus { steps.append(renaming(text(row, range), "\(smaller)")) }
                    // A number with its unit, such as 1MB, is one word, and is replaced as a whole.
                    if let unit = unit(behind: range, in: row) {
                        steps.append(
                            renaming(
                                text(row, range) + unit, "\(smaller)\(smaller == number / 2 ? unit : unit.smallest)"))
                    }
                }
            }
        }
        return steps.distinct
    }

    /// The statuses of the replies, which are what the scenario is about, and stand in callbacks as well.
    private var statuses: Set<String> {
        Set(
            startRows.filter { anatomies[$0].form == .reply }.compactMap { row in
                anatomies[row].words.first.map { text(row, $0) }
            })
    }

    private func numbers(in row: Int) -> [(Range<Int>, Int)] {
        let bytes = Array(rows[row].utf8)
        var found: [(Range<Int>, Int)] = []
        var index = 0
        while index < bytes.count {
            guard (48...57).contains(bytes[index]) else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, (48...57).contains(bytes[index]) { index += 1 }
            if let number = Int(rows[row].part(start..<index)), number > 1 { found.append((start..<index, number)) }
        }
        return found
    }

    private func unit(behind range: Range<Int>, in row: Int) -> String? {
        let rest = rows[row].part(range.upperBound..<rows[row].utf8.count)
        return ["ms", "s", "m", "h", "KiB", "MiB", "GiB", "KB", "MB", "GB"].filter(rest.hasPrefix)
            .max { $0.count < $1.count }
    }

    var textSteps: [Reduction] {
        var texts: [String] = []
        for item in lists.joined() {
            guard let line = item.line else { continue }
            let row = item.first
            switch line.deed {
            case .send(.body), .receive(.body): texts.append(text(row, anatomies[row].content))
            case .receive(.start) where anatomies[row].words.count > 1: texts.append(text(row, anatomies[row].words[1]))
            default: break
            }
        }
        for (row, value) in fieldRows { texts.append(text(row, value).trimmedStart) }
        texts += distinct(\.strings)
        for row in rows.indices where anatomies[row].form == .order {
            texts += anatomies[row].words.map { text(row, $0) }.filter { $0.hasPrefix("/") }
        }
        return texts.distinct.filter { !$0.hasPrefix("{{") }.flatMap { text in
            Self.shorter(text).map { renaming(text, $0) }
        }
    }

    private static func shorter(_ text: String) -> [String] {
        guard text.count > 1 else { return [] }
        let half = String(text.prefix(text.count / 2))
        if text.hasPrefix("//") {
            let name = text.dropFirst(2).prefix { $0 != "/" }
            return ["//\(name)/"].filter { $0.count < text.count }
        }
        if text.hasPrefix("/") {
            return ["/", "/?x", String(text.prefix(2)), half].distinct.filter {
                $0.count < text.count && !$0.hasOddEnd
            }
        }
        return ["", String(text.prefix(1)), half].distinct.filter { !$0.hasOddEnd }
    }

    /// Every text of a kind once, in the order of the rows.
    private func distinct(_ ranges: (LineAnatomy) -> [Range<Int>]) -> [String] {
        rows.indices.filter { !isDescription($0) }.flatMap { row in
            ranges(anatomies[row]).map { text(row, $0) }
        }.distinct
    }
}

extension String {
    /// The text without the stretch, and without the blanks before it.
    func without(_ range: Range<Int>) -> String {
        let head = part(0..<range.lowerBound).trimmedEnd
        let tail = part(range.upperBound..<utf8.count)
        if head.isEmpty || head.count == 1 { return part(0..<range.lowerBound) + tail.trimmedStart }
        return head + tail
    }

    fileprivate var trimmedStart: String { String(drop { $0 == " " }) }

    /// The bar before the last transform.
    fileprivate var lastTransform: String.Index? {
        var isQuoted = false
        var last: String.Index?
        var isEscaped = false
        for index in indices {
            if isEscaped {
                isEscaped = false
            } else if self[index] == "\\" {
                isEscaped = isQuoted
            } else if self[index] == "\"" {
                isQuoted.toggle()
            } else if self[index] == "|", !isQuoted {
                last = index
            }
        }
        return last
    }

    /// An empty fragment or query, or a percent sign without its digits: clients differ there for reasons of their own.
    fileprivate var hasOddEnd: Bool { ["#", "?"].contains(last) || suffix(2).contains("%") }

    /// The unit of a small number: none for bytes; times keep theirs, because 1ms is a longer text than 2s.
    fileprivate var smallest: String { hasSuffix("B") ? "" : self }
}

extension StringProtocol {
    fileprivate var trimmedEnd: String {
        var end = endIndex
        while end > startIndex, self[index(before: end)] == " " { end = index(before: end) }
        return String(self[..<end])
    }
}

extension Array where Element: Hashable {
    /// Each element once, at its first place.
    var distinct: [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
