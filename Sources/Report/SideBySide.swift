// SideBySide.swift: what was expected and what happened, line by line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainPlayer
package import QuintainScenario
package import QuintainTranscript

/// Lays the lines of a scenario that a run has reached beside what happened at each.
package struct SideBySide {
    private let scenario: Scenario
    private let outcome: Outcome
    private let style: Style
    private let column: Int
    private var rows: [String] = []

    /// Events by the step that they did; what did no step stands after the one before it.
    private var atStep: [Int: [Event]] = [:]
    private var afterStep: [Int: [Event]] = [:]

    package init(_ scenario: Scenario, _ outcome: Outcome, _ transcript: Transcript, style: Style, width: Int) {
        self.scenario = scenario
        self.outcome = outcome
        self.style = style
        column = max(24, (width - 5) / 2)
        sort(transcript)
        lay()
    }

    package var lines: [String] { rows }

    private mutating func sort(_ transcript: Transcript) {
        var latest = -1
        for event in transcript.events where !Self.isFraming(event) {
            if let step = event.line?.step, step >= 0, !event.isBreach {
                atStep[step, default: []].append(event)
                latest = max(latest, step)
            } else if let step = event.line?.step, step >= 0 {
                afterStep[step, default: []].append(event)
            } else {
                afterStep[latest, default: []].append(event)
            }
        }
    }

    /// The frames of chunks are in the transcript, and would only part the lines here.
    private static func isFraming(_ event: Event) -> Bool {
        switch event.happening {
        case .sent(.chunk, _), .sent(.lineEnd, _), .requestEnded: true
        default: false
        }
    }

    private mutating func lay() {
        row("", "expected", "happened", .strong)
        loose(-1)
        /// Lines of a body beyond the one whose event they came with.
        var carried: [String] = []
        var next = 0
        for (index, step) in zip(outcome.steps.numbers, outcome.steps) {
            if index > next { row("", "… \(index - next) lines are left out", "", .faint) }
            next = index + 1
            let source = scenario.source.indices.contains(step.line - 1) ? scenario.source[step.line - 1] : ""
            var happened = (atStep[index] ?? []).flatMap { EventPrinter.lines(of: $0) }
            if happened.isEmpty, !carried.isEmpty, Self.isBody(source) {
                happened = [carried.removeFirst()]
            } else {
                for line in carried { row("", "", line, nil) }
                carried = []
            }
            let first = happened.isEmpty ? "" : happened.removeFirst()
            row(Self.mark(step.state), source, first, Self.tone(step.state))
            carried += happened
            if afterStep[index] != nil {
                for line in carried { row("", "", line, nil) }
                carried = []
                loose(index)
            }
        }
        for line in carried { row("", "", line, nil) }
    }

    private mutating func loose(_ step: Int) {
        var events = (afterStep[step] ?? [])[...]
        while let event = events.popFirst() {
            if case .broken(let severity, let sentence) = event.happening {
                let tone: Style.Tone = severity == .failure ? .bad : severity == .warning ? .doubtful : .faint
                rows.append(style("  └─ \(sentence)", tone))
                continue
            }
            var lines = EventPrinter.lines(of: event)
            // A handshake has a dozen messages: those that one side sends in a row share a line.
            while let next = events.first, let name = next.handshakeMessage(behind: event) {
                lines[lines.count - 1] += ", \(name)"
                events.removeFirst()
            }
            for line in lines.flatMap(wrapped) { row("", "", line, .faint) }
        }
    }

    /// A comment of ours in as many lines as it takes. What went over the wire stays one line.
    private func wrapped(_ line: String) -> [String] {
        guard line.hasPrefix("# "), Columns.width(of: line) > column else { return [line] }
        var lines: [String] = []
        var rest = "#"
        for word in line.dropFirst(2).split(separator: " ") {
            if Columns.width(of: rest) + 1 + Columns.width(of: String(word)) > column, rest.contains(where: \.isLetter)
            {
                lines.append(rest)
                rest = "#  "
            }
            rest += " \(word)"
        }
        return lines + [rest]
    }

    private mutating func row(_ mark: String, _ left: String, _ right: String, _ tone: Style.Tone?) {
        let marked = mark.isEmpty ? " " : mark
        let expected = Columns.fitted(left, to: column)
        var line = style(marked, tone ?? .faint) + " "
        line += tone.map { style(expected, $0 == .good ? .faint : $0) } ?? expected
        line += style(" │ ", .faint)
        let happened = Columns.width(of: right) > column ? Columns.fitted(right, to: column) : right
        line += left.isEmpty && tone == .faint ? style(happened, .faint) : happened
        while line.last == " " { line.removeLast() }
        rows.append(line)
    }

    private static func isBody(_ source: String) -> Bool { source.hasPrefix(">") || source.hasPrefix("<") }

    private static func mark(_ state: Step.State) -> String {
        switch state {
        case .done: "✓"
        case .broken(.failure): "✗"
        case .broken: "!"
        case .unobserved: "·"
        case .skipped, .due: "-"
        case .notReached: " "
        }
    }

    private static func tone(_ state: Step.State) -> Style.Tone {
        switch state {
        case .done: .good
        case .broken(.failure): .bad
        case .broken: .doubtful
        case .unobserved, .skipped, .due, .notReached: .faint
        }
    }
}

extension Event {
    fileprivate var isBreach: Bool { if case .broken = happening { true } else { false } }

    /// The name of a message that came right behind one of the same side; nil: more is told of it, or something else came.
    fileprivate func handshakeMessage(behind other: Event) -> String? {
        guard case .tls(let side, let name) = happening, case .tls(side, let before) = other.happening,
            connection == other.connection, !name.contains(" "), !before.contains(" ")
        else { return nil }
        return name
    }
}
