// BadDriverTests.swift: drivers that break the protocol, each in its own way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop
import QuintainRunner
import Testing

@Suite struct `A driver that breaks the protocol` {
    @Test(arguments: [
        (
            #"echo 'hello'; read x"#,
            "driver-fault | output line 1 is no JSON: no value begins like this at byte 0 of 'hello'; standard output is for the protocol alone, so print to standard error"
        ),
        (
            #"echo '{"note": 1}'; read x"#,
            "driver-fault | output line 1: the first line is no greeting; a driver begins with {\"driver\": 1, \"name\": …, \"version\": …}"
        ),
        ("exit 3", "crashed | it ended before it greeted, with exit status 3"),
        ("kill -SEGV $$", "crashed | it ended before it greeted, with signal 11, SIGSEGV"),
        ("exec /nowhere/at/all", "crashed | it ended before it greeted, with exit status 127"),
        (
            "echo 'it needs Python 3 with pycurl' >&2; exit 69",
            "not-played | the client 'script' cannot be started: it needs Python 3 with pycurl"
        ),
        ("exec >&-; read x; read x", "driver-fault | it closed its standard output before it greeted"),
    ])
    func `before it greets`(script: String, story: String) async throws {
        #expect(try await Running.play(Running.plain, Running.script(script)).story == story)
    }

    /// In one write with its greeting, so both are read at once.
    @Test(arguments: [
        (Running.greeting, "driver-fault | output line 2: it greets a second time; a greeting is the first line only"),
        (
            "oops",
            "driver-fault | output line 2 is no JSON: no value begins like this at byte 0 of 'oops'; standard output is for the protocol alone, so print to standard error"
        ),
    ])
    func `in the same breath`(line: String, story: String) async throws {
        let script = Running.script("printf '%s\\n' '\(Running.greeting)' '\(line)'; read x; read x; read x")
        #expect(try await Running.play(Running.plain, script).story == story)
    }

    /// A driver can say no more than that it is unable to do the case.
    @Test(arguments: [
        ("exit 0", []),
        ("exit 23", ["script: its process ended with exit status 23 behind its last case, test.scenario"]),
        (
            "echo 'first' >&2; printf 'leaked\\33[2J 100 bytes\\n' >&2; exit 1",
            [
                "script: its process ended with exit status 1 behind its last case, test.scenario; "
                    + "it wrote: leaked[2J 100 bytes"
            ]
        ),
        (
            "kill -SEGV $$",
            ["script: its process ended with signal 11, SIGSEGV behind its last case, test.scenario"]
        ),
        (
            "echo garbage",
            [
                "script: its process said what it may not (output line 4 is no JSON: no value begins like this at byte 0 of "
                    + "'garbage'; standard output is for the protocol alone, so print to standard error) behind its last case, test.scenario"
            ]
        ),
        ("exec sleep 1000", ["script: its process did not end with its input behind its last case, test.scenario"]),
    ])
    func `behind its last case`(end: String, sentences: [String]) async throws {
        let leaving = end.contains("sleep") ? 20 : 30_000
        #expect(try await Running.badExits([Self.lastCase(end)], leaving: leaving) == sentences)
    }

