// Tables.swift: the tables of names in docs/scenario-language.md, and the rows that no round can play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

enum Tables {
    /// All rows below a `<!-- names: … -->`.
    static let all: [Row] = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
            .deletingLastPathComponent()
        let text = (try? String(contentsOf: root.appending(path: "docs/scenario-language.md"), encoding: .utf8)) ?? ""
        var rows: [Row] = []
        var table: String?
        var isHead = true
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("<!-- names: ") {
                (table, isHead) = (String(line.dropFirst(12).dropLast(4)), true)
            } else if line.hasPrefix("|--") {
                isHead = false
            } else if line.hasPrefix("| `"), !isHead, let name = table {
                rows.append(Row(table: name, name: String(line.dropFirst(3).prefix { $0 != "`" })))
            } else if !line.isEmpty, !line.hasPrefix("|") {
                table = nil
            }
        }
        return rows
    }()

    static let needs = all.filter { $0.table == "needs" }.map(\.name)

    /// The reason why the row is not played; nil: it must occur.
    static func reason(_ row: Row) -> String? {
        switch (row.table, row.name) {
        case ("generators", _), ("functions, matching", "path"), ("words", "routes"),
            ("words", "fields"):
            "of routes, which have no order and no verdict"
        case ("acts", "rst-stream"), ("acts", "goaway"), ("acts", "settings"), ("acts", "ping"), ("acts", "window"),
            ("acts", "frame"), ("awaited", "frame"), ("frame fields", _), ("words", "over"):
            "of HTTP/2, which no client of the rounds speaks"
        case ("functions, producing", "event"), ("callbacks", "event"), ("load kinds", "events"):
            "of streams of events, which the rounds do not draw"
        default: nil
        }
    }
}
