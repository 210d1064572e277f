// RaggedLines.swift: the lines that are indented less than all others, as by a slip of an editor.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A few lines to the left of the others, whose indentation they have in common.
///
/// Who takes away the indentation of a text takes that of the least indented line, and then every other line is wrong.
struct RaggedLines {
    /// Each with the number of columns that it stands further to the left than most others.
    let outliers: [(line: SourceLine, by: Int)]
    /// The first of the others, and its indentation, where all outliers stand above it in the first column, as a title does.
    let firstIndented: (line: SourceLine, by: Int)?

    /// nil: the lines have no common indentation, or all of them have it.
    init?(among lines: [SourceLine]) {
        let filled = lines.filter { !$0.isBlank }
        let most = Dictionary(grouping: filled, by: Self.indentation).max { $0.value.count < $1.value.count }
        // Fields of a load or a callback are indented as well, and no request begins among these.
        guard let (indentation, same) = most, indentation > 0, same.count * 2 > filled.count,
            same.contains(where: Self.beginsRequest)
        else { return nil }
        let outliers = filled.map { ($0, indentation - Self.indentation(of: $0)) }.filter { $0.1 > 0 }
        guard !outliers.isEmpty, outliers.allSatisfy({ $0.0.bytes.first != Byte.tab }) else { return nil }
        self.outliers = outliers
        let first = filled.first { Self.indentation(of: $0) == indentation }
        firstIndented = first.flatMap { first in
            let areAbove = outliers.allSatisfy { $0.0.number < first.number && $0.1 == indentation }
            return areAbove ? (first, indentation) : nil
        }
    }

    private static func indentation(of line: SourceLine) -> Int { line.bytes.prefix { $0 == Byte.space }.count }

    private static func beginsRequest(_ line: SourceLine) -> Bool {
        let text = line.whole.trimmed
        return text.bytes.first == UInt8(ascii: ">") && text.from(text.start + 1).trimmed.isRequestStart
    }
}
