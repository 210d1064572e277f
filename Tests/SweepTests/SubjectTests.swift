// SubjectTests.swift: where requests, replies and loads stand in a text.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainSweep
import Testing

@Suite struct `A subject` {
    @Test func `knows the lines of each request and of its replies`() throws {
        let subject = try Subject(
            text: """
                # Two loads
                > GET /a
                > Accept: {{any}}
                < 103
                < Link: </x>
                <
                < 200
                < Transfer-Encoding: chunked
                <
                < one
                * response 200
                < two
                ! trailers
                < X-Sum: 2
                * data
                * finish
                client POST /b
                > POST /b
                < 204
                * response 204
                * finish
                """)
        #expect(subject.exchanges.map(\.request) == [[1, 2], [17]])
        #expect(subject.exchanges.map(\.load) == [0, 1])
        #expect(subject.exchanges.map { $0.replies.map(\.status) } == [[103, 200], [204]])
        let reply = try #require(subject.exchanges[0].final)
        #expect(reply.fields.map(\.name) == ["transfer-encoding"])
        #expect((reply.headEnd, reply.trailersMark) == (8, 12))
        #expect(reply.body == [9, 11])
        #expect(reply.between == [10])
        #expect(reply.trailers.map(\.text) == ["X-Sum: 2"])
        #expect(subject.loads.map(\.end) == [15, 20])
        #expect(subject.loads.map(\.order) == [nil, 16])
    }

    @Test func `has the cells of its row put in, and no table`() throws {
        let runs = ScenarioReader.read(
            Array(
                """
                # A table
                cases  name | code
                       one  | 200
                       two  | 404
                > GET /{{name}}
                < {{code}}
                * response {{code}}
                * finish

                """.utf8), file: "a.scenario", files: { _ in .failure(.missing) }
        ).scenarios
        #expect(
            runs[1].ownText.map(\.text) == [
                "# A table", "> GET /two", "< 404", "* response 404", "* finish",
            ])
    }
}

extension Subject {
    /// A text that is one run; lint may warn of it, since some replies are odd on purpose.
    init(text: String) throws {
        let reading = ScenarioReader.read(Array(text.utf8), file: "a.scenario") { _ in .failure(.missing) }
        #expect(!reading.hasErrors, "\(reading.diagnostics)")
        self.init(try #require(reading.scenarios.first), lines: text.split(separator: "\n").map(String.init))
    }
}
