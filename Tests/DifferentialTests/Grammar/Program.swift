// Program.swift: a scenario that was drawn, and the client that keeps it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainWords

/// What the client waits for besides the server's lines.
enum Pause {
    case time(Int)
    /// A `! hold` is released.
    case go
}

struct Program {
    var lines: [String] = []
    /// Levels by line.
    var levels: [Int: Level] = [:]
    var moves: [Move] = []
    /// The first line of each group.
    var groups: [Int] = []
    /// By stretch, what happens before its moves.
    var pauses: [Int: [Pause]] = [:]
    var stretches = 0
    var style: APIStyle?
    /// The table row that is played.
    var row = 0
    /// Rows of the tables of docs/scenario-language.md that this scenario has.
    var rows: Set<Row> = []
    /// Mistakes that only one part of the grammar knows how to make.
    var mistakes: [Mistake] = []
    /// Bytes that must have been sent on a connection.
    var replies: [(connection: String, bytes: Worth)] = []
    /// The same level holds for all lines.
    var isUniform = true
    /// Milliseconds that a client may idle in one stretch.
    var leisure = 1_500
    var hasMistake = false
    /// Callback kinds that lines name; others are passed over, if they are of those that may be.
    var named: Set<CallbackKind> = []

    /// All lines of an exchange and of its callbacks.
    func lines(ofGroup group: Int) -> Set<Int?> {
        let start = group > 0 && group <= groups.count ? groups[group - 1] : 1
        let end = group < groups.count ? groups[group] - 1 : lines.count
        return Set((start...max(start, end)).map { Optional($0) })
    }

    /// A client that does nothing may be right: a load may fail or is cancelled before anything is asked for, or a silence
    /// is asked for. Where there are ways to choose from, this may be so on one of them.
    var allowsAbsence: Bool {
        let isAsked = { (line: String) in line.hasPrefix(">") || line.hasPrefix("! await") }
        let hasWays = lines.prefix { !isAsked($0) }.contains {
            $0.hasPrefix("either") || $0.hasPrefix("repeat") || $0.hasPrefix("any-order")
        }
        let isSilent = !lines.contains(where: isAsked)
        return (hasWays ? lines[...] : lines.prefix { !isAsked($0) }).contains { line in
            let words = line.split(separator: " ")
            return line.hasPrefix("*") && words.dropFirst().first == "fail" || line.hasPrefix("! quiet") && isSilent
                || words.first == "client" && words.contains("cancel")
        }
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
