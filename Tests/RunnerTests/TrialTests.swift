// TrialTests.swift: drivers that are tested against the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainRunner

@Suite struct `The trial of a driver` {
    private func remarks(_ words: [String]) async throws -> [DriverTrial.Remark] {
        try await OnLoop.run {
            var remarks: [DriverTrial.Remark] = []
            var deadlines = Running.quick
            deadlines.ended = 20_000
            // The runner waits this long for a load without an end, which must not end by itself meanwhile.
            deadlines.patience = 10_000
            await DriverTrial.run(words, deadlines: deadlines, authority: Running.authority) { remarks.append($0) }
            return remarks
        }
    }

    @Test(arguments: DriverTask.all.indices)
    func `is made of scenarios that can be read`(index: Int) {
        let text = "# Task\n" + DriverTask.all[index].text + "\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "task") { _ in .failure(.missing) }
        #expect(reading.diagnostics.filter { $0.severity == .error }.map(\.message) == [])
    }

    @Test func `finds nothing wrong with a right one`() async throws {
        let remarks = try await remarks(Running.honestWords)
        #expect(remarks.filter { $0.kind == .wrong } == [])
        #expect(remarks.filter { $0.kind == .skipped }.map(\.sentences) == [["the client asks at 'challenge'"]])
        #expect(remarks.count == DriverTask.all.count + 4)
    }

    @Test func `asks no questions of one whose client has an option for the answer`() async throws {
        let remarks = try await remarks(Running.honestWords + ["tells"])
        #expect(remarks.filter { $0.kind == .wrong } == [])
        #expect(
            remarks.first { $0.subject == "waits for the answer" }
                == DriverTrial.Remark(
                    .skipped, "waits for the answer", ["the client does not ask at 'redirect': an option decides"]))
    }

    /// Each of these slips would make scenarios fail that the client passes.
    @Test func `notices decisions that are ignored, and fields that are left out`() async throws {
        let remarks = try await remarks(Running.honestWords + ["careless"])
        let wrong = remarks.filter { $0.kind == .wrong }
        #expect(
            wrong.map(\.subject) == [
                "refuses a redirect", "decides which redirects are followed",
                "uses the password that stands among a load's decisions", "trusts a server that it is told to trust",
                "tells length, URL and text encoding of a response, or that it does not know them",
            ])
        #expect(
            wrong.last?.sentences == [
                "length was not reported (line 9)", "url was not reported (line 9)",
                "encoding was not reported (line 9)",
            ])
    }

    @Test func `is not passed by one that is unable to do anything`() async throws {
        let script = """
            echo '{"driver": 1, "name": "x", "version": "1", "again": true}'
            while read -r line; do
                case "$line" in
                    '{"case"'*) case=$(printf %s "$line" | sed 's/[^0-9]*\\([0-9]*\\).*/\\1/') ;;
                    '{"load"'*) echo '{"unable": "no"}' ;;
                    '{"end"'*) echo "{\\"ended\\": $case}" ;;
                esac
            done
            """
        let remarks = try await remarks(["sh", "-c", script])
        #expect(
            remarks.filter { $0.kind == .wrong }.map(\.sentences) == [
                ["it is unable to do any of this, so nothing was tried"]
            ])
    }

    @Test func `says what is wrong`() async throws {
        let script = """
            echo '{"driver": 1, "name": "x", "version": "1", "loads": ["data", "uplaod"]}'; read case; read load
            echo '{"callback": "finish"}'; read x; exit 3
            """
        let remarks = try await remarks(["sh", "-c", script])
        let wrong = remarks.filter { $0.kind == .wrong }
        #expect(
            wrong.prefix(3) == [
                DriverTrial.Remark(.wrong, "says nothing unknown", ["'loads' has 'uplaod': did you mean 'upload'?"]),
                DriverTrial.Remark(
                    .wrong, "ends with its input",
                    ["it ended with exit status 3 when its input ended, and not with exit status 0"]),
                DriverTrial.Remark(
                    .wrong, "loads",
                    ["line 2: 'finish' is not among the callbacks of its greeting; name it there"]),
            ])
    }

    @Test func `ends where nobody greets`() async throws {
        #expect(
            try await remarks(["sh", "-c", "echo no >&2; exit 1"]) == [
                DriverTrial.Remark(
                    .wrong, "greets", ["it ended before it greeted, with exit status 1", "it wrote: no"])
            ])
    }
}
