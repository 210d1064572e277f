// TrialReader.swift: reads a trial; a line that is not understood is a fault with its place.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript

struct TrialReader {
    let name: String
    private let lines: [String]
    private var next = 0

    static func read(_ text: String, name: String) throws(TrialFault) -> Trial {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        var reader = TrialReader(name: name, lines: lines)
        return try reader.trial()
    }

    private init(name: String, lines: [String]) {
        self.name = name
        self.lines = lines
    }

    /// The number of the current line.
    private var number: Int { next + 1 }

    func fault(_ message: String, at line: Int? = nil) -> TrialFault {
        TrialFault(file: name, line: line ?? number, message: message)
    }

    // MARK: The file

    private mutating func trial() throws(TrialFault) -> Trial {
        guard let title = lines.first, title.hasPrefix("# ") else {
            throw fault("the first line must be '# ' and a title")
        }
        next = 1
        passOver()
        guard current == "scenario" else {
            throw fault("'scenario' must stand here, with the scenario indented below it")
        }
        next += 1
        let begin = next
        var source = indented()
        // It need not have a title.
        let isTitled = source.first?.hasPrefix("#") ?? false
        if !isTitled { source.insert(title, at: 0) }
        let offset = begin - (isTitled ? 0 : 1)
        let scenario = try scenario(source, offset)
        var clients: [Trial.Client] = []
        passOver()
        while current != nil {
            clients.append(try client(scenario, source, offset))
            passOver()
        }
        guard !clients.isEmpty else { throw fault("there is no 'client' and no 'command'") }
        for (index, client) in clients.enumerated() where clients[..<index].contains(where: { $0.name == client.name })
        {
            throw fault("two clients are called '\(client.name)'", at: client.verdict.line)
        }
        return Trial(
            name: name, title: String(title.dropFirst(2)), scenario: scenario, clients: clients, offset: offset,
            saysWithin: source.contains { $0.drop { $0 == " " }.hasPrefix("within ") })
    }

    private func scenario(_ source: [String], _ offset: Int) throws(TrialFault) -> Scenario {
        let text = source.joined(separator: "\n") + "\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: name) { _ in .failure(.missing) }
        if let wrong = reading.diagnostics.first(where: { $0.severity == .error }) {
            throw fault(wrong.message, at: wrong.place.line + offset)
        }
        guard let scenario = reading.scenarios.first, reading.scenarios.count == 1 else {
            throw fault("a trial has one scenario, and no table", at: offset + 1)
        }
        return scenario
    }

    private var current: String? { next < lines.count ? lines[next] : nil }

    /// Empty lines and comments between the parts.
    private mutating func passOver() {
        while let line = current, line.isEmpty || line.hasPrefix("#") { next += 1 }
    }

    /// The lines below that are indented by two blanks, without the blanks; empty lines count if others follow.
    private mutating func indented() -> [String] {
        var result: [String] = []
        while let line = current, line.isEmpty || line.hasPrefix("  ") {
            result.append(String(line.dropFirst(2)))
            next += 1
        }
        while result.last?.isEmpty == true {
            result.removeLast()
            next -= 1
        }
        return result
    }

    // MARK: A client

    private mutating func client(_ scenario: Scenario, _ source: [String], _ offset: Int) throws(TrialFault)
        -> Trial.Client
    {
        let words = (current ?? "").split(separator: " ", maxSplits: 1).map(String.init)
        guard let word = words.first, ["client", "command"].contains(word) else {
            throw fault("'client' or 'command' and a name must stand here")
        }
        guard words.count == 2 else { throw fault("the \(word) has no name") }
        next += 1
        let begin = number
        let body = indented()
        var reader = StepReader(trial: name, origins: scenario.origins.map(\.name), reports: word == "client")
        let steps = try reader.steps(body, from: begin)
        guard !steps.isEmpty else { throw fault("the \(word) does nothing", at: begin) }
        passOver()
        return Trial.Client(
            name: words[1], reports: word == "client", steps: steps, verdict: try verdict(source, offset))
    }

    private mutating func verdict(_ source: [String], _ offset: Int) throws(TrialFault) -> Trial.Expected {
        let words = (current ?? "").split(separator: " ").map(String.init)
        guard words.first == "verdict" else { throw fault("the client's 'verdict' must stand here") }
        guard words.count == 2, let verdict = Verdict(rawValue: words[1]) else {
            throw fault("'verdict' takes one of \(Verdict.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        var expected = Trial.Expected(line: number, verdict: verdict)
        next += 1
        let begin = number
        for (index, line) in indented().enumerated() {
            let place = begin + index
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard let slug = words.first.flatMap(Breach.Slug.init) else {
                throw fault("'\(line)' does not begin with the slug of a breach", at: place)
            }
            let text = words.count > 1 ? words[1].trimmed : ""
            expected.findings.append(Trial.Finding(slug: slug, line: try self.line(text, source, offset, place)))
        }
        guard (verdict == .pass) == expected.findings.isEmpty else {
            throw fault(
                verdict == .pass ? "a pass has no findings" : "the findings must be indented below the verdict",
                at: expected.line)
        }
        return expected
    }

    /// A line of the scenario, given by its text, or as `line` with its number in this file.
    private func line(_ text: String, _ source: [String], _ offset: Int, _ place: Int) throws(TrialFault) -> Int? {
        if text.isEmpty { return nil }
        let words = text.split(separator: " ")
        if words.count == 2, words[0] == "line", let number = Int(words[1]) {
            guard source.indices.contains(number - offset - 1) else {
                throw fault("line \(number) is not one of the scenario's", at: place)
            }
            return number
        }
        let found = source.indices.filter { source[$0].trimmed == text }
        guard let index = found.first else { throw fault("the scenario has no line '\(text)'", at: place) }
        guard found.count == 1 else {
            let numbers = found.map { "'line \($0 + offset + 1)'" }.joined(separator: " or ")
            throw fault("'\(text)' stands \(found.count) times in the scenario: write \(numbers)", at: place)
        }
        return index + offset + 1
    }
}

extension StringProtocol {
    /// Without blanks around it.
    var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
