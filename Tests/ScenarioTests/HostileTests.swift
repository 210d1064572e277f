// HostileTests.swift: no bytes crash the reader or keep it busy for long.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

@Suite struct `Hostile files` {
    /// Reads and renders, as is done with every file before it is played.
    @discardableResult
    private func survive(_ bytes: [UInt8]) -> Reading {
        let reading = ScenarioReader.read(bytes, file: "x") { _ in .success(Array("a\tb\n1\t2\n".utf8)) }
        _ = DiagnosticText.rendered(reading.advised, source: bytes)
        var report = LintReport(program: "quintain")
        report.add("x", reading.advised, source: bytes)
        _ = report.json.description
        _ = ScenarioFormatter.format(bytes, reading)
        return reading
    }

    @Test(arguments: TestFiles.examples)
    func `made of an example by chance are read to their end`(name: String) throws {
        let example = try TestFiles.example(name)
        var random = SplitMix(state: name.utf8.reduce(7) { $0 &* 31 &+ UInt64($1) })
        let scraps = [
            "{{", "}}", "\"", "\\", "|", "->", "\n", "\n ", "\n* ", "\n< ", "> ", "\u{0}", "=", "cases ", "end\n",
            "or\n",
        ]
        for _ in 0..<25 {
            var bytes = example
            for _ in 0..<(1 + random.below(6)) {
                let at = random.below(bytes.count + 1)
                switch random.below(4) {
                case 0: bytes.removeSubrange(at..<min(bytes.count, at + random.below(9)))
                case 1: bytes.insert(UInt8(random.below(256)), at: at)
                case 2: bytes.insert(contentsOf: scraps[random.below(scraps.count)].utf8, at: at)
                default:
                    let from = random.below(bytes.count + 1)
                    bytes.insert(contentsOf: bytes[from..<min(bytes.count, from + random.below(40))], at: at)
                }
            }
            let reading = survive(bytes)
            // Formatted text reads back the same.
            if let formatted = ScenarioFormatter.format(bytes, reading) {
                let again = ScenarioReader.read(formatted, file: "x") { _ in .success(Array("a\tb\n1\t2\n".utf8)) }
                #expect(meaning(again) == meaning(reading), "\(String(decoding: bytes, as: UTF8.self))")
                #expect(ScenarioFormatter.format(formatted, again) == formatted)
            }
        }
    }

    @Test func `with a flood of warnings are read to their end`() {
        func read(_ last: String) -> Reading {
            let warned = String(repeating: "> GET /\n> Acept: 1\n< 200\n", count: 300)
            return survive(Array((warned + last).utf8))
        }
        let sound = read("> GET /last\n< 200\n")
        #expect(!sound.hasErrors && sound.advised.count == 200)
        #expect(sound.scenarios.first?.nodes.count == 902)
        let wrong = read("> GET /last\n< 2000\n")
        #expect(wrong.hasErrors && wrong.advised.last?.place.line == 902)
    }

