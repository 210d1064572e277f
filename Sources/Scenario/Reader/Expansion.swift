// Expansion.swift: the cells of a row, put in where their columns are named.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The lines of a file with the places where `{{column}}` stands.
struct Expansion {
    private struct Gap {
        var typed: Range<Int>
        var column: Int
        /// Between quotes a cell's `{{"…"}}` would end the string: its inside is put in instead.
        var isQuoted: Bool
    }

    private let lines: [SourceLine]
    private let gaps: [[Gap]]
    /// The places of the lines that a row changes.
    let changed: [Int]

    init(_ lines: [SourceLine], columns: [String]) {
        self.lines = lines
        let numbers = Dictionary(columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { one, _ in one })
        let gaps = columns.isEmpty ? [] : lines.map { Self.gaps(in: $0, numbers) }
        self.gaps = gaps
        changed = gaps.indices.filter { !gaps[$0].isEmpty }
    }

    func changes(line number: Int) -> Bool { changed.contains { lines[$0].numbers.contains(number) } }

    /// The column whose cell is put in at exactly this place.
    func column(at place: Place) -> Int? {
        for index in changed where lines[index].numbers.contains(place.line) {
            return gaps[index].first { lines[index].place($0.typed) == place }?.column
        }
        return nil
    }

    /// The size of one run, roughly, in bytes.
    func size(_ cells: [[UInt8]]) -> Int {
        var size = cells.reduce(0) { $0 + $1.count }
        for (index, line) in lines.enumerated() {
            size += line.bytes.count + 16
            if !gaps.isEmpty { for gap in gaps[index] { size += cells[gap.column].count } }
        }
        return size
    }

    func lines(with cells: [[UInt8]]) -> [SourceLine] {
        let inner = cells.map(Self.unwrapped)
        var filled = lines
        for index in changed { filled[index] = fill(lines[index], gaps[index], cells, inner) }
        return filled
    }

    private func fill(_ line: SourceLine, _ gaps: [Gap], _ cells: [[UInt8]], _ inner: [[UInt8]]) -> SourceLine {
        var bytes: [UInt8] = []
        var insertions: [SourceLine.Insertion] = []
        var copied = 0
        for gap in gaps {
            bytes += line.bytes[copied..<gap.typed.lowerBound]
            let start = bytes.count
            bytes += gap.isQuoted ? inner[gap.column] : cells[gap.column]
            insertions.append(.init(there: start..<bytes.count, typed: gap.typed))
            copied = gap.typed.upperBound
        }
        bytes += line.bytes[copied...]
        return SourceLine(line, bytes: bytes, insertions: insertions)
    }

    private static func gaps(in line: SourceLine, _ columns: [String: Int]) -> [Gap] {
        let bytes = line.bytes
        guard let first = bytes.first, first != UInt8(ascii: "#") else { return [] }
        let isMessage = first == UInt8(ascii: ">") || first == UInt8(ascii: "<")
        var gaps: [Gap] = []
        var inValue = false
        var inString = false
        /// The end of JSON, in which `}}` may close two objects.
        var valuedEnd = 0
        var index = 0
        while index < bytes.count {
            if Scanner.opensValue(bytes, at: index, to: bytes.count) {
                if let (name, end) = name(bytes, from: index), let column = columns[name] {
                    gaps.append(Gap(typed: index..<end, column: column, isQuoted: inString))
                    index = end
                    continue
                }
                if !inString {
                    inValue = true
                    if index >= valuedEnd, Scanner.holdingWord(bytes, from: index + 2, to: bytes.count) != nil {
                        valuedEnd = Scanner.endOfValue(bytes, from: index, to: bytes.count) ?? bytes.count
                    }
                }
                index += inString ? 1 : 2
                continue
            }
            switch bytes[index] {
            case Byte.quote where inString: inString = false
            case Byte.quote where inValue || !isMessage: inString = true
            case Byte.backslash where inString: index += 1
            case Byte.close
            where inValue && !inString && index + 1 < bytes.count && bytes[index + 1] == Byte.close
                && index + 2 >= valuedEnd:
                inValue = false
                index += 1
            default: break
            }
            index += 1
        }
        return gaps
    }

    /// The name in `{{name}}` and the place behind it.
    private static func name(_ bytes: [UInt8], from start: Int) -> (String, Int)? {
        var index = start + 2
        while index < bytes.count, bytes[index] == Byte.space { index += 1 }
        let nameStart = index
        while index < bytes.count, Byte.isNameByte(bytes[index]) { index += 1 }
        let nameEnd = index
        while index < bytes.count, bytes[index] == Byte.space { index += 1 }
        guard nameStart < nameEnd, index + 1 < bytes.count, bytes[index] == Byte.close, bytes[index + 1] == Byte.close
        else { return nil }
        return (String(decoding: bytes[nameStart..<nameEnd], as: UTF8.self), index + 2)
    }

    /// A cell with each `{{"…"}}` replaced by what is between the quotes.
    fileprivate static func unwrapped(_ cell: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var index = 0
        while index < cell.count {
            if Scanner.opensValue(cell, at: index, to: cell.count), index + 2 < cell.count,
                cell[index + 2] == Byte.quote,
                let end = Scanner.endOfString(cell, from: index + 2, to: cell.count), end + 1 < cell.count,
                cell[end] == Byte.close, cell[end + 1] == Byte.close
            {
                result += cell[(index + 3)..<(end - 1)]
                index = end + 2
            } else {
                result.append(cell[index])
                index += 1
            }
        }
        return result
    }
}

extension Scenario {
    /// The cell of the column as a string has it, for uses outside the file; nil: there is no such column.
    package func cell(_ column: String) -> String? {
        columns.firstIndex(of: column).map { String(decoding: Expansion.unwrapped(cells[$0]), as: UTF8.self) }
    }
}
