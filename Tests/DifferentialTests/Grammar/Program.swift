// Program.swift: a scenario that was drawn, and the client that keeps it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainWords

/// What the client must wait for besides the lines of the server.
enum Pause {
    case time(Int)
    /// Somebody lets a `! hold` go on.
    case go
}

struct Program {
    var lines: [String] = []
    /// By line.
    var levels: [Int: Level] = [:]
    var moves: [Move] = []
    /// By group: its first line.
    var groups: [Int] = []
    /// By stretch: what happens before its moves.
    var pauses: [Int: [Pause]] = [:]
    var stretches = 0
    var style: APIStyle?
    /// Of the rows of the tables, the one that is played.
    var row = 0
    /// Rows of the tables of docs/scenario-language.md that occur.
    var rows: Set<Row> = []
    /// Mistakes that only a part of the grammar knows how to make.
    var mistakes: [Mistake] = []
    /// What must be among the bytes that left on a connection.
    var replies: [(connection: String, bytes: Worth)] = []
    /// One level is in force from the first line to the last.
    var isUniform = true
    /// Milliseconds that a client may dawdle in one stretch.
    var leisure = 1_500
    var hasMistake = false
    /// Kinds of callbacks that lines name: others pass by, where they are of those that do.
    var named: Set<CallbackKind> = []

    /// All lines of an exchange and what belongs to it.
    func lines(ofGroup group: Int) -> Set<Int?> {
        let start = group > 0 && group <= groups.count ? groups[group - 1] : 1
        let end = group < groups.count ? groups[group] - 1 : lines.count
        return Set((start...max(start, end)).map { Optional($0) })
    }

    var text: String { lines.joined(separator: "\n") + "\n" }
}

/// A row of a table of names.
struct Row: Hashable, Comparable, CustomStringConvertible {
    var table: String
    var name: String

    var description: String { "\(table): \(name)" }
    static func < (one: Row, other: Row) -> Bool { (one.table, one.name) < (other.table, other.name) }
}
