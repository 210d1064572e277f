// ReportFormat.swift: the formats of the files that commands write about runs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReport

struct ReportFormat: Sendable {
    /// What a report is written from; a sweep has JSON and a page of its own.
    typealias Run = (check: CheckReport, json: () -> JSONText, page: () -> CheckPage)

    let option: String
    /// How its files begin, and what else their first bytes have.
    let begins: [(String, String)]
    /// The report of a run of cases; nil: it is about something else, and its command writes it.
    let bytes: (@Sendable (Run) -> [UInt8])?

    static let all = [
        Self("--json", [(#"{"report":"#, ""), (#"{"comparison":"#, "")]) { Array(($0.json().description + "\n").utf8) },
        Self("--junit", [("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=", "")]) {
            Array($0.check.junit.utf8)
        },
        Self("--html", [("<!doctype html>\n", " content=\"default-src 'none'; style-src 'sha256-")]) { $0.page().html },
        Self("--markdown", [("### Quintain: ", "")], bytes: nil),
        Self("--transcript", [(#"{"transcript":"#, "")], bytes: nil),
    ]

    private init(_ option: String, _ begins: [(String, String)], bytes: (@Sendable (Run) -> [UInt8])?) {
        (self.option, self.begins, self.bytes) = (option, begins, bytes)
    }
}
