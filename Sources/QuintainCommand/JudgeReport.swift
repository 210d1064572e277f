// JudgeReport.swift: the output of `quintain judge`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainOrder
import QuintainReport
import QuintainSides

/// Prints findings with the records around them. A finding is printed once the two records after it have come.
struct JudgeReport {
    let path: String
    let contract: Contract
    let isJSON: Bool
    let style: Style

    private(set) var failures = 0
    private(set) var warnings = 0
    private var hidden = 0
    private var waiting: [(finding: TraceFinding, line: Int, after: [TraceEvent])] = []

    init(path: String, contract: Contract, isJSON: Bool, style: Style) {
        self.path = path
        self.contract = contract
        self.isJSON = isJSON
        self.style = style
    }

    mutating func add(_ findings: [TraceFinding], at line: Int) {
        for finding in findings {
            if finding.weight == .failure { failures += 1 } else { warnings += 1 }
            if !isJSON, failures + warnings > Self.mostShown {
                hidden += 1
            } else {
                waiting.append((finding, finding.event?.place ?? line, []))
            }
        }
    }

    mutating func passed(_ event: TraceEvent) {
        guard !waiting.isEmpty else { return }
        for index in waiting.indices { waiting[index].after.append(event) }
        while let first = waiting.first, first.after.count >= Self.behind { show(waiting.removeFirst()) }
    }

    mutating func flush() {
        for entry in waiting { show(entry) }
        waiting = []
    }

    func close(callbacks: Int, tasks: Int) {
        if isJSON {
            let verdict: JSONText = .object([
                ("verdict", .text(failures > 0 ? "broken" : "kept")), ("contract", .text(contract.name)),
                ("callbacks", .number(callbacks)), ("tasks", .number(tasks)), ("failures", .number(failures)),
                ("warnings", .number(warnings)),
            ])
            return Output.write(verdict)
        }
        if hidden > 0 { Output.write("and \(hidden) more, which are not shown") }
        let verdict = failures > 0 ? style("broken", .bad) : style("kept", warnings > 0 ? .doubtful : .good)
        var counts: [String] = []
        if failures > 0 { counts.append(Summary.count(failures, "failure")) }
        if warnings > 0 { counts.append(Summary.count(warnings, "warning")) }
        counts += [Summary.count(callbacks, "callback"), Summary.count(tasks, "task")]
        Output.write("\(verdict)  \(path): \(contract.name) (\(counts.joined(separator: ", ")))")
    }

    private func show(_ entry: (finding: TraceFinding, line: Int, after: [TraceEvent])) {
        if isJSON { return Output.write(json(entry.finding, entry.line)) }
        let finding = entry.finding
        let rule = finding.rule.entry
        let tone: Style.Tone = finding.weight == .failure ? .bad : .doubtful
        let word = style(finding.weight == .failure ? "broken" : "warning", tone)
        var lines = ["\(path):\(entry.line): \(word): \(finding.sentence) [\(finding.rule.name)]"]
        lines += around(finding, entry.after, tone)
        let guarded = rule.guards.map { ", the guard of \($0.name)" } ?? ""
        lines += block("rule", "\(finding.rule.name) (\(rule.title))\(guarded): \(rule.text)")
        for (index, source) in rule.sources.enumerated() { lines += block(index == 0 ? "source" : "", source.text) }
        if finding.weight == .failure {
            lines += block(
                "fault", finding.fault == .client ? "the client's" : "the driver's, who answers for the delegate")
        } else if let remark = rule.remark {
            lines += block("remark", remark)
        }
        let allowed = finding.allowed.map(\.label)
        if finding.weight == .failure, finding.fault == .client {
            lines += block("allowed", allowed.isEmpty ? "nothing more" : allowed.joined(separator: ", "))
        }
        Output.write(lines.joined(separator: "\n") + "\n")
    }

    // MARK: The trace around

    private func around(_ finding: TraceFinding, _ after: [TraceEvent], _ tone: Style.Tone) -> [String] {
        let behind = finding.event == nil ? [] : Array(after.prefix(Self.behind))
        let all = finding.before + [finding.event].compactMap(\.self) + behind
        let width = max(3, String(all.map(\.place).max() ?? 0).count)
        let showsTasks = all.contains { $0.task != nil }
        func line(_ event: TraceEvent, _ mark: String) -> String {
            let place = String(event.place)
            let number = String(repeating: " ", count: width - place.count) + place
            return "\(mark) \(number) │ \(text(event, showsTasks))"
        }
        var lines = finding.before.map { line($0, " ") }
        if let event = finding.event {
            lines.append(style(line(event, "✗"), tone))
        } else {
            lines.append(style("✗ \(String(repeating: " ", count: width)) │ (the end)", tone))
        }
        return lines + behind.map { line($0, " ") }
    }

    private func text(_ event: TraceEvent, _ showsTasks: Bool) -> String {
        let task = showsTasks ? (event.task.map { "task \(Quoting.escaped($0.utf8)): " } ?? "") : ""
        let status = event.fields.status.map { " \($0)" } ?? ""
        return task + event.callback.label + status
    }

    /// A label, and text wrapped into lines beside it.
    private func block(_ word: String, _ text: String) -> [String] {
        let indent = String(repeating: " ", count: 12)
        var lines = HelpText.folded(text, behind: indent, width: max(52, min(Output.width, 120)))
        lines[0] = "  " + style(word, .faint) + indent.dropFirst(2 + word.count) + lines[0].dropFirst(indent.count)
        return lines
    }

    private func json(_ finding: TraceFinding, _ line: Int) -> JSONText {
        let rule = finding.rule.entry
        var members: [(String, JSONText)] = [
            ("line", .number(line)), ("rule", .text(finding.rule.name)), ("weight", .text(finding.weight.rawValue)),
            ("fault", .text(finding.fault.rawValue)), ("sentence", .text(finding.sentence)), ("text", .text(rule.text)),
            ("sources", .list(rule.sources.map { .text($0.text) })),
        ]
        if let guarded = rule.guards { members.append(("guards", .text(guarded.name))) }
        if let event = finding.event { members.append(("callback", .text(event.callback.name))) }
        if let task = finding.task { members.append(("task", .text(task))) }
        members.append(("allowed", .list(finding.allowed.map { .text($0.label) })))
        return .object(members)
    }

    private static let behind = 2
    /// Of text; a program reads all.
    private static let mostShown = 50
}
