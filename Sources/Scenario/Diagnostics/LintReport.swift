// LintReport.swift: the diagnostics of files, as editors read them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// The diagnostics of some files as one JSON object. `docs/editors.md` fixes it, version 1.
package struct LintReport: Sendable {
    /// The units in which columns are counted, by their names in the Language Server Protocol.
    package enum Columns: String, CaseIterable, Sendable {
        case utf8 = "utf-8"
        case utf16 = "utf-16"
        case utf32 = "utf-32"
    }

    private let program: String
    private let columns: Columns
    private var files: [JSONText] = []
    package private(set) var errors = 0
    package private(set) var warnings = 0

    package init(program: String, columns: Columns = .utf16) {
        self.program = program
        self.columns = columns
    }

    /// `source` is the file that they are about; `more` are members beyond those that all files have.
    package mutating func add(
        _ path: String, _ diagnostics: [Diagnostic], source: [UInt8], more: [(String, JSONText)] = []
    ) {
        errors += diagnostics.count { $0.severity == .error }
        warnings += diagnostics.count { $0.severity == .warning }
        let list = Self.list(diagnostics, source: source, columns: columns)
        files.append(.object([("path", .text(path)), ("diagnostics", list)] + more))
    }

    /// The diagnostics of one file, or of a text that stands so many characters further to the right in a file.
    package static func list(
        _ diagnostics: [Diagnostic], source: [UInt8], columns: Columns = .utf16, indented: Int = 0
    ) -> JSONText {
        let lines = diagnostics.isEmpty ? [] : Lines.split(source)
        return .list(diagnostics.map { json($0, lines, columns, from: indented + 1) })
    }

    package var json: JSONText {
        .object([
            ("lint", .number(Self.version)), ("program", .text(program)), ("columns", .text(columns.rawValue)),
            ("files", .list(files)),
            ("counts", .object([("errors", .number(errors)), ("warnings", .number(warnings))])),
        ])
    }

    package static let version = 1

    // MARK: - Diagnostics

    private static func json(
        _ diagnostic: Diagnostic, _ lines: [ArraySlice<UInt8>], _ columns: Columns, from start: Int
    ) -> JSONText {
        let place = diagnostic.place
        let line = lines.indices.contains(place.line - 1) ? lines[place.line - 1] : []
        let first = place.column - 1
        let members: [(String, JSONText)] = [
            ("slug", .text(diagnostic.slug.rawValue)), ("severity", .text(diagnostic.severity.rawValue)),
            ("line", .number(place.line)), ("column", .number(columns.count(first, of: line) + start)),
            ("endLine", .number(place.line)),
            ("endColumn", .number(columns.count(first + place.length, of: line) + start)),
            ("message", .text(diagnostic.message)), ("help", .text(diagnostic.help)),
        ]
        return .object(members)
    }
}

extension LintReport.Columns {
    /// The number of units that the first characters of a line take; if the line is shorter, that of all of it.
    fileprivate func count(_ characters: Int, of line: ArraySlice<UInt8>) -> Int {
        var seen = 0
        var count = 0
        for (offset, byte) in line.enumerated() {
            // Each byte that is no UTF-8 continuation begins a character, as in a place.
            let begins = byte & 0xC0 != 0x80 || offset == 0
            if begins {
                if seen == characters { return count }
                seen += 1
            }
            switch self {
            case .utf8: count += 1
            // A character of four bytes in UTF-8 is a pair of surrogates in UTF-16.
            case .utf16: count += begins ? (byte >= 0xF0 ? 2 : 1) : 0
            case .utf32: count += begins ? 1 : 0
            }
        }
        return count
    }
}
