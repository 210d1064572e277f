// Variant.swift: a scenario that was derived from another one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// A text of the scenario language with a name of its own.
package struct Variant: Sendable {
    /// One change: its parts of the name, and its place.
    package struct Part: Hashable, Sendable {
        package var family: String
        package var value: String
        package var place: String

        /// The place as a word of a pattern: `in-a-chunk-size` of `in a chunk's size`.
        package var placeWord: String {
            let word = place.replacing("'s", with: "").lowercased()
            return String(word.map { $0.isLetter || $0.isNumber || $0 == "." ? $0 : "-" })
        }
    }

    /// The changes: one, or the two of a pair.
    package let parts: [Part]
    /// The lines of the file, its first comment and how it was derived included.
    package let lines: [String]
    /// The replies that leave altered, by the number of their first line.
    package let alterations: [Int: Alteration]

    /// The variant that a change makes of a subject, which may be a variant itself.
    package init(_ subject: Subject, _ family: Family, _ change: Change, of parts: [Part] = []) {
        let part = Part(family: family.name, value: change.value, place: change.place)
        self.parts = parts + [part]
        let comment = "# Derived from \(subject.scenario.name): \(part.family):\(part.value), \(part.place)"
        let head = [comment] + [change.rule].compactMap { $0.map { "spec   \($0)" } }
        let edits = head.map { .insert($0, above: subject.titleEnd) } + change.edits
        let isOfWireAlone = !subject.lines.contains { $0.strength.rest.hasPrefix("*") }
        func edited(_ lines: [String]) -> [String] {
            isOfWireAlone ? lines.edited(edits).withoutCallbacks : lines.edited(edits)
        }
        lines = edited(subject.lines)
        let former = subject.scenario.alterations.map { ($0 - 1, $1) }
        let altered = (former + change.alterations.map { ($0, $1) }).map { index, alteration in
            // As many lines stand above it as the edits leave there.
            (edited(Array(subject.lines[..<index])).count + 1, alteration)
        }
        alterations = Dictionary(altered) { $1 }
    }

    /// `cut:17`, of a pair `interim:103+cut:17`.
    package var label: String { parts.map { "\($0.family):\($0.value)" }.joined(separator: "+") }

    /// `cut:in-a-chunk-size`: the label by places, which variants have in common.
    package var placeLabel: String { parts.map { "\($0.family):\($0.placeWord)" }.joined(separator: "+") }

    package var text: [UInt8] { Array((lines.joined(separator: "\n") + "\n").utf8) }

    /// The one run of the text, under the name of the run from which it was derived; nil: it cannot be read, or is no
    /// single run.
    package func scenario(of run: Scenario, reading read: ([UInt8]) -> Reading) -> Scenario? {
        let scenarios = read(text).scenarios
        guard scenarios.count == 1, var scenario = scenarios.first else { return nil }
        scenario.file = run.file
        scenario.row = run.row
        scenario.variant = label
        scenario.alterations = alterations
        return scenario
    }
}

extension [String] {
    /// The lines without callbacks: a file without any allows all, but with one of them it would ask for others as
    /// well.
    fileprivate var withoutCallbacks: [String] {
        var kept: [String] = []
        var isDropped = false
        for line in self {
            isDropped = line.strength.rest.hasPrefix("*") || isDropped && line.hasPrefix(" ")
            if !isDropped { kept.append(line) }
        }
        return kept
    }
}
