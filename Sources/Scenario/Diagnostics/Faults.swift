// Faults.swift: the diagnostics of one reading, as they are found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

/// The diagnostics of one reading. Each row of a table finds the same faults again, so a fault is reported once, with
/// the name of the row if other rows lack it.
struct Faults {
    /// A row of a file's tables, which is being read.
    struct Row {
        var number: Int
        var name: String
        var cells: [Table.Cell]
        var expansion: Expansion
    }

    private(set) var all: [Diagnostic] = []
    /// The number of faults found, reported or not: as long as it stays the same, what was read meanwhile is sound.
    private(set) var errors = 0
    private let file: String
    private var known: [Key: Noted] = [:]
    private var row: Row?

    private struct Key: Hashable {
        let slug: Slug
        let place: Place
    }

    /// Where a fault was found.
    private struct Noted {
        /// Its place in `all`.
        let index: Int
        let row: Row?
        var lastRow: Int?
        var rows = 1
    }

    init(file: String) {
        self.file = file
    }

    /// A fault in text that a cell has put in is reported at the cell.
    ///
    /// - Parameter help: what to write instead.
    mutating func add(_ slug: Slug, _ place: Place, _ message: String, help: String) {
        guard !isFull else { return }
        errors += 1
        let place = row.flatMap { row in row.expansion.column(at: place).flatMap { row.cells[$0].place } } ?? place
        let key = Key(slug: slug, place: place)
        if var finding = known[key] {
            if finding.lastRow != row?.number { finding.rows += 1 }
            finding.lastRow = row?.number
            known[key] = finding
            return
        }
        known[key] = Noted(index: all.count, row: row, lastRow: row?.number)
        all.append(Diagnostic(slug, file: file, place: place, message: Self.short(message), help: Self.short(help)))
    }

    /// A value that is not there: `'file' needs a file's name`.
    ///
    /// - Parameter what: what it is, and behind a colon an example: `a file's name: file "poem.txt"`.
    mutating func addMissing(behind word: Text, _ what: String) {
        let parts = what.split(separator: ": ", maxSplits: 1).map(String.init)
        let example = parts.count > 1 ? parts[1].hasPrefix("'") ? parts[1] : "'\(parts[1])'" : nil
        add(
            .missingValue, word.place, "'\(word.string)' needs \(parts[0])",
            help: example.map { "such as \($0)" } ?? "write it behind '\(word.string)'")
    }

    /// A word that none of those known is: the nearest one is the help, or all of them.
    ///
    /// - Parameters:
    ///   - what: what the word should have been: `act`.
    ///   - now: what is written in place of an old word.
    mutating func addUnknown(
        _ slug: Slug, _ typed: Text, _ what: String, among known: [String], now: String? = nil
    ) {
        add(
            slug, typed.place, "no \(what) is called '\(typed.string)'",
            help: now ?? NearestWord.suggestionOrList(for: typed.string, among: known))
    }

    /// The word that the text is; nil: it is none of them, and a fault was left.
    mutating func word<Words: WordSet>(_ typed: Text, of _: Words.Type, _ slug: Slug, _ what: String) -> Words? {
        if let word = Words(rawValue: typed.string) { return word }
        addUnknown(slug, typed, what, among: Words.words)
        return nil
    }

    /// A word more than a line or a function takes.
    mutating func addExtra(_ extra: Text, behind word: String) {
        add(
            .extraValue, extra.place, "nothing can follow '\(word)', but '\(extra.string)' does",
            help: "take it away; a text with blanks is one word between quotes, and a remark has a line of its own")
    }

    /// What only a scenario has.
    mutating func addNotInRoutes(_ place: Place, _ what: String) {
        add(
            .notInRoutes, place, "a file of routes has no \(what)",
            help: "it belongs in a scenario: a file that does not begin with 'routes'")
    }

    mutating func begin(_ row: Row) { self.row = row }

    /// Ends the rows of a table, of which there are `count`: a fault that some rows lack, in a line that the row
    /// changes, is reported with the row's name.
    mutating func endRows(_ count: Int) {
        guard row != nil else { return }
        row = nil
        for finding in known.values where finding.rows < count {
            guard let row = finding.row, row.expansion.changes(line: all[finding.index].place.line) else { continue }
            all[finding.index].message += ", in the row '\(row.name)'"
        }
    }

    /// Shortens a message, since the text that it quotes may be as long as the file.
    /// Of a value over several lines it quotes them as one.
    private static func short(_ text: String) -> String {
        let text = text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: " ")
        let count = text.unicodeScalars.count
        guard count > FileLimits.messageLength else { return text }
        let scalars = text.unicodeScalars
        return String(scalars.prefix(FileLimits.messageLength - 60)) + "…" + String(scalars.suffix(59))
    }

    /// Whether there are so many that the reader stops.
    var isFull: Bool { all.count >= FileLimits.diagnostics }

    var hasErrors: Bool { errors > 0 }
}
