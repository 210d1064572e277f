// InsideTests.swift: scenarios with the reference client in this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainRunner
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `The reference client in this process` {
    @Test(arguments: [
        """
        # A long body goes along, and a redirect is followed
        client POST /submit
               Content-Type: text/plain
               body {{bytes 300000}}
        > POST /submit
        >
        > {{bytes 300000}}
        < 303
        < Location: /done
        * redirect 303 /done method=GET
        > GET /done
        < 200
        <
        < done
        * response 200
        * data "done"
        * finish
        """,
        """
        # An answer is waited for
        > GET /old
        < 302
        < Location: /new
        * redirect 302 /new -> hold
        ! quiet 20ms
        client answer
        > GET /new
        < 200
        * response 200
        * finish
        """,
        """
        # A load becomes a file
        client GET /file as download
        > GET /file
        < 200
        <
        < {{bytes 70000}}
        * file {{bytes 70000}}
        * finish
        """,
        """
        # The reply becomes a file, because the delegate wants it so
        > GET /file
        < 200
        <
        < {{bytes 70000}}
        * response 200 -> download
        * file {{bytes 70000}}
        * finish
        """,
        """
        # Two loads at once, in lanes
        client GET /one lane=a
        client GET /two lane=b
        >a GET /one
        >b GET /two
        <b 200
        *b response 200
        *b finish
        <a 200
        *a response 200
        *a finish
        """,
    ])
    func `passes`(text: String) async throws {
        #expect(try await Running.play(text, Running.inside).story == "pass")
    }

    @Test func `is ended in the middle of a load that goes on for longer than a line may take`() async throws {
        var deadlines = Running.quick
        deadlines.patience = 100
        let result = try await Running.play(
            """
            # A load is under way when the case ends
            > GET /endless
            < 200
            < Content-Length: 10
            <
            < {{raw "12345"}}
            * response 200
            *? data
            """, Running.inside, deadlines: deadlines)
        #expect(result.story == "pass")
    }

    /// A style that tells nothing of a cancel reports no end either: patience would be spent on nothing.
    @Test(arguments: ["nsurlconnection", "nsurldownload"])
    func `is not waited for once the scenario has cancelled its loads`(way: String) async throws {
        let result = try await Running.play(
            """
            # The delegate cancels in the redirect callback
            > GET /old
            < 302
            < Location: /new
            * redirect 302 /new -> cancel
            *? fail cancelled
            """, Running.inside, way: try #require(Way(named: way)))
        #expect(result.story == "pass")
        #expect(result.milliseconds < Running.quick.patience / 2)
    }

    @Test func `fails where a line does not happen`() async throws {
        let result = try await Running.play(
            """
            # Nobody refuses
            > GET /a
            < 302
            < Location: /b
            * redirect 302 /c
            > GET /b
            < 200
            """, Running.inside)
        #expect(result.verdict == .fail)
        #expect(result.findings.first?.line == 5, "\(result.story)")
    }

    @Test(arguments: [true, false])
    func `keeps what happened in a case that passed, if it is asked to`(keepsPlays: Bool) async throws {
        let one = try Case(Running.scenario(Running.plain), client: Running.inside)
        let result = try #require(try await Running.play([one], keepsPlays: keepsPlays).first)
        #expect(result.verdict == .pass)
        #expect((result.play?.transcript.events.isEmpty == false) == keepsPlays)
    }

    @Test func `begins each case with nothing in mind`() async throws {
        let one = try Case(
            Running.scenario(
                """
                # A cookie is set, and sent back
                > GET /a
                > Cookie: {{absent}}
                < 302
                < Location: /b
                < Set-Cookie: a=1
                * redirect 302 /b
                > GET /b
                > Cookie: a=1
                < 200
                * response 200
                * finish
                """), client: Running.inside)
        let results = try await Running.play([one, one, one])
        #expect(results.map(\.story) == ["pass", "pass", "pass"])
    }
}
