// Place.swift: a place in a scenario file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A stretch of one line of a file. Lines and columns count from one; columns count characters.
package struct Place: Hashable, Sendable, Comparable {
    package var line: Int
    package var column: Int
    package var length: Int

    package init(line: Int, column: Int = 1, length: Int = 1) {
        self.line = line
        self.column = column
        self.length = length
    }

    package static func < (one: Place, other: Place) -> Bool {
        (one.line, one.column) < (other.line, other.column)
    }
}
