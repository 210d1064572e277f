// SourceText.swift: the lines of a file as one run has them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Line N is `source[N - 1]`. The runs of a table share the file's lines, and each run has copies only of those that
/// the cells of its row have changed: otherwise ten thousand rows of a long table would take gigabytes.
package struct SourceText: Sendable {
    /// The lines as they are typed, without the cells of a row.
    package let file: [String]
    private var changed: [Int: String] = [:]

    package init(_ lines: [String] = []) { file = lines }

    /// These lines, with another text for some of them, by index.
    init(_ lines: [String], changed: [Int: String]) {
        file = lines
        self.changed = changed
    }

    /// How many lines it does not share with the other runs of its file.
    var ownCount: Int { changed.count }
}

extension SourceText: RandomAccessCollection {
    package var startIndex: Int { 0 }
    package var endIndex: Int { file.count }

    package subscript(place: Int) -> String { changed[place] ?? file[place] }
}

extension SourceText: ExpressibleByArrayLiteral {
    package init(arrayLiteral lines: String...) { self.init(lines) }
}
