// SideBySideTests.swift: which event stands at or behind which line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSides
import QuintainTalk
import QuintainTranscript
import Testing

@testable import QuintainPlayer
import QuintainWords

@Suite struct `The two sides of a run` {
    private let scenario = ScenarioReader.read(
        Array("# T\n> GET /\n< 200\n* response 200\n* finish\n".utf8), file: "t.scenario"
    ) { _ in .failure(.missing) }.scenarios[0]

    private func rows(_ happenings: [(line: Int?, happening: Happening)], states: [Step.State]) -> [SideRow] {
        var (steps, transcript) = (Steps(), Transcript())
        for (index, state) in states.enumerated() { steps.append(Step(line: index + 2, state: state)) }
        for one in happenings {
            let line = one.line.map { LineReference(number: $0, step: $0 - 2) }
            transcript.append(at: 0, line: line, one.happening)
        }
        let outcome = Outcome(
            verdict: .fail, breaches: [], steps: steps, unobserved: 0, deviations: 0, end: nil)
        return SideBySide(scenario, outcome, transcript).rows
    }

    private static let missing = Happening.broken(Breach(.wrongBranch("it did not happen"), severity: .failure))

    @Test func `have behind a line that never came what happened after its time`() {
        let rows = rows(
            [
                (2, .acted("> GET /")), (3, .acted("< 200")), (4, Self.missing),
                (nil, .noted(.remark("closed by the server"))),
                (nil, .reported(ToldCallback(ReportedCallback(.finish)))),
            ], states: [.done, .done, .broken(.failure), .notReached])
        #expect(
            rows.suffix(5) == [
                .line(.failed, number: 4, expected: "* response 200", happened: ""),
                .broken(.failure, "it did not happen"), .loose("# closed by the server"), .loose("* finish"),
                .line(.notReached, number: 5, expected: "* finish", happened: ""),
            ])
    }

    /// A request that comes too soon breaks a line further down, which is reached in the end.
    @Test func `have before a line that comes in the end what happened before it`() {
        let rows = rows(
            [
                (2, .acted("> GET /")), (4, Self.missing), (nil, .noted(.remark("meanwhile"))), (3, .acted("< 200")),
                (4, .reported(ToldCallback(ReportedCallback(.response, subject: ["200"])))),
            ], states: [.done, .done, .broken(.failure), .notReached])
        #expect(
            rows.prefix(3) == [
                .line(.done, number: 2, expected: "> GET /", happened: "! > GET /"), .loose("# meanwhile"),
                .line(.done, number: 3, expected: "< 200", happened: "! < 200"),
            ])
    }

    @Test func `have all lines of a value, the mark at its first line, and what is wrong with it below its last`()
        throws
    {
        let text = "# T\n> POST /\n>\n> {{json {\n>   \"a\": 1\n> }}}\n< 200\n"
        let scenario = try #require(
            ScenarioReader.read(Array(text.utf8), file: "t.scenario") { _ in .failure(.missing) }.scenarios.first)
        var (steps, transcript) = (Steps(), Transcript())
        for (index, line) in [2, 3, 4, 7].enumerated() {
            steps.append(Step(line: line, state: line == 4 ? .broken(.failure) : .done))
            let reference = LineReference(number: line, step: index)
            if line == 4 {
                let came = Payload(Array("{\n \"a\": 2}".utf8))
                transcript.append(at: 0, connection: 1, line: reference, .received(.body, came))
                transcript.append(
                    at: 0, line: reference, .broken(Breach(.wrongBranch("the body: a is 2, not 1"), severity: .failure))
                )
            } else {
                transcript.append(at: 0, connection: 1, line: reference, .acted("line \(line)"))
            }
        }
        let outcome = Outcome(verdict: .fail, breaches: [], steps: steps, unobserved: 0, deviations: 0, end: nil)
        #expect(
            SideBySide(scenario, outcome, transcript).rows == [
                .line(.done, number: 2, expected: "> POST /", happened: "! line 2"),
                .line(.done, number: 3, expected: ">", happened: "! line 3"),
                .line(.failed, number: 4, expected: "> {{json {", happened: "> {"),
                .further(number: 5, expected: ">   \"a\": 1", happened: ">  \"a\": 2}"),
                .further(number: 6, expected: "> }}}", happened: ""),
                .broken(.failure, "the body: a is 2, not 1"),
                .line(.done, number: 7, expected: "< 200", happened: "! line 7"),
            ])
    }

    /// A body is whole behind its last chunk, which no line writes.
    @Test func `have the last chunk where the server ends the connection behind it`() {
        func rows(_ act: String) -> [SideRow] {
            var (steps, transcript) = (Steps(), Transcript())
            for line in 2...4 { steps.append(Step(line: line, state: .done)) }
            func append(_ line: Int?, _ happening: Happening) {
                let reference = line.map { LineReference(number: $0, step: $0 - 2) }
                transcript.append(at: 0, connection: 1, line: reference, happening)
            }
            append(3, .sent(.body, Payload(Array("hello".utf8))))
            append(nil, .sent(.chunk, Payload(Array("0\r\n\r\n".utf8))))
            append(4, .acted(act))
            let outcome = Outcome(verdict: .pass, breaches: [], steps: steps, unobserved: 0, deviations: 0, end: nil)
            return SideBySide(scenario, outcome, transcript).rows
        }
        for act in ["close", "reset"] {
            #expect(rows(act).contains(.loose("# added: the last chunk")))
        }
        #expect(!rows("half-close").contains(.loose("# added: the last chunk")))
    }
}
