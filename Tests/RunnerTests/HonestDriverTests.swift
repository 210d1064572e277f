// HonestDriverTests.swift: scenarios with a driver that keeps to the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainDriver
import QuintainLoop
import QuintainRunner
import QuintainTranscript
import Testing

@Suite struct `A driver that keeps to the protocol` {
    @Test func `passes a plain load`() async throws {
        let result = try await Running.play(Running.plain, Running.honest)
        #expect(result.story == "pass")
        #expect(result.version == "honest 1")
        #expect(result.scenario == "test.scenario" && result.title == "A plain load" && result.client == "honest")
        #expect(result.play == nil, "kept only for what is not as expected")
    }

    @Test func `is heard to the end of its load, also behind the last line`() async throws {
        let one = try Case(
            Running.scenario(
                """
                # What the client tells of the body and the end is not written
                > GET /a
                < 200
                <
                < hello
                * response 200
                """), client: Running.honest)
        let results = try await Running.play(Array(repeating: one, count: 20))
        let story =
            "fail | unexpected-callback 0: no line takes `data \"hello\"`; the last line had happened; a file with a '*' line "
            + "has one for each 'data'"
        #expect(Set(results.map(\.story)) == [story])
    }

    @Test func `whose redirect is refused has its end, though no line names it`() async throws {
        let result = try await Running.play(
            """
            # The redirect's own response may be told
            > GET /a
            < 302
            < Location: /b
            <
            < moved
            * redirect 302 /b -> no
            *? response 302
            *? data
            *? finish
            """, Running.honest)
        #expect(result.story == "pass")
    }

