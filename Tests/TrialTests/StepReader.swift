// StepReader.swift: reads the steps of a client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords

struct StepReader {
    let trial: String
    let origins: [String]
    let reports: Bool
    /// Names of connections, and of values that were taken.
    private var connections: Set<String> = []
    private var taken: Set<String> = []
    private var place = 0

    init(trial: String, origins: [String], reports: Bool) {
        self.trial = trial
        self.origins = origins
        self.reports = reports
    }

    private func fault(_ message: String) -> TrialFault { TrialFault(file: trial, line: place, message: message) }

    mutating func steps(_ lines: [String], from first: Int) throws(TrialFault) -> [Step] {
        var steps: [Step] = []
        var index = 0
        while index < lines.count {
            place = first + index
            let line = lines[index]
            index += 1
            if line.isEmpty || line.hasPrefix("#") { continue }
            guard !line.hasPrefix(" ") else { throw fault("nothing above takes an indented line") }
            let start = index
            while index < lines.count, lines[index].hasPrefix("  ") { index += 1 }
            let below = lines[start..<index].map { String($0.dropFirst(2)) }
            let place = place
            let deed = try deed(line, below, first + start)
            steps.append(Step(line: place, source: line, deed: deed))
        }
        return steps
    }

    // MARK: One step

    private mutating func deed(_ line: String, _ below: [String], _ first: Int) throws(TrialFault) -> Step.Deed {
        if line == "at once" {
            let steps = try steps(below, from: first)
            guard steps.count > 1 else { throw fault("below 'at once' stands what happens before the server looks") }
            return .atOnce(steps)
        }
        var words = try WordRow(line, place: fault)
        let verb = words.word() ?? ""
        if !["request", "report"].contains(verb), !below.isEmpty {
            place = first
            throw fault("'\(verb)' takes no indented line")
        }
        let deed = try deed(verb, &words, below, first)
        if let rest = words.rest { throw fault("'\(rest)' is too much") }
        return deed
    }

    private mutating func deed(_ verb: String, _ words: inout WordRow, _ below: [String], _ first: Int)
        throws(TrialFault)
        -> Step.Deed
    {
        if connections.isEmpty, !["connect", "report", "answered", "ordered", "loads-end", "stay"].contains(verb) {
            throw fault("'\(verb)' needs a 'connect' above it")
        }
        switch verb {
        case "connect":
            var origin = "main"
            if words.peek != nil, words.peek != "as" { origin = words.word()! }
            guard origins.contains(origin) else { throw fault("the scenario has no origin '\(origin)'") }
            var name = origin
            if words.peek == "as" {
                _ = words.word()
                guard let given = words.word() else { throw fault("'as' takes a name") }
                name = given
            }
            guard connections.insert(name).inserted else {
                throw fault(
                    "a connection is called '\(name)' already: give this one a name, 'connect \(origin) as two'")
            }
            return .connect(origin: origin, name: name)
        case "on":
            guard let name = words.word(), connections.contains(name) else {
                throw fault("'on' takes the name of a connection")
            }
            return .on(name)
        case "request": return try request(&words, below, first)
        case "send", "clear":
            let text = try all(&words)
            guard !text.pieces.isEmpty else { throw fault("'\(verb)' takes one string or more") }
            return verb == "send" ? .send(text) : .clear(text)
        case "read": return .read(try hearing(&words))
        case "take":
            guard let name = words.word(), let after = words.string(), let before = words.string() else {
                throw fault("'take' takes a name, what stands before it, and what stands behind it")
            }
            taken.insert(name)
            return .take(name, after: after, before: before)
        case "report": return .report(try report(&words, below, first))
        case "answered":
            let text = try all(&words, joining: " ")
            guard !text.pieces.isEmpty else { throw fault("'answered' takes a decision") }
            return .answered(text)
        case "ordered": return .ordered
        case "loads-end": return .loadsEnd
        case "greet": return .greet(try greeting(&words))
        case "tls":
            let isRefused = words.peek == "refused"
            if isRefused { _ = words.word() }
            return .secure(try greeting(&words), isRefused: isRefused)
        case "close": return .close
        case "half-close": return .halfClose
        case "reset": return .reset
        case "stay": return .stay
        default: throw fault("there is no step '\(verb)'")
        }
    }