    @Test func `in several processes alike`() async throws {
        let found = try await Running.badExits(Array(repeating: Self.lastCase("exit 4"), count: 3), workers: 3)
        #expect(
            found == [
                "script: 3 of its processes ended with exit status 4 behind their last cases; the first was test.scenario"
            ])
    }

    private static func lastCase(_ end: String) throws -> Case {
        let script = """
            echo '\(Running.greeting)'; read case; echo '{"unable": "no"}'
            while read line; do
              case "$line" in *'"end"'*) echo "{\\"ended\\": $(echo "$case" | tr -dc 0-9 | cut -c 1)}"; break;; esac
            done
            read rest
            \(end)
            """
        return Case(try Running.scenario(Running.plain), client: Running.script(script))
    }

    @Test func `or is started as the run is given up`() async throws {
        var deadlines = Running.quick
        deadlines.greeting = 20_000
        let patient = deadlines
        let failure = try await OnLoop.run {
            let halt = Halt()
            halt.call()
            let greeting = await Runner.greeting(of: Running.script("read x"), deadlines: patient, halt: halt)
            if case .failure(let failure) = greeting { return failure.sentence }
            return "it greeted"
        }
        #expect(failure == "the run was given up")
    }

    @Test func `or cannot even be started`() async throws {
        let client = ClientUnderTest(name: "none", words: ["/nowhere/driver"])
        #expect(
            try await Running.play(Running.plain, client).story
                == "driver-fault | there is no '/nowhere/driver' to run")
    }

    @Test(arguments: [
        (
            "echo oops; read x",
            "driver-fault | output line 2 is no JSON: no value begins like this at byte 0 of 'oops'; standard output is for the protocol alone, so print to standard error"
        ),
        (
            #"echo '{"callback": "finnish"}'; read x"#,
            "driver-fault | output line 2: no callback is called 'finnish'; did you mean 'finish'?"
        ),
        (
            #"echo '{"callback": "finish", "load": 9}'; read x"#,
            "driver-fault | output line 2: 'finish' is of load 9, which was not ordered; there are 1"
        ),
        (
            #"echo '{"ended": 1}'; read x"#,
            "driver-fault | output line 2: it says 'ended' before it is told to end; wait for {\"end\": 1}"
        ),
        ("exit 7", "crashed | it ended before the case did, with exit status 7"),
        (
            "printf '{\"callb'; exit 7",
            "crashed | it ended before the case did, with exit status 7, in the middle of a line"
        ),
        ("kill -ILL $$", "crashed | it ended before the case did, with signal 4, SIGILL"),
        ("exec >&-; read x; sleep 60", "driver-fault | it closed its standard output while a case was under way"),
        (
            #"echo '{"callback": "response", "subject": ["200"], "question": 1}'; echo '{"callback": "data", "question": 1}'; read x; read x"#,
            "driver-fault | output line 3: the question 1 was asked before; every question has a number of its own"
        ),
        (
            "head -c 3000000 /dev/zero | tr '\\0' a; read x",
            "driver-fault | output line 2 is longer than 1048576 bytes; send long data in several pieces"
        ),
        (
            #"echo '{"callback": "data", "file": "/nowhere/x"}'; read x"#,
            "driver-fault | the file of 'data' cannot be read: there is no '/nowhere/x'"
        ),
    ])
    func `in the middle of a case`(script: String, story: String) async throws {
        let result = try await Running.play(Running.plain, Running.greeted(script))
        #expect([result.verdict.rawValue, result.reason ?? ""].joined(separator: " | ") == story)
    }

    @Test func `by taking away the folder that it was given`() async throws {
        let script =
            #"rm -rf "${HOME%/home}"; echo '{"unable": "no"}'; read end; echo '{"ended": 1}'; read next; read x"#
        let one = Case(try Running.scenario(Running.plain), client: Running.greeted(script))
        let results = try await Running.play([one, one])
        let second = try #require(results.last)
        #expect(second.verdict == .driverFault)
        #expect(second.reason?.hasPrefix("the folder that it was given is gone: there is no '") == true)
    }

    /// A driver that requests the wrong page and then says that it is unable has requested the wrong page.
    @Test(arguments: [("", "fail: unexpected-request:GET:/other:before:GET:/a"), ("true ", "not-applicable: no")])
    func `by taking back what its client has done`(honest: String, story: String) async throws {
        let script =
            honest + #"curl -s "$(echo "$load" | sed 's|.*"url": *"\([^"]*\)/a".*|\1|')/other" > /dev/null; "#
            + #"echo '{"unable": "no"}'; read end; echo '{"ended": 1}'; read x"#
        let result = try await Running.play(Running.plain, Running.greeted(script))
        let why = result.failures.first ?? result.reason ?? ""
        #expect("\(result.verdict.rawValue): \(why)" == story, "\(result.story)")
    }

    /// A decision that an option of the client makes cannot be held back.
    @Test(arguments: [("", "not-applicable"), (#", "question": 1"#, "pass")])
    func `not by deciding at once where an answer is held`(question: String, verdict: String) async throws {
        let script =
            #"echo '{"driver": 1, "name": "x", "version": "1", "callbacks": {"challenge": ["use"]}}'; "#
            + #"read case; read load; url="$(echo "$load" | sed 's|.*"url": *"\([^"]*\)".*|\1|')"; "#
            + #"curl -s "$url" > /dev/null; "#
            + #"echo '{"callback": "challenge", "subject": ["Basic"], "fields": {"realm": "v"}"# + question
            + (question.isEmpty ? #"}'; curl -s "$url" > /dev/null; "# : "}'; ")
            + #"read word; case "$word" in *answer*) curl -s "$url" > /dev/null; read end;; esac; "#
            + #"echo '{"ended": 1}'; read x"#
        let text = """
            > GET /a
            < 401
            < WWW-Authenticate: Basic realm="v"
            * challenge Basic -> hold
            ! quiet 50ms
            client answer use alice:secret
            > GET /a
            < 200
            """
        let result = try await Running.play(text, Running.script(script))
        #expect(result.verdict.rawValue == verdict, "\(result.findings.map(\.sentence)) \(result.reason ?? "")")
    }

    @Test(arguments: [#"{"callback": "data", "data": "a"}"#, #"{"note": "again"}"#])
    func `by saying more than anybody wants to hear`(line: String) async throws {
        var deadlines = Running.quick
        deadlines.limits.messages = 500
        let result = try await Running.play(Running.plain, Running.greeted("yes '\(line)'"), deadlines: deadlines)
        #expect(
            result.reason
                == "output line 502: more came than a case may bring; at most 500 callbacks and notes, and 64 MiB")
    }

    @Test func `by answering the end with another number`() async throws {
        let script = #"echo '{"unable": "no"}'; read end; echo '{"ended": 2}'; read x"#
        #expect(
            try await Running.play(Running.plain, Running.greeted(script)).reason
                == "output line 3: it has ended case 2, and case 1 was under way; say {\"ended\": 1}")
    }

    @Test func `has its words shown where a case fails, and those of other cases not`() async throws {
        let script = Running.script(
            """
            echo early >&2; echo '\(Running.greeting)'
            for number in 1 2; do
                read case; read load; echo "words of $number" >&2
                echo '{"callback": "fail", "subject": ["other"]}'; read end; echo '{"ended": '$number'}'
            done
            """)
        let cases = try [1, 2].map { _ in Case(try Running.scenario(Running.plain), client: script) }
        let results = try await Running.play(cases)
        #expect(results.map(\.verdict) == [.fail, .fail])
        #expect(results.map(\.errors) == ["words of 1\n", "words of 2\n"])
    }

    @Test func `has its last words shown`() async throws {
        let script = "echo 'the last straw' >&2; exit 1"
        #expect(try await Running.play(Running.plain, Running.greeted(script)).errors == "the last straw\n")
        let long = "head -c 100000 /dev/zero | tr '\\0' x >&2; echo end >&2; exit 1"
        let errors = try await Running.play(Running.plain, Running.greeted(long)).errors
        #expect(errors?.utf8.count == 4_096)
        #expect(errors?.hasSuffix("xend\n") == true)
    }

    @Test func `by saying nothing at all`() async throws {
        let silent = Running.script("read x; read x")
        #expect(
            try await Running.play(Running.plain, silent, deadlines: Running.deadlines(greeting: 50)).story
                == "driver-fault | it did not greet within 50 ms")
    }

    @Test func `by not saying that it has ended`() async throws {
        let script = #"trap '' TERM; echo '{"unable": "no"}'; while true; do read x || sleep 1; done"#
        let result = try await Running.play(
            Running.plain, Running.greeted(script), deadlines: Running.deadlines(ended: 50))
        #expect(result.verdict == .hung)
        #expect(result.reason == "it did not say 'ended' within 50 ms")
    }

    @Test func `by doing nothing until the case is over`() async throws {
        let script = #"while read x; do case "$x" in *end*) echo '{"ended": 1}';; esac; done"#
        let result = try await Running.play(
            Running.plain, Running.greeted(script), deadlines: Running.deadlines(whole: -34_950))
        #expect(result.verdict == .fail)
        #expect(result.reason == "the case took too long as a whole, and was ended")
    }

    /// Someone who stops the client in a debugger asks for that patience.
    @Test func `may take as long as the patience says, beside its minute`() async throws {
        let result = try await Running.play(
            Running.plain, ClientUnderTest(name: "honest", words: Running.honestWords),
            deadlines: Running.deadlines(whole: -5_000))
        #expect(result.verdict == .pass, "\(result.reason ?? "")")
    }

    @Test func `does not keep the next case from being played`() async throws {
        let scenario = try Running.scenario(Running.plain)
        let bad = Running.greeted("kill -9 $$")
        let cases = [bad, Running.honest, bad, Running.honest].map { Case(scenario, client: $0) }
        let results = try await Running.play(cases)
        #expect(results.map(\.verdict) == [.crashed, .pass, .crashed, .pass])
    }
}
