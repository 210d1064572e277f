// ReportedCase+Page.swift: the data of a case that a page draws.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRunner
import QuintainSides
import QuintainTranscript

extension ReportedCase {
    /// The details of a case, shown when it is opened.
    var detail: JSONText {
        var members: [(String, JSONText)] = []
        if !result.specs.isEmpty { members.append(("spec", .list(result.specs.map { .text($0) }))) }
        if let reason = result.reason { members.append(("reason", .text(reason))) }
        if !result.findings.isEmpty { members.append(("findings", .list(result.findings.map(\.json)))) }
        if !result.answers.isEmpty { members.append(("loads", .list(result.answers.map(\.json)))) }
        if let errors = result.errors { members.append(("errors", .text(errors))) }
        if !rows.isEmpty { members.append(("rows", .list(shownRows.map(\.json)))) }
        if !events.isEmpty { members.append(("events", .list(shownEvents))) }
        return .object(members)
    }

    private var shownRows: [SideRow] {
        guard rows.count > Self.rowsAtMost else { return rows }
        let end = rows.suffix(Self.rowsAtEnd)
        return rows.prefix(Self.rowsAtMost - Self.rowsAtEnd) + [.leftOut(rows.count - Self.rowsAtMost)] + end
    }

    /// The first and the last events of a long case: nobody looks at the thousandth arrow.
    private var shownEvents: [JSONText] {
        guard events.count > Self.rowsAtMost else { return events.map(Self.shortened) }
        let end = events.suffix(Self.rowsAtEnd).map(Self.shortened)
        let begin = events.prefix(Self.rowsAtMost - Self.rowsAtEnd).map(Self.shortened)
        // The numbers come from a file, and may be as large as numbers are.
        guard let before = begin.last?["n"]?.number, let next = end.first?["n"]?.number, before < next,
            before + 1 < next
        else { return begin + end }
        let gap = JSONText.object([
            ("n", .number(before + 1)), ("us", end.first?["us"] ?? .number(0)),
            ("event", .text(EventKind.leftOut.rawValue)), ("to", .number(next - 1)),
        ])
        return begin + [gap] + end
    }

    private static func shortened(_ event: JSONText) -> JSONText {
        guard let members = event.members else { return event }
        return .object(
            members.map { name, value in
                guard name == "text" || name == "hex", let text = value.text, text.utf8.count > textAtMost else {
                    return (name, value)
                }
                return (name, .text(text.prefix(textAtMost) + "…"))
            })
    }

    private static let rowsAtMost = 400
    private static let rowsAtEnd = 100
    private static let textAtMost = 400
}
