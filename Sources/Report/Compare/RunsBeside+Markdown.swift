// RunsBeside+Markdown.swift: two runs beside each other, as the comment of a pull request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import QuintainSides

extension RunsBeside {
    /// A heading with the counts, a table of the cases that differ, and below it both sides of those that are broken.
    package var markdown: String {
        let counts = summary().split(separator: ": ", maxSplits: 1).last.map(String.init) ?? ""
        var lines = ["### Quintain: \(counts)"]
        let notes = (remarks + complaints).map { "- " + Markdown.prose($0) }
        if !notes.isEmpty { lines += [""] + notes }
        let told = differences.filter { $0.change != .new && $0.change != .gone }
        let alone = differences.filter { $0.change == .new || $0.change == .gone }
        if !told.isEmpty { lines += [""] + Self.table(told) }
        if !alone.isEmpty {
            let counts = [Change.new, .gone].filter { count($0) > 0 }.map { "\(count($0)) \($0.rawValue)" }
            lines += ["", "<details><summary>\(counts.joined(separator: ", "))</summary>", ""] + Self.table(alone)
            lines += ["", "</details>"]
        }
        var room = Self.bytesOfSides
        for one in told where one.change == .broken {
            guard let after = one.after, !after.sides.isEmpty else { continue }
            let sides = CaseText.whole(after)
            room -= sides.reduce(0) { $0 + $1.utf8.count }
            guard room > 0 else { break }
            var fence = "~~~~~~"
            while sides.contains(where: { $0.contains(fence) }) { fence += "~" }
            lines += ["", "<details><summary>\(Markdown.html(after.result.name))</summary>", "", "\(fence)text"]
            lines += sides + [fence, "", "</details>"]
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func table(_ differences: [Difference]) -> [String] {
        var lines = ["| change | client | case | before | now | what broke |", "|---|---|---|---|---|---|"]
        for one in differences.prefix(rowsAtMost) {
            let ends = one.ends
            let before = one.before == nil ? "" : ends[0]
            let now = one.after == nil ? "" : ends[ends.count - 1]
            let result = one.one.result
            let cells =
                [one.change.rawValue, Markdown.prose(result.client), Markdown.code(result.name)]
                + [before, now, one.what ?? ""].map(Markdown.prose)
            lines.append("| \(cells.map(Markdown.cell).joined(separator: " | ")) |")
        }
        let more = differences.count - rowsAtMost
        return lines + (more > 0 ? ["", "\(more) more are in the reports."] : [])
    }

    private static let rowsAtMost = 50
    /// A comment of GitHub has room for 65,536 characters.
    private static let bytesOfSides = 40_000
}

/// Texts of clients and files within Markdown, where they say nothing but themselves.
enum Markdown {
    /// A sentence, in which what stands between backticks is code.
    static func prose(_ text: String) -> String {
        let parts = harmless(text).split(separator: "`", omittingEmptySubsequences: false)
        // Without pairs of single backticks there is no code.
        let isPaired = parts.count.isMultiple(of: 2) == false && !text.contains("``")
        guard isPaired else { return escaped(harmless(text)) }
        return parts.enumerated().map { $0.isMultiple(of: 2) ? escaped(String($1)) : "`\($1)`" }.joined()
    }

    /// A name as code.
    static func code(_ text: String) -> String { "`\(harmless(text).replacing("`", with: "'"))`" }

    /// Within an element of HTML.
    static func html(_ text: String) -> String {
        harmless(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    }

    /// Within a row of a table, where bars end a cell, even within code.
    static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

    private static func harmless(_ text: String) -> String {
        CaseText.harmless(text.replacing("\n", with: " ").replacing("\r", with: " "))
    }

    private static func escaped(_ text: String) -> String {
        text.map { special.contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// What begins markup, a link, or the mention of a person.
    private static let special: Set<Character> = ["\\", "`", "*", "_", "[", "]", "<", ">", "&", "~", "#", "@", "!"]
}
