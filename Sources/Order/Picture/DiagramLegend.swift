// DiagramLegend.swift: the legend of a picture: its signs, the grammar in letters, and the rules.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

struct DiagramLegend {
    private(set) var lines: [String] = []
    private(set) var bottom: Double
    private let contract: Contract
    private let width: Double

    init(_ contract: Contract, top: Double, width: Double) {
        self.contract = contract
        self.width = width
        bottom = top
        let left = DiagramGeometry.margin
        lines.append(SVG.line(left, top, width - left))
        let one = signs(left, top + 28)
        let other = order(width / 2, top + 28)
        rules(left, max(one, other) + 30)
    }

    private mutating func signs(_ left: Double, _ top: Double) -> Double {
        lines.append(SVG.text("How to read it", left, top, "h2"))
        var y = top + 4
        for sign in Self.signs(contract) {
            y += 18
            lines.append(SVG.text(sign.mark, left, y, sign.style))
            lines.append(SVG.text(sign.text, left + 22, y, "name"))
        }
        return y
    }

    private static func signs(_ contract: Contract) -> [(mark: String, style: String, text: String)] {
        let error = contract.family == .session ? "didComplete (error)" : "didFailWithError"
        var signs = [
            ("●", "name", "It begins here. A box is a phase; an arrow is a callback that leads to the next one."),
            ("⇢", "again", "'otherwise', 'or nothing': the next phase begins without a callback of its own."),
            ("↻", "again", "It may come any number of times, and the phase stays the same."),
        ]
        if contract != .urlsessionHandler {
            signs.append(("✗", "fail", "\(error) may come in this phase, and ends the load."))
        }
        if contract == .urlprotocolClient {
            signs.append(("■", "stop", "stopLoading may come in this phase, and nothing behind it."))
        }
        signs.append(("▣", "good", "A double frame is an end."))
        return signs
    }

    private mutating func order(_ left: Double, _ top: Double) -> Double {
        lines.append(SVG.text("The same in letters", left, top, "h2"))
        var y = top + 4
        for line in contract.grammar {
            y += 18
            lines.append(SVG.text(line, left, y, "code"))
        }
        let letters = contract.alphabet.filter { contract.letters.contains($0.letter) }
            .map { "\($0.letter) \($0.callback.label)" }
        y += 4
        for line in Self.wrapped(letters, separator: "  ·  ", width: width / 2 - DiagramGeometry.margin) {
            y += 16
            lines.append(SVG.text(line, left, y, "small"))
        }
        return y
    }

    /// Draws the rules in three columns of about the same length.
    private mutating func rules(_ left: Double, _ top: Double) {
        lines.append(SVG.text("Rules ('quintain explain NAME' says more)", left, top, "h2"))
        let columnWidth = (width - 2 * left + 24) / 3
        let blocks = contract.rules.map { rule in
            (
                rule,
                Self.wrapped(
                    rule.entry.text.split(separator: " ").map(String.init), separator: " ", width: columnWidth - 24)
            )
        }
        let heights = blocks.map { 22.0 + 15 * Double($0.1.count) }
        let share = heights.reduce(0, +) / 3
        var column = 0
        var done = 0.0
        var y = top + 6
        for ((rule, text), height) in zip(blocks, heights) {
            if column < 2, done + height / 2 > share * Double(column + 1) {
                column += 1
                y = top + 6
            }
            done += height
            let x = left + Double(column) * columnWidth
            let isWarning = rule.entry.weight == .warning
            y += 17
            lines.append(
                SVG.text(
                    "\(rule.name)  \(rule.entry.title)\(isWarning ? " (a warning)" : "")", x, y,
                    isWarning ? "key warn" : "key"))
            for line in text {
                y += 15
                lines.append(SVG.text(line, x, y, "small"))
            }
            y += 5
            bottom = max(bottom, y + 24)
        }
    }

    private static func wrapped(_ words: [String], separator: String, width: Double) -> [String] {
        var lines = [""]
        for word in words {
            let line = lines[lines.count - 1]
            if line.isEmpty {
                lines[lines.count - 1] = word
            } else if DiagramGeometry.textWidth(line + separator + word, 12) <= width {
                lines[lines.count - 1] += separator + word
            } else {
                lines.append(word)
            }
        }
        return lines
    }
}
