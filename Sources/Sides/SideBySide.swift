// SideBySide.swift: what was expected and what happened, line by line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainPlayer
package import QuintainScenario
package import QuintainTranscript

/// Lays the lines of a scenario that a run has reached beside what happened at each.
package struct SideBySide {
    private let scenario: Scenario
    private let outcome: Outcome
    package private(set) var rows: [SideRow] = []

    /// Events by the step that they fulfilled; the others by the step before them.
    private var atStep: [Int: [Event]] = [:]
    private var afterStep: [Int: [Event]] = [:]
    /// The steps of lines of a body that have begun: what is not at its step had no bytes.
    private var begun: Set<Int> = []
    /// The last lines of values that stand on several.
    private let lastLines: [Int: Int]

    package init(_ scenario: Scenario, _ outcome: Outcome, _ transcript: Transcript) {
        self.scenario = scenario
        self.outcome = outcome
        lastLines = scenario.lastLines
        sort(transcript)
        lay()
    }

    private mutating func sort(_ transcript: Transcript) {
        var latest = -1
        /// The line whose bytes left last on each connection.
        var sending: [ConnectionNumber: Int] = [:]
        let lastChunks = transcript.events.lastChunksBeforeAnEnd
        begun = Set(transcript.events.lazy.filter(\.isLineEnd).compactMap { $0.line?.step })
        let happened = Set(transcript.events.lazy.filter { !$0.isBreach }.compactMap { $0.line?.step })
        for event in transcript.events where !Self.isFraming(event) || lastChunks.contains(event.number) {
            if let step = event.line?.step, step >= 0, !event.isBreach {
                atStep[step, default: []].append(event)
                latest = max(latest, step)
                if let connection = event.connection, event.isSent { sending[connection] = step }
            } else if let step = event.line?.step, step >= 0 {
                afterStep[step, default: []].append(event)
                // A line that never came is at its place all the same: what comes then has come behind it.
                if !happened.contains(step) { latest = max(latest, step) }
            } else if event.isAdded, let step = event.connection.flatMap({ sending[$0] }) {
                // Another request may have come before the length was added to the reply.
                afterStep[step, default: []].append(event)
            } else {
                afterStep[latest, default: []].append(event)
            }
        }
    }

    /// Whether the event is framing, which is in the transcript, but would only separate the lines here.
    private static func isFraming(_ event: Event) -> Bool {
        switch event.happening {
        case .sent(.chunk, _), .sent(.lineEnd, _), .requestEnded: true
        default: false
        }
    }

    private mutating func lay() {
        loose(-1)
        /// Lines of a body that came in the event of an earlier line of it.
        var carried: [String] = []
        var next = 0
        var (part, line) = (0, 0)
        for (index, step) in zip(outcome.steps.numbers, outcome.steps) {
            if index > next { rows.append(.leftOut(index - next)) }
            next = index + 1
            // Of shorthand, each step has the line that it stands for.
            let written = scenario.steps(ofLine: step.line)
            (part, line) = step.line == line ? (part + 1, line) : (0, step.line)
            let source = written.isEmpty ? source(step.line) : written[part % written.count]
            var happened = (atStep[index] ?? []).flatMap { EventPrinter.lines(of: $0) }
            if happened.isEmpty, !carried.isEmpty, Self.isBody(source) {
                happened = [carried.removeFirst()]
            } else {
                rows += carried.map(SideRow.more)
                carried = []
                if happened.isEmpty, begun.contains(index) { happened = [source] }
            }
            let first = happened.isEmpty ? "" : happened.removeFirst()
            rows.append(.line(SideRow.Mark(step.state), number: step.line, expected: source, happened: first))
            carried += happened
            for number in lines(of: step).dropFirst() {
                let happened = carried.isEmpty ? "" : carried.removeFirst()
                rows.append(.further(number: number, expected: self.source(number), happened: happened))
            }
            if let after = afterStep[index] {
                // A breach within a body parts none of its lines from what came for them.
                if !after.allSatisfy(\.isBreach) || !isBody(behind: step) {
                    rows += carried.map(SideRow.more)
                    carried = []
                }
                loose(index)
            }
        }
        rows += carried.map(SideRow.more)
    }

    private mutating func loose(_ step: Int) {
        var events = (afterStep[step] ?? [])[...]
        while let event = events.popFirst() {
            if case .broken(let breach, let root) = event.happening {
                rows.append(.broken(breach.severity, breach.sentence, follows: root != nil))
                continue
            }
            var lines = event.isLastChunk ? [Self.lastChunk] : EventPrinter.lines(of: event)
            // A handshake has a dozen messages: those that one side sends in a row share a line.
            while let next = events.first, let name = next.handshakeMessage(behind: event) {
                lines[lines.count - 1] += ", \(name)"
                events.removeFirst()
            }
            rows += lines.map(SideRow.loose)
        }
    }

    private static let lastChunk = "# added: the last chunk"

    private func source(_ line: Int) -> String {
        scenario.source.indices.contains(line - 1) ? scenario.source[line - 1] : ""
    }

    /// The line of a step, and those on which its value goes on.
    private func lines(of step: Step) -> ClosedRange<Int> { step.line...(lastLines[step.line] ?? step.line) }

    /// The line below belongs to the same speaker.
    private func isBody(behind step: Step) -> Bool {
        source(lines(of: step).upperBound + 1).first.map { $0 == source(step.line).first } == true
            && Self.isBody(source(step.line))
    }

    private static func isBody(_ source: String) -> Bool { source.hasPrefix(">") || source.hasPrefix("<") }
}

extension Event {
    /// The server has added it to what is written.
    fileprivate var isAdded: Bool { if case .sent(.added, _) = happening { true } else { isLastChunk } }

    /// The end of a chunked body, which no line writes.
    fileprivate var isLastChunk: Bool {
        guard case .sent(.chunk, let payload) = happening, line == nil else { return false }
        return payload.kept == Array("0\r\n\r\n".utf8)
    }

    fileprivate var isSent: Bool { if case .sent = happening { true } else { false } }

    fileprivate var isBreach: Bool { if case .broken = happening { true } else { false } }

    /// The name of a TLS message that follows one of the same side; nil: another event, or one of the two has details.
    fileprivate func handshakeMessage(behind other: Event) -> String? {
        guard case .tls(let side, .message(let name)) = happening,
            case .tls(side, .message(let before)) = other.happening,
            connection == other.connection, !name.contains(" "), !before.contains(" ")
        else { return nil }
        return name
    }
}

extension [Event] {
    /// The numbers of last chunks behind which the server ends the connection: nothing is cut off there.
    fileprivate var lastChunksBeforeAnEnd: Set<Int> {
        var found: Set<Int> = []
        var last: [ConnectionNumber: Int] = [:]
        for event in self {
            guard let connection = event.connection else { continue }
            if event.isLastChunk {
                last[connection] = event.number
            } else if event.isServersEnd, let chunk = last[connection] {
                found.insert(chunk)
            } else if case .received(.start, _) = event.happening {
                last[connection] = nil
            }
        }
        return found
    }
}

extension Event {
    fileprivate var isServersEnd: Bool { happening == .acted("close") || happening == .acted("reset") }
}
