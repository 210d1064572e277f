// MutantTable.swift: docs/mutants.md, read and written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

@testable import QuintainSaboteur

/// ```
/// | mutant | a client that … | breaks | way | scenario | caught by |
/// ```
struct MutantTable {
    struct Row: Equatable {
        var mutant: String
        var wrong: String
        var citation: String
        var way: String
        var scenario: String
        var catcher: String

        init(_ mutant: Mutant, scenario: String, catcher: String) {
            self.mutant = mutant.name
            wrong = mutant.wrong
            citation = mutant.citation
            way = mutant.way
            self.scenario = scenario
            self.catcher = catcher
        }

        fileprivate init?(_ line: Substring) {
            let cells = line.split(separator: "|").map { cell in
                String(cell.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
            }
            guard cells.count == 6, cells[0].hasPrefix("`"), cells[4].hasPrefix("`") else { return nil }
            mutant = String(cells[0].dropFirst().dropLast())
            (wrong, citation, way) = (cells[1], cells[2], cells[3])
            scenario = String(cells[4].dropFirst().dropLast())
            catcher = cells[5]
        }

        fileprivate var line: String {
            "| `\(mutant)` | \(wrong) | \(citation) | \(way) | `\(scenario)` | \(catcher) |"
        }
    }

    var rows: [Row]

    init(_ rows: [Row]) { self.rows = rows }

    static func read() throws -> MutantTable {
        let bytes = try Files.read(path, limit: 1 << 20)
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        return MutantTable(lines.compactMap { Row($0) })
    }

    func write() throws { try Files.write(Array(text.utf8), to: Self.path) }

    private var text: String {
        """
        # Mutants

        What a scenario or a contract is worth shows where a client errs. Quintain's own reference client passes all bundled
        scenarios; here it is made to break one rule at a time, each a fault that clients have had, and each is noticed.
        The table names the scenario that noticed it first, with the line and what became of that line, and the rule of the
        [contract](contracts.md) that noticed it in the same run, if one did.

        `quintain-mutant NAME` is the client that errs; it is for these tests only. `make mutants` plays the scenarios
        anew with each mutant and writes this file; `make test` plays the one of each row, with the mutant and without it.

        | mutant | a client that … | breaks | way | scenario | caught by |
        |---|---|---|---|---|---|

        """ + rows.map { $0.line + "\n" }.joined()
    }

    private static let path = "\(Stage.root)/docs/mutants.md"
}
