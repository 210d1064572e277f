// Draft.swift: the text of a scenario while it is made smaller.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// Some of the lines of a run, each with its number in the file from which it comes.
package struct Draft: Sendable, Equatable {
    struct Row: Sendable, Equatable {
        var text: String
        /// 0: the file does not have the line.
        let number: Int
    }

    private(set) var rows: [Row]

    package init(of run: Scenario) {
        rows = run.ownText.map { Row(text: $0.text, number: $0.number) }
    }

    package var count: Int { rows.count }
    package var lines: [String] { rows.map(\.text) }
    var text: String { rows.map { $0.text + "\n" }.joined() }
    package var bytes: [UInt8] { Array(text.utf8) }

    /// The number that the draft's line has in the file.
    package func origin(ofLine number: Int) -> Int? {
        rows.indices.contains(number - 1) ? rows[number - 1].number : nil
    }

    /// The number that the file's line has in the draft; nil: it was taken out.
    package func line(from origin: Int) -> Int? {
        rows.firstIndex { $0.number == origin }.map { $0 + 1 }
    }

    func taking(_ step: Reduction) -> Draft {
        var draft = self
        draft.rows = rows.indices.compactMap { index in
            if step.removed.contains(index) { return nil }
            var row = rows[index]
            if let text = step.replaced[index] { row.text = text }
            return row
        }
        return draft
    }
}
