// RouteDesk.swift: the routes that all ports answer by: posted ones, and those of files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
package import QuintainRouteHost
import QuintainRoutes
import QuintainScenario

/// Keeps one table for all ports: posted routes, the newest first, then those of files. If two routes fit a request
/// equally well, the earlier one answers, so a posted route replaces one of a file.
@OnLoop
package final class RouteDesk {
    /// The routes of one posted text, which are kept in memory only.
    struct Sheet: Sendable {
        let id: Int
        let routes: RouteFile
        let text: PostedText
        let diagnostics: [Diagnostic]
    }

    package let hosts: [RouteHost]
    private let library: Library
    private(set) var sheets: [Sheet] = []
    /// The number of changes to posted routes.
    private(set) var changes = 0
    private var lastID = 0
    private var edition = 0

    package init(_ library: Library, on hosts: [RouteHost] = []) {
        self.library = library
        self.hosts = hosts
        for host in hosts { host.unanswered = unanswered }
    }

    /// Puts the routes of the library, as they were last read, and the posted ones into service.
    package func refresh() async {
        edition += 1
        while true {
            let due = edition
            let table = await library.table(behind: sheets.reversed().map(\.routes))
            // Another change came meanwhile: a table without it must not replace one that has it.
            guard due == edition else { continue }
            for host in hosts { host.table = table }
            return
        }
    }

    // MARK: Posted routes

    subscript(id: Int) -> Sheet? { sheets.first { $0.id == id } }

    /// The number that the next sheet gets.
    var nextID: Int { lastID + 1 }
    var isFull: Bool { sheets.count >= Self.sheetsAtMost }

    func add(_ sheet: Sheet) async {
        lastID = max(lastID, sheet.id)
        sheets.append(sheet)
        await changed()
    }

    /// Replaces the sheet that has the same number.
    func replace(_ sheet: Sheet) async {
        guard let index = sheets.firstIndex(where: { $0.id == sheet.id }) else { return }
        sheets[index] = sheet
        await changed()
    }

    func remove(where isDue: (Sheet) -> Bool) async {
        sheets.removeAll(where: isDue)
        await changed()
    }

    private func changed() async {
        changes += 1
        await refresh()
    }

    nonisolated static let sheetsAtMost = 1_000

    // MARK: The journal

    /// The journal of requests to routes; nil: it was not asked for.
    var journal: Journal? {
        didSet {
            for host in hosts { host.journal = journal }
            oldValue?.end()
        }
    }

    /// How many requests have come to all ports since the server began, by what became of them.
    var tally: [(result: String, count: Int)] {
        func sum(_ count: (RouteHost) -> Int) -> Int { hosts.reduce(0) { $0 + count($1) } }
        return [
            ("answered", sum { $0.answered }), ("unmatched", sum { $0.unmatched }),
            ("malformed", sum { $0.malformed }), ("incomplete", sum { $0.incomplete }),
        ]
    }

    /// The newest requests that no route has answered, since they were forgotten.
    private(set) var unanswered = Journal(keeping: RouteHost.unansweredAtMost)
    /// What had come by then.
    private var forgotten: [Int] = []

    /// How many requests have come since those without an answer were forgotten.
    var tallySince: [(result: String, count: Int)] {
        tally.enumerated().map { index, one in
            (one.result, one.count - (forgotten.indices.contains(index) ? forgotten[index] : 0))
        }
    }

    func forgetUnanswered() {
        forgotten = tally.map(\.count)
        unanswered = Journal(keeping: RouteHost.unansweredAtMost)
        for host in hosts { host.unanswered = unanswered }
    }
}