    private mutating func request(_ words: inout WordRow, _ below: [String], _ first: Int) throws(TrialFault)
        -> Step.Deed
    {
        guard let method = words.word(), let target = try words.text(known: origins, taken, fault) else {
            throw fault("'request' takes a method and a target")
        }
        var fields: [(name: String, value: Text)] = []
        var body: Text?
        for (index, line) in below.enumerated() {
            place = first + index
            guard body == nil else { throw fault("nothing may stand below the body") }
            if line.hasPrefix("body ") {
                var words = try WordRow(String(line.dropFirst(5)), place: fault)
                body = try all(&words)
            } else {
                fields.append(try field(line))
            }
        }
        return .request(method: method, target: target, fields: fields, body: body)
    }

    private func field(_ line: String) throws(TrialFault) -> (name: String, value: Text) {
        guard let colon = line.firstIndex(of: ":"), !line.hasPrefix(":") else {
            throw fault("'\(line)' is no field, NAME: VALUE")
        }
        let value = line[line.index(after: colon)...].trimmed
        return (String(line[..<colon]), try Text(Array(value.utf8), known: origins, taken, fault))
    }

    private func hearing(_ words: inout WordRow) throws(TrialFault) -> Step.Hearing {
        if words.isString {
            return .bytes(try all(&words))
        }
        switch words.word() {
        case "end": return .end
        case "fin": return .fin
        case "reset": return .reset
        case "head":
            guard let status = words.word().flatMap({ Int($0) }) else { throw fault("'read head' takes a status") }
            return .reply(status, onlyHead: true)
        case let word:
            guard let status = word.flatMap({ Int($0) }), 100...999 ~= status else {
                throw fault("'read' takes a status, 'head' and a status, a string, 'end', 'fin' or 'reset'")
            }
            return .reply(status, onlyHead: false)
        }
    }

    private mutating func report(_ words: inout WordRow, _ below: [String], _ first: Int) throws(TrialFault)
        -> Step.Report
    {
        guard reports else { throw fault("a command reports nothing: write 'client' instead of 'command'") }
        guard let word = words.word(), let kind = CallbackKind(rawValue: word) else {
            throw fault("'report' takes a callback")
        }
        var report = Step.Report(kind: kind, lane: .unnamed, subject: [], fields: [], header: [])
        while words.peek != nil, words.peek != "->" {
            if let (name, value) = words.pair() {
                if name == "lane" {
                    report.lane = Lane(String(decoding: value, as: UTF8.self))
                } else {
                    report.fields.append((name, try Text(value, known: origins, taken, fault)))
                }
            } else if let text = try words.text(known: origins, taken, fault) {
                report.subject.append(text)
            }
        }
        if words.word() != nil {
            let text = try all(&words, joining: " ")
            guard !text.pieces.isEmpty else { throw fault("behind '->' stands the decision that must be the answer") }
            guard kind.isQuestion else { throw fault("'\(kind.rawValue)' asks nothing") }
            report.decision = text
        }
        for (index, line) in below.enumerated() {
            place = first + index
            report.header.append(try field(line))
        }
        return report
    }

    private func greeting(_ words: inout WordRow) throws(TrialFault) -> Step.Greeting {
        var greeting = Step.Greeting()
        while words.peek != nil {
            guard let (name, bytes) = words.pair() else { throw fault("'\(words.peek!)' is no NAME=VALUE") }
            let value = String(decoding: bytes, as: UTF8.self)
            switch name {
            case "version": greeting.version = value
            case "sni": greeting.serverName = value
            case "alpn": greeting.protocols = value.split(separator: ",").map(String.init)
            case "trusts" where ["yes", "no"].contains(value): greeting.trusts = value == "yes"
            default:
                throw fault("a greeting has no '\(name)=\(value)': it has version=, sni=, alpn= and trusts=yes or no")
            }
        }
        return greeting
    }

    private func all(_ words: inout WordRow, joining: String = "") throws(TrialFault) -> Text {
        var result = Text()
        while let text = try words.text(known: origins, taken, fault) {
            if !result.pieces.isEmpty, !joining.isEmpty { result.pieces.append(.bytes(Array(joining.utf8))) }
            result.pieces += text.pieces
        }
        return result
    }
}
