// FirstRow.swift: the first row of each table, by which highlighting finds where messages begin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The cells of the first row of each table, by column.
struct FirstRow {
    private var cells: [[UInt8]: [UInt8]] = [:]
    private var columns: [[UInt8]]?

    mutating func take(_ row: [[UInt8]], areColumns: Bool) {
        if areColumns {
            columns = row
        } else if let names = columns {
            columns = nil
            // A long cell is no start of a message, and would be copied for each line that names its column.
            for (name, cell) in zip(names, row) where cell.count <= Self.longestCell { cells[name] = cell }
        }
    }

    /// The text with the cells in place of `{{column}}`.
    func filled(_ text: Text) -> Text {
        guard !cells.isEmpty, text.hasValue else { return text }
        let bytes = text.line.bytes
        var filled: [UInt8] = []
        var index = text.start
        while index < text.end {
            guard Scanner.opensValue(bytes, at: index, to: text.end) else {
                filled.append(bytes[index])
                index += 1
                continue
            }
            let end = Scanner.endOfValue(bytes, from: index, to: text.end) ?? text.end
            filled += cells[Array(bytes[index..<end].dropFirst(2).dropLast(2))] ?? Array(bytes[index..<end])
            index = end
        }
        return SourceLine(number: text.line.number, bytes: filled).whole
    }

    private static let longestCell = 256
}
