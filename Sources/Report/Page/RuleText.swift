// RuleText.swift: the explanation of a broken rule on a page.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainOrder
import QuintainTranscript

/// The parts of the explanation that `quintain explain` prints.
enum RuleText {
    /// Nil: there is no explanation of this name.
    static func json(_ name: String) -> JSONText? {
        if let slug = Breach.Slug(rawValue: name) {
            return json(name, kind: "breach", [joined(slug.explanation)], sources: [])
        }
        guard let rule = Rule(rawValue: name) else { return nil }
        let entry = rule.entry
        var text = [entry.text, "Broken by: \(entry.broken)"]
        if let remark = entry.remark { text.append("Doubts: \(remark)") }
        return json(
            name, kind: "rule of \(entry.owner)", title: entry.title, text, sources: entry.sources.map(\.text))
    }

    private static func json(
        _ name: String, kind: String, title: String? = nil, _ text: [String], sources: [String]
    ) -> JSONText {
        var members: [(String, JSONText)] = [("name", .text(name)), ("kind", .text(kind))]
        if let title { members.append(("title", .text(title))) }
        members.append(("text", .list(text.map { .text($0) })))
        if !sources.isEmpty { members.append(("sources", .list(sources.map { .text($0) }))) }
        return .object(members)
    }

    /// The lines of a text for the terminal as one paragraph.
    private static func joined(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