    static let floods: [(name: String, text: String)] = {
        let many = 8_000
        func times(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
        return [
            ("opening braces", "> GET /\n< 200\n<\n< " + times("{{", many)),
            ("values in values", "> GET /\n< 200\n<\n< " + times("{{json [", many)),
            ("values in strings in values", "> GET /\n< 200\n<\n< " + times("{{json \"{{form a=", many)),
            (
                "objects in objects",
                "> GET /\n< 200\n<\n< {{json " + times("{\"a\":", many) + "1" + times("}", many) + "}}"
            ),
            ("many JSON values", "> GET /\n< 200\n<\n< " + times("{{json 1}}", many)),
            ("values that go on below", "> POST /\n>\n" + times("> {{json {\n", many)),
            ("lines of an open value", "> POST /\n>\n> {{json [\n" + times("> {\n", many)),
            ("values on two lines", "> POST /\n>\n" + times("> {{json {\n> }}}\n", many)),
            ("open values on two lines", "> POST /\n>\n" + times("> {{form a=\n> {\n", many)),
            ("open strings in open values", "> POST /\n>\n> {{json [\n" + times("> \"\n", many)),
            ("lines of a value", "> POST /\n>\n> {{json [\n" + times("> {{any}},\n", many) + "> 1]}}\n"),
            ("strings", "> GET /\n< 200\n<\n< " + times("{{\"a\"}}", many)),
            ("unknown functions", "> GET /\n< 200\n<\n< " + times("{{x}}", many)),
            ("words", "> GET /\n* data " + times("a ", many) + "a"),
            ("equals signs", "> GET /\n* data " + times("a", many) + ";" + times("=", many)),
            ("needs", "needs " + times("x ", many) + "x\n> GET /\n"),
            ("lines of nothing known", times("x\n", many)),
            ("branches", "> GET /\neither\n" + times("* data \"a\"\nor\n", many) + "end\n"),
            (
                "unlike branches",
                "either\n" + (0..<5 * many).map { "> GET /\($0)\n< 200\nor\n" }.joined() + "* finish\nend\n"
            ),
            ("open strings in a target", "> GET /" + times("{{\"", 80 * many)),
            ("open blocks", times("repeat 2\n", many)),
            ("ends", times("end\n", many)),
            ("body lines", "> GET /\n< 200\neither\n! quiet 1s\n" + times("< a\n", many) + "or\n* finish\nend\n"),
            ("captures", "> GET /\n" + times("> A: {{a = any}}\n", many)),
            ("columns", "cases " + times("a|", many) + "a\n"),
            ("cells", "cases a\n" + (0..<many).map { "  \($0)\n" }.joined() + "> GET /\n"),
            ("tables", times("cases a\n  1\n", many)),
            ("routes", "routes\n" + times("> GET /a/{{path b}}\n< 200\n", many)),
            ("segments", "routes\n> GET " + times("/{{path a}}", many) + "\n< 200\n"),
            ("transforms", "> GET /\n< 200\n<\n< {{\"a\"" + times(" | gzip", many) + "}}"),
            ("escapes", "> GET /\n* data \"" + times("\\q", many) + "\""),
            ("wide characters", "> GET /\n* data " + times("日", many) + " -> x"),
            ("runs", (1...10).map { "cases c\($0)\n  0\n  1\n" }.joined() + "> GET /\n" + times("* data \"a\"\n", 20)),
            (
                "a wide cell",
                "cases a | b\n  1 | " + times("x", many) + "\n" + (0..<2000).map { "  \($0) | 2\n" }.joined()
                    + "> GET /{{b}}\n"
            ),
        ]
    }()

    /// Each takes a fraction of a second; work that grows with the square of the length would take many minutes.
    @Test(.timeLimit(.minutes(10)), arguments: floods.map(\.name))
    func `that repeat one thing endlessly are read soon`(name: String) throws {
        let flood = try #require(Self.floods.first { $0.name == name })
        survive(Array(flood.text.utf8))
    }

    @Test func `are looked through for values up to so many that are not closed`() {
        func values(behind unclosed: Int) -> Int {
            let text = String(repeating: "{{\n", count: unclosed) + "{{any}}"
            return Scanner.values(in: SourceLine(number: 1, bytes: Array(text.utf8)).whole).count
        }
        #expect(values(behind: 60) == 1)
        #expect(values(behind: 70) == 0)
    }

    @Test(arguments: [(20, 1), (40, 0)])
    func `have branches that are compared with so many upper ones`(above: Int, warnings: Int) {
        let branches = (0..<above).map { "> GET /\($0)\n< 200\nor\n" }.joined()
        let text = "# t\neither\n\(branches)> GET /{{any}}\n< 200\nor\n> GET /last\n< 200\nend\n"
        #expect(survive(Array(text.utf8)).advised.count { $0.slug == .branchUnchosen } == warnings)
    }

    @Test func `has as many lanes as there may be, and not one more`() {
        func lanes(_ count: Int) -> [Diagnostic] {
            let loads = (1...count).map { "client GET /\($0) lane=l\($0)\n" }.joined()
            return survive(Array(("# Lanes\n" + loads + ">l1 GET /1\n<l1 200\n").utf8)).advised
        }
        #expect(lanes(FileLimits.lanes).filter { $0.severity == .error } == [])
        let errors = lanes(FileLimits.lanes + 1).filter { $0.severity == .error }
        #expect(errors.map(\.message) == ["a file can have 1000 lanes, and this is one more"])
    }

    @Test func `has messages of as many lines as there may be, also from one round to the next`() {
        // The body of one round's reply goes on at the beginning of the next round.
        func errors(_ more: Int) -> [String] {
            let text = """
                # t
                > GET /
                < 200
                <
                repeat 2
                repeat 100000
                < x
                end
                > GET /
                < 200
                <
                repeat \(100_000 - 2 + more)
                < x
                end
                end
                """
            return survive(Array(text.utf8)).advised.filter { $0.severity == .error }.map(\.message)
        }
        #expect(errors(0) == [])
        #expect(errors(1) == ["with all rounds this makes a message of more than 200000 lines"])
    }

    @Test func `may be longer if they are routes, which no table multiplies`() {
        let body = "< " + String(repeating: "x", count: 1 << 16) + "\n"
        let long = String(repeating: "\n> GET /\n< 200\n<\n" + body, count: FileLimits.scenario.bytes >> 16)
        let routes = read("routes\n" + long)
        #expect(!routes.hasErrors)
        #expect(routes.routes?.exchanges.count == FileLimits.scenario.bytes >> 16)
        #expect(read(long).advised.map(\.slug) == [.fileTooLarge])
        let endless = "routes\n" + String(repeating: "\n", count: FileLimits.routes.lines)
        #expect(read(endless).advised.map(\.slug) == [.fileTooLarge])
    }

    @Test func `do not pile up diagnostics`() {
        #expect(survive(Array(String(repeating: "x\n", count: 5000).utf8)).advised.count == FileLimits.diagnostics)
    }

    @Test func `quote no more of a line than fits a message`() {
        let message = survive(Array(("> GET /\n* " + String(repeating: "x", count: 90_000)).utf8)).advised[0]
            .message
        #expect(message.unicodeScalars.count == FileLimits.messageLength)
    }
}

/// Random numbers that are the same on every machine.
private struct SplitMix {
    var state: UInt64

    mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return limit < 1 ? 0 : Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }
}
