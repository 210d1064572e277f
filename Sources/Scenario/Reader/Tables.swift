// Tables.swift: `cases` tables, and the runs that their rows multiply to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// One `cases` block.
struct Table {
    struct Column {
        var name: String
        var place: Place
    }

    struct Cell {
        var bytes: [UInt8]
        var place: Place
    }

    var columns: [Column] = []
    /// Each with as many cells as there are columns.
    var rows: [[Cell]] = []
    var rowNames: Set<String> = []
}

/// Takes the lines that multiply runs out of a file: the `cases` blocks, and the line that says `over` which versions
/// of HTTP they go.
struct TableReader {
    private(set) var tables: [Table] = []
    private(set) var versions: Versions?

    struct Versions {
        var words: [VersionWord] = []
        var place: Place
    }

    /// All other lines.
    private(set) var rest: [SourceLine] = []
    private var names: Set<String> = []
    /// Whether a table could not be read, so that the meaning of its columns is not known.
    var isBroken: Bool { blocks > tables.count }
    private var blocks = 0

    mutating func read(_ lines: [SourceLine], _ shelf: FileShelf, _ faults: inout Faults) {
        var index = 0
        while index < lines.count {
            let line = lines[index]
            index += 1
            if let rest = Self.content(line, behind: "over") {
                over(rest, line, &faults)
                continue
            }
            guard let content = Self.content(line, behind: "cases") else {
                rest.append(line)
                continue
            }
            guard tables.count < FileLimits.tables else {
                faults.add(
                    .badTable, line.whole.place, "more than \(FileLimits.tables) tables in a file",
                    help: "put the rows of several tables into one, or split the file")
                return
            }
            blocks += 1
            var rows: [Text] = content.isEmpty ? [] : [content]
            while index < lines.count, lines[index].isBlank || Self.isInner(lines[index]) {
                let (inner, first) = (lines[index].whole, lines[index].bytes.first)
                if first == Byte.tab, !lines[index].isBlank {
                    faults.add(
                        .tab, inner.upTo(1).place, "a tab at the beginning of a line", help: "indent with blanks")
                    rows.append(inner.from(1).trimmed)
                } else if first == Byte.space, !lines[index].isBlank {
                    rows.append(inner.trimmed)
                }
                index += 1
            }
            table(rows, of: line, &faults)
        }
    }

    private static func content(_ line: SourceLine, behind name: StaticString) -> Text? {
        let word = line.whole.upTo(line.bytes.firstIndex(of: Byte.space) ?? line.bytes.count)
        return word.equals(name) ? line.whole.from(word.end).trimmed : nil
    }

    private mutating func over(_ rest: Text, _ line: SourceLine, _ faults: inout Faults) {
        if versions != nil {
            faults.add(.duplicateName, line.whole.place, "'over' is said already", help: "say it once")
            return
        }
        var found = Versions(place: line.whole.place)
        for part in Scanner.split(rest, at: UInt8(ascii: ","), strings: false, values: false).map(\.trimmed) {
            guard let word = VersionWord(rawValue: part.string) else {
                let place = part.isEmpty ? line.whole.place : part.place
                faults.add(
                    part.isEmpty ? .missingValue : .badSetting, place,
                    part.isEmpty
                        ? "'over' needs versions of HTTP" : "no version of HTTP is called '\(part.string)' here",
                    help: "over 1.1, 2")
                continue
            }
            if !found.words.contains(word) { found.words.append(word) }
        }
        if !found.words.isEmpty { versions = found }
    }

    private static func isInner(_ line: SourceLine) -> Bool {
        [Byte.space, Byte.tab, UInt8(ascii: "#")].contains(line.bytes.first)
    }

    private mutating func table(_ rows: [Text], of line: SourceLine, _ faults: inout Faults) {
        guard let head = rows.first else {
            faults.add(
                .badTable, line.whole.place, "a table needs the names of its columns", help: "cases name | location")
            return
        }
        var table = Table()
        guard columns(Scanner.split(head, at: Byte.pipe, strings: false, values: true), &table, &faults) else { return }
        guard rows.count > 1 else {
            faults.add(.badTable, head.place, "a table without rows describes no run", help: "indent a row below it")
            return
        }
        for row in rows.dropFirst() {
            let cells = Scanner.split(row, at: Byte.pipe, strings: false, values: true)
            add(
                cells.map(\.trimmed).map { Table.Cell(bytes: Array($0.bytes), place: $0.place) }, to: &table, row.place,
                cells[0].trimmed.place, &faults)
        }
        tables.append(table)
    }

    private mutating func columns(_ cells: [Text], _ table: inout Table, _ faults: inout Faults) -> Bool {
        guard cells.count <= FileLimits.columns else {
            faults.add(
                .badTable, cells[0].line.whole.place, "more than \(FileLimits.columns) columns",
                help: "write what belongs together in one cell, or split the file")
            return false
        }
        for cell in cells.map(\.trimmed) {
            let name = cell.string
            guard Scanner.isName(cell.bytes) else {
                faults.add(
                    .badTable, (cell.isEmpty ? cells[0] : cell).place, "'\(name)' is no name of a column",
                    help:
                        "a '|' stands between columns, whose names have letters, digits and hyphens: 'cases code | target'"
                )
                return false
            }
            guard FunctionWord(rawValue: name)?.standsAlone != true else {
                faults.add(.duplicateName, cell.place, "'\(name)' has a meaning already", help: "choose another")
                return false
            }
            guard names.insert(name).inserted else {
                faults.add(
                    .duplicateName, cell.place, "two columns are called '\(name)'", help: "give this one another name")
                return false
            }
            table.columns.append(.init(name: name, place: cell.place))
        }
        return true
    }

    private mutating func add(
        _ cells: [Table.Cell], to table: inout Table, _ place: Place, _ namePlace: Place, _ faults: inout Faults
    ) {
        let columns = table.columns.map(\.name)
        if cells.count != columns.count {
            let count = cells.count == 1 ? "1 cell" : "\(cells.count) cells"
            faults.add(
                .badTable, place, "this row has \(count), the table \(columns.count) columns",
                help: cells.count > columns.count
                    ? "a '|' within a cell is written '{{\"|\"}}'"
                    : "a '|' stands between cells, also behind an empty one: '\(columns.joined(separator: " | "))'")
        }
        let name = String(decoding: cells.first?.bytes ?? [], as: UTF8.self)
        if !table.rowNames.insert(name).inserted {
            faults.add(
                .duplicateName, namePlace, "two rows are called '\(name)'", help: "the first cell names the row's run")
        }
        // A row that is too long is still played, so that other faults are found as well.
        if cells.count >= columns.count { table.rows.append(Array(cells.prefix(columns.count))) }
    }
}

package enum Lines {
    /// Lines without their ends, LF or CRLF; a byte order mark is not part of the first.
    package static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        lines.reserveCapacity(count(bytes))
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        while start < bytes.count {
            var end = start
            while end < bytes.count, bytes[end] != Byte.newline { end += 1 }
            let hasReturn = end > start && bytes[end - 1] == Byte.carriageReturn
            lines.append(bytes[start..<(hasReturn ? end - 1 : end)])
            start = end + 1
        }
        return lines
    }

    /// The number of lines, a last one without an end included.
    static func count(_ bytes: [UInt8]) -> Int {
        let ends = bytes.withUnsafeBufferPointer { $0.reduce(0) { $0 + ($1 == Byte.newline ? 1 : 0) } }
        return ends + (bytes.last == Byte.newline || bytes.isEmpty ? 0 : 1)
    }
}