    @Test func `is not waited for when its loads have ended and a line has not come`() async throws {
        // The sentence about the wait names half a minute in these tests, so it differs.
        let result = try await Running.play(
            """
            # The client does not load twice
            > GET /a
            < 200
            * response 200
            * finish
            > GET /b
            < 200
            """, Running.honest)
        #expect(
            result.story
                == "fail | never-came 6: `> GET /b` did not happen before every load had ended: all connections are closed"
        )
    }

    @Test(arguments: [
        """
        # A body goes along, and a redirect is followed
        client POST /submit as upload
               Content-Type: text/plain
               body "fido"
        > POST /submit
        >
        > fido
        < 302
        < Location: /done
        * redirect 302 /done method=GET
        > GET /done
        > Content-Type: {{absent}}
        < 200
        <
        < done
        * response 200
        * data "done"
        * finish
        """,
        """
        # A redirect is refused
        > GET /a
        < 302
        < Location: /b
        * redirect 302 /b -> no
        * response 302
        * finish
        """,
        """
        # Credentials are asked for
        > GET /vault
        < 401
        < WWW-Authenticate: Basic realm="v"
        * challenge Basic realm="v" -> use alice:secret
        > GET /vault
        > Authorization: {{basic alice:secret}}
        < 200
        * response 200
        * finish
        """,
        """
        # A load is cancelled in the middle
        > GET /slow
        < 200
        < Content-Length: 10
        <
        < {{raw "12345"}}
        * response 200
        * data "12345"
        client cancel
        * fail cancelled
        """,
        """
        # A long body comes from a file
        client POST /long as upload
               body {{bytes 300000}}
        > POST /long
        >
        > {{bytes 300000}}
        < 200
        <
        < {{bytes 200000}}
        * response 200
        * data {{bytes 200000}}
        * finish
        """,
        """
        # The reply is cut short
        > GET /cut
        < 200
        < Content-Length: 10
        <
        < {{raw "12345"}}
        * response 200
        * data "12345"
        ! close
        * fail connection-lost
        """,
        """
        # Two loads at once
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
        """
        # The session's own authority is trusted
        origin main https
        client GET /a
        > GET /a
        < 200
        * response 200
        * finish
        """,
        """
        # Nobody is trusted by a load that is told so
        origin main https
        client GET /a untrusted
        * fail tls
        """,
    ])
    func `passes`(text: String) async throws {
        #expect(try await Running.play(text, Running.honest).story == "pass")
    }

    @Test func `is told what it broke, with the line`() async throws {
        let result = try await Running.play(
            """
            # The client does not send this
            > GET /a
            > X-Never: {{any}}
            < 200
            * response 404
            * finish
            """, Running.honest)
        #expect(result.verdict == .fail)
        #expect(result.findings.map(\.rule) == ["wrong-field", "wrong-value"])
        #expect(result.findings.map(\.line) == [3, 5])
        #expect(result.play?.transcript.count ?? 0 > 5)
    }

    @Test(arguments: [("should", CaseResult.Verdict.warning), ("may", .noted), ("must", .fail)])
    func `is judged by the level of the line`(level: String, verdict: CaseResult.Verdict) async throws {
        let result = try await Running.play(
            "# Levels\n> GET /a\n\(level)\n> X-Never: {{any}}\n< 200\n* response 200\n* finish\nend\n", Running.honest
        )
        #expect(result.verdict == verdict)
    }

    @Test func `does many cases in one process, and many processes do one each`() async throws {
        let scenario = try Running.scenario(Running.plain)
        let once = ClientUnderTest(name: "once", words: Running.honestWords + ["once"])
        let cases = (0..<12).map { Case(scenario, client: $0.isMultiple(of: 4) ? once : Running.honest) }
        let results = try await Running.play(cases, workers: 3)
        #expect(results.map(\.story) == Array(repeating: "pass", count: 12))
        #expect(results.map(\.client) == cases.map(\.client.name))
    }

    @Test func `loads in other ways`() async throws {
        let handler = try await Running.play(Running.plain, Running.honest, way: .handler)
        #expect(handler.story == "pass")
        #expect(handler.way == "handler")
        let sync = try await Running.play(Running.plain, Running.honest, way: .sync)
        #expect(sync.story == "not-applicable | the client cannot load as sync")
    }

    @Test func `has plain loads as the first kind that it knows, where it knows no plain ones`() async throws {
        let whole = ClientUnderTest(name: "whole", words: Running.honestWords + ["whole"])
        #expect(try await Running.play(Running.plain, whole).story == "pass")
        // Callbacks before a failure need not be reported: a call that fails returns nothing else.
        let cut =
            "# Cut\n> GET /a\n< 200\n< Content-Length: 5\n<\n< he\n! close\n* response 200\n* data\n* fail connection-lost"
        let untold = try await Running.play(cut, whole)
        #expect(!untold.story.contains("response"), "\(untold.story)")
        let uploaded = try await Running.play("# Up\nclient POST /a as upload\n  body \"b\"\n> POST /a\n< 200\n", whole)
        #expect(uploaded.story == "pass")
    }

    @Test func `says what it can do`() async throws {
        let greeting = try await OnLoop.run { try await Runner.greeting(of: Running.honest).get() }
        #expect(greeting.name == "honest")
        #expect(greeting.doesManyCases)
    }

    @Test func `gets the file of a client certificate with the answer`() async throws {
        let script = """
            echo '{"driver": 1, "name": "x", "version": "1", "callbacks": {"challenge": ["use"], "finish": [], \
            "fail": []}, "can": ["tls", "client-certificate"]}'
            read case; read load
            echo '{"callback": "challenge", "subject": ["ClientCertificate"], "question": 1}'
            read answer
            file=$(echo "$answer" | sed 's/.*"certificate":"\\([^"]*\\)".*/\\1/')
            echo "{\\"unable\\": \\"$(grep -c BEGIN "$file")\\"}"; read end; echo '{"ended": 1}'
            """
        let text = """
            # A certificate is asked for
            origin main https client-certificate=required
            client GET /a
            * challenge ClientCertificate -> use certificate alice
            > GET /a
            < 200
            * finish
            """
        #expect(try await Running.play(text, Running.script(script)).story == "not-applicable | 2")
    }

    @Test func `is given up when the run is`() async throws {
        let scenario = try Running.scenario("# Nothing happens\n> GET /a\n! wait 5m\n< 200\n* finish\n")
        let indexes = await OnLoop.runHalted(Array(repeating: Case(scenario, client: Running.honest), count: 3))
        #expect(indexes == [])
    }

    @Test func `finds its case's folder empty, and its home elsewhere`() async throws {
        let script = """
            echo '\(Running.greeting)'; read case
            folder=$(echo "$case" | sed 's/.*"folder":"\\([^"]*\\)".*/\\1/')
            echo '{"note": "home"}'; touch "$folder/mine"
            echo "{\\"unable\\": \\"$(ls "$folder"), $(ls "$HOME" | wc -l), ${http_proxy:-none}\\"}"
            while read line; do case "$line" in *end*) echo '{"ended": 1}';; esac; done
            """
        let result = try await Running.play(Running.plain, Running.script(script))
        #expect(result.story == "not-applicable | mine, 0, none")
    }
}

extension OnLoop {
    /// Plays the cases, and halts when the first is under way. Gives the cases that had a result.
    fileprivate static func runHalted(_ cases: [Case]) async -> [Int] {
        let result = try? await run {
            let halt = Halt()
            var indexes: [Int] = []
            let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: 300)) { halt.call() }
            await Runner.run(cases: cases, workers: 1, deadlines: Running.quick, halt: halt) { index, _ in
                indexes.append(index)
            }
            timer.cancel()
            return indexes
        }
        return result ?? [-1]
    }
}
