// JudgeTests.swift: `quintain judge`, as a user runs it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `quintain judge` {
    /// A trace with one record for each callback name; what follows a blank are further members.
    private static func trace(_ records: String...) -> String {
        records.map { record in
            let parts = record.split(separator: " ", maxSplits: 1)
            return "{\"callback\": \"\(parts[0])\"\(parts.count > 1 ? ", \(parts[1])" : "")}\n"
        }.joined()
    }

    private static let kept = trace("didReceiveResponse \"status\": 200", "didReceiveData", "didComplete")
    private static let broken = trace("didCreateTask", "didReceiveData", "didReceiveResponse", "didComplete")

    private static func judge(_ text: String, _ words: String...) async throws -> BuiltCommand.Result {
        let folder = try CommandFolder(["trace.jsonl": text])
        return try await OnLoop.run {
            try await BuiltCommand.run(["judge", "--colour", "never"] + words + ["trace.jsonl"], in: folder.path)
        }
    }

    @Test func `says that a contract is kept`() async throws {
        let result = try await Self.judge(Self.kept, "--contract", "urlsession-data")
        #expect(result.exit == .code(0))
        #expect(result.output == "kept  trace.jsonl: urlsession-data (3 callbacks, 1 task)\n")
    }

    @Test func `shows what is broken, where, and what was allowed`() async throws {
        let result = try await Self.judge(Self.broken, "--contract", "urlsession-data")
        #expect(result.exit == .code(1))
        #expect(
            result.output == """
                trace.jsonl:2: broken: didReceiveData may not come in the phase 'loading' (the request is on its way) [U10]
                    1 │ didCreateTask
                ✗   2 │ didReceiveData
                    3 │ didReceiveResponse
                    4 │ didComplete
                  rule      U10 (response first): The response comes before any data, before the task becomes a download, and before the
                            cache is asked.
                  source    URLSession class documentation, life cycle of a URL session, step 8
                  fault     the client's
                  allowed   willBeginDelayedRequest, taskIsWaitingForConnectivity, didReceiveSessionChallenge, didReceiveChallenge,
                            needNewBodyStream, didSendBodyData, didReceiveInformationalResponse, willPerformHTTPRedirection,
                            didReceiveResponse, didFinishCollectingMetrics, didComplete (error)

                broken  trace.jsonl: urlsession-data (1 failure, 4 callbacks, 1 task)

                """)
    }

    @Test func `tells a second reply from a client's mistake`() async throws {
        let text = Self.trace("didReceiveResponse", "reply", "reply", "didComplete")
        let result = try await Self.judge(text, "--contract", "urlsession-data")
        #expect(result.exit == .code(1))
        #expect(result.output.contains("trace.jsonl:3: broken: didReceiveResponse has had its reply"))
        #expect(result.output.contains("fault     the driver's"))
    }

    @Test func `tells doubts, and does not fail for them`() async throws {
        let text = Self.trace("downloadDidBegin", "didReceiveResponse", "didCreateDestination", "downloadDidFinish")
        let result = try await Self.judge(text, "--contract", "nsurldownload")
        #expect(result.exit == .code(0))
        #expect(
            result.output.contains(
                "trace.jsonl:4: warning: downloadDidFinish came, and never didReceiveDataOfLength [N6]"))
        #expect(result.output.contains("remark    The overview says zero or more"))
        #expect(result.output.hasSuffix("kept  trace.jsonl: nsurldownload (1 warning, 4 callbacks, 1 task)\n"))
    }

    /// Content of the file, further words, exit status, and the text.
    private static let uses: [(text: String, words: [String], status: Int32, says: String)] = [
        ("", ["urlsession-data"], 1, "trace.jsonl:1: broken: the trace ends in the phase 'new'"),
        ("", ["urlsession-data", "--prefix"], 0, "kept"),
        ("\n\r\n  \n" + kept.replacing("\n", with: "\r\n"), ["urlsession-data"], 0, "kept"),
        (String(kept.dropLast()), ["urlsession-data"], 0, "(3 callbacks"),
        (String(kept.dropLast(10)), ["urlsession-data"], 2, "trace.jsonl:3: error: no JSON: a string does not end"),
        ("{\"callback\": \"didRecieveData\"}\n", ["urlsession-data"], 2, "help: did you mean 'didReceiveData'?"),
        (
            "{\"callback\": \"qqqq\"}\n", ["urlsession-data"], 2,
            "no contract knows a callback 'qqqq'\n  help: 'quintain"
        ),
        (trace("didReceiveResponse", "startLoading", "didComplete"), ["urlsession-data"], 1, "[no-such-callback]"),
        (trace("didReceiveResponse"), ["urlsession-download"], 1, "[UD4]"),
        ("{\"callback\": 7}", ["urlsession-data"], 2, "'callback' is no text"),
        ("{\"name\": \"didComplete\"}", ["urlsession-data"], 2, "the record has no member 'callback'\n  help: write {"),
        ("[]\n", ["urlsession-data"], 2, "a record is an object, and this is none"),
        (
            "didComplete\n", ["urlsession-data"], 2,
            "trace.jsonl:1: error: no JSON: no value begins like this, at byte 0"
        ),
        (
            "{\"callback\": \"reply\", \"callback\": \"reply\"}", ["urlsession-data"], 2,
            #"the member "callback" stands there twice"#
        ),
        ("{\"callback\": \"didComplete\", \"task\": []}", ["urlsession-data"], 2, "'task' is no name"),
        ("{\"callback\": \"didReceiveResponse\", \"status\": \"ok\"}", ["urlsession-data"], 2, "'status' is no number"),
        (trace("didReceiveResponse \"x\": {\"y\": [1.5e3, null]}", "didComplete"), ["urlsession-data"], 0, "kept"),
        (trace("didReceiveResponse", "cancel"), ["urlsession-data"], 0, "[U18]"),
        (trace("didReceiveResponse", "cancel"), ["nsurlconnection-data"], 0, "kept"),
        (kept, ["urlsession-dat"], 2, "there is no contract 'urlsession-dat'\n  help: did you mean 'urlsession-data'?"),
        (kept, ["urlsession-data", "other"], 2, "'trace.jsonl' is an argument too many"),
    ]

    @Test(arguments: uses.indices)
    func `takes what is a trace, and says what is wrong with the rest`(index: Int) async throws {
        let use = Self.uses[index]
        let folder = try CommandFolder(["trace.jsonl": use.text.isEmpty ? " " : use.text])
        if use.text.isEmpty { try Files.write([], to: folder.path + "/trace.jsonl") }
        let words = ["judge", "--contract"] + use.words + ["trace.jsonl"]
        let result = try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
        #expect(result.exit == .code(use.status), "\(result.output)\(result.errors)")
        let said = use.status == 2 ? result.errors : result.output
        #expect(said.contains(use.says), "\(result.output)\(result.errors)")
    }

    @Test func `bounds a line, and says so before it has ended`() async throws {
        let line = "{\"callback\": \"" + String(repeating: "a", count: 3 << 20)
        let result = try await Self.judge(line, "--contract", "urlsession-data")
        #expect(result.exit == .code(2))
        #expect(result.errors.hasPrefix("trace.jsonl:1: error: a line is longer than 1 MiB\n  help: "))
    }

    @Test func `tells findings and verdict as JSON`() async throws {
        let result = try await Self.judge(Self.broken, "--contract", "urlsession-data", "--json")
        #expect(result.exit == .code(1))
        let lines = try result.output.split(separator: "\n").map { try JSONText(parsing: String($0)) }
        try #require(lines.count == 2)
        #expect(lines[0]["rule"]?.text == "U10")
        #expect(lines[0]["line"]?.number == 2)
        #expect(lines[0]["fault"]?.text == "client")
        #expect(lines[0]["weight"]?.text == "failure")
        #expect(lines[0]["allowed"]?.list?.contains("didReceiveResponse") == true)
        #expect(lines[1]["verdict"]?.text == "broken")
        #expect(lines[1]["failures"]?.number == 1)
    }

    @Test func `shows fifty findings, and tells all as JSON`() async throws {
        let text = (0..<60).map { "{\"callback\": \"didReceiveData\", \"task\": \"\($0)\"}\n" }.joined()
        let shown = try await Self.judge(text, "--contract", "urlsession-data", "--prefix")
        #expect(shown.output.split(separator: "\n").count { $0.contains(": broken: ") } == 50)
        #expect(shown.output.contains("\nand 10 more, which are not shown\n"))
        let told = try await Self.judge(text, "--contract", "urlsession-data", "--prefix", "--json")
        let lines = try told.output.split(separator: "\n").map { try JSONText(parsing: String($0)) }
        #expect(lines.count == 61 && lines.last?["failures"]?.number == 60)
    }

    @Test func `reads standard input to its end`() async throws {
        let folder = try CommandFolder([:])
        try await OnLoop.run {
            let command = try BuiltCommand(
                ["judge", "--contract", "urlsession-data", "-"], in: folder.path, input: .pipe)
            var bytes = WriteBuffer(loop: .shared)
            bytes.append(Self.kept)
            _ = await command.process.input?.flush(&bytes)
            command.process.input?.close()
            let result = await command.ended()
            #expect(result.exit == .code(0))
            #expect(result.output == "kept  standard input: urlsession-data (3 callbacks, 1 task)\n")
        }
    }

    @Test func `lists contracts, and needs to be told which`() async throws {
        let folder = try CommandFolder([:])
        func run(_ line: String) async throws -> BuiltCommand.Result {
            let words = ["judge"] + line.split(separator: " ").map(String.init)
            return try await OnLoop.run { try await BuiltCommand.run(words, in: folder.path) }
        }
        let list = try await run("--list")
        #expect(list.exit == .code(0))
        #expect(list.output.split(separator: "\n").count == 7)
        let words = try await run("--contract nsurldownload --list")
        #expect(words.output.contains("  N  willResumeWithResponse\n"))
        for (line, says) in [
            ("trace.jsonl", "which contract?"), ("--contract nsurldownload", "which trace?"),
            ("--contract nsurldownload nothere", "there is no 'nothere'"),
            ("--contract nsurldownload .", "'.' is a folder, not a trace"),
        ] {
            let result = try await run(line)
            #expect(result.exit == .code(2), "\(line)")
            #expect(result.errors.contains(says), "\(result.errors)")
        }
    }
}
