// TrialTests.swift: drivers that are tested against the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainDriver
import QuintainLoop
import QuintainScenario
import Testing

@testable import QuintainRunner

@Suite struct `The trial of a driver` {
    private func remarks(_ words: [String], patience: Int = 10_000) async throws -> [DriverTrial.Remark] {
        try await OnLoop.run {
            var remarks: [DriverTrial.Remark] = []
            var deadlines = Running.quick
            deadlines.ended = 20_000
            // The runner waits this long for a load without an end, which must not end by itself meanwhile.
            deadlines.patience = patience
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
        #expect(remarks.filter { $0.kind == .skipped } == [])
        #expect(remarks.count == DriverTask.all.count - 1 + 5)
    }

    @Test func `tells who speaks HTTP/2 and cannot begin with it what to add`() async throws {
        let remarks = try await remarks(Running.honestWords + ["h2"])
        #expect(remarks.filter { $0.kind == .wrong } == [])
        let skipped = remarks.filter { $0.kind == .skipped }
        #expect(skipped.map(\.subject) == ["begins with HTTP/2 in the clear"])
        #expect(skipped.allSatisfy { $0.sentences.contains { $0.contains("'prior-knowledge'") } }, "\(skipped)")
    }

    /// RFC 9110 section 9.2.2 allows a client to repeat a GET by itself.
    @Test func `finds nothing wrong with one whose client asks again when a load fails`() async throws {
        let remarks = try await remarks(Running.honestWords + ["stubborn"])
        #expect(remarks.filter { $0.kind == .wrong } == [])
        let failing = remarks.filter { $0.subject.hasPrefix("fails ") }
        #expect(failing.map(\.kind) == Array(repeating: .right, count: 6), "\(failing)")
    }

    /// A scenario that waits for the first bytes of a body waits in vain, and the client is accused.
    @Test func `notices data that are told when all of them have come, and says how to greet`() async throws {
        let wrong = try await remarks(Running.honestWords + ["buffering"], patience: 1_000).filter { $0.kind == .wrong }
        #expect(wrong.first?.subject == "hands on data as they come")
        #expect(
            wrong.first?.sentences.last
                == "read docs/driver-protocol.md#kinds-of-loads: \"A driver whose client collects "
                + "a body before it hands it on greets with `\"loads\": [\"sync\"]`\"", "\(wrong)")
        let whole = try await remarks(Running.honestWords + ["whole", "buffering"])
        #expect(whole.filter { $0.kind == .wrong } == [])
    }

    @Test func `notices downloads that are told as other loads are`() async throws {
        let wrong = try await remarks(Running.honestWords + ["unfiled"], patience: 1_000).filter { $0.kind == .wrong }
        #expect(wrong.map(\.subject) == ["writes a download into a file, and tells how far it is"], "\(wrong)")
        #expect(
            wrong.first?.sentences.last
                == "read docs/driver-protocol.md#a-download: \"A load of the kind `download` writes a body into a file.\"",
            "\(wrong)")
    }

    @Test func `notices redirects that are reported twice behind the first`() async throws {
        let wrong = try await remarks(Running.honestWords + ["forward"], patience: 1_000).filter { $0.kind == .wrong }
        #expect(
            wrong.map(\.subject) == ["reports each redirect, and follows it", "decides which redirects are followed"],
            "\(wrong)")
    }

    /// Two loads at once would overtake each other by chance: nobody tells the runner that the first has ended.
    @Test func `asks a driver that tells no ends to begin a load when the one before it has ended`() async throws {
        let subject = "begins a load when the one before it has ended, since it does not tell ends"
        let serial = try await remarks(Running.honestWords + ["wire"])
        #expect(serial.filter { $0.kind == .wrong }.map(\.subject) == ["says nothing unknown"])
        #expect(
            serial.first { $0.kind == .wrong }?.sentences
                == ["'can' has 'lanes', which takes 'finish' and 'fail' among the 'callbacks'"])
        #expect(serial.contains { $0.subject == subject && $0.kind == .right })
        #expect(serial.first { $0.subject == "has two loads under way" }?.kind == .skipped)
        let hasty = try await remarks(Running.honestWords + ["wire", "hasty"]).filter { $0.kind == .wrong }
        #expect(hasty.map(\.subject) == ["says nothing unknown", subject])
        #expect(
            hasty.last?.sentences.last == "read docs/driver-protocol.md#loads-one-after-the-other: "
                + "\"it begins a load when the one before it has ended\"")
    }

    @Test func `asks no questions of one whose client has an option for the answer`() async throws {
        let remarks = try await remarks(Running.honestWords + ["tells"])
        #expect(remarks.filter { $0.kind == .wrong } == [])
        #expect(
            remarks.first { $0.subject == "waits for the answer" }
                == DriverTrial.Remark(
                    .skipped, "waits for the answer",
                    ["the client does not ask at 'redirect', so no answer can be held"]))
    }

    /// Each of these slips would make scenarios fail that the client passes.
    @Test func `notices decisions that are ignored, and fields that are left out`() async throws {
        let remarks = try await remarks(Running.honestWords + ["careless"])
        let wrong = remarks.filter { $0.kind == .wrong }
        #expect(
            wrong.map(\.subject) == [
                "refuses a redirect", "decides which redirects are followed",
                "follows a redirect to where it is told, with the fields that it is told",
                "keeps what is decided for one load from the next",
                "uses a password, and tells realm and failures of a challenge where its client is asked",
                "uses a password for a Digest challenge, if its client has Digest",
                "uses a password for a proxy", "trusts a server that it is told to trust",
                "tells length, URL and text encoding of a response, or that it does not know them",
                "reports the fields of a response", "cancels at a response", "fails where nobody is",
                "fails when the connection is reset",
                "fails when the reply is cut short", "fails when nothing comes", "fails when what comes is no HTTP",
                "fails when the server is not to be trusted",
            ])
        let line = "at `* response 200 text/plain length=5 url=/measured encoding=utf-8`: "
        try #require(wrong.count > 11)
        #expect(
            wrong[8].sentences == [
                line + "length was not reported", line + "url was not reported", line + "encoding was not reported",
                "the driver left it out; if its client never tells it, the driver reports null: "
                    + "docs/driver-protocol.md#values-that-are-not-known",
            ])
        #expect(
            wrong[9].sentences == [
                "at `* response 200`: X-Trial is missing",
                "the driver left it out of 'header': docs/driver-protocol.md#what-the-driver-says",
            ])
        #expect(
            wrong[10].sentences.last == "read docs/driver-protocol.md#an-answer: "
                + "\"`cancel` ends the load, which reports `fail cancelled` as its last callback.\"")
        #expect(
            wrong[11].sentences == [
                #"at `* fail cannot-connect`: "other" was reported, not "cannot-connect""#,
                "the driver chose this name for the client's error, and no RFC demands one: "
                    + "docs/driver-protocol.md#names-of-failures",
            ])
        #expect(
            wrong[0].sentences.last == "read docs/driver-protocol.md#decisions: "
                + "\"The others become options of the client, before the load begins\"")
        #expect(remarks.filter { $0.kind == .skipped }.map(\.subject).last == "names the case in its callbacks")
    }

    /// Without the realm, dozens of scenarios fail that the client passes.
    @Test func `notices a challenge whose realm is left out, and takes null for it`() async throws {
        let subject = "uses a password, and tells realm and failures of a challenge where its client is asked"
        let forgetful = try await remarks(Running.honestWords + ["forgetful"]).filter { $0.kind == .wrong }
        let line = #"at `* challenge Basic realm="trial" failures=0 -> use alice:secret`: "#
        #expect(
            forgetful.map(\.subject) == [
                subject, "tells a realm without what quotes it", "uses a password for a proxy",
            ])
        #expect(
            forgetful.first?.sentences == [
                line + "realm was not reported", line + "failures was not reported",
                "the driver left it out; if its client never tells it, the driver reports null: "
                    + "docs/driver-protocol.md#values-that-are-not-known",
            ])
        let silent = try await remarks(Running.honestWords + ["silent"])
        #expect(silent.filter { $0.kind == .wrong } == [])
    }

    @Test func `notices a callback that is listed and never comes`() async throws {
        let wrong = try await remarks(Running.honestWords + ["mute"]).filter { $0.kind == .wrong }
        let rule = ProtocolSentence.listed.hint
        #expect(wrong.first?.subject == "tells a challenge that nobody answers, before the response to it", "\(wrong)")
        #expect(wrong.first?.sentences.last == rule, "\(wrong)")
        #expect(
            wrong.last
                == DriverTrial.Remark(
                    .wrong, "reports the callbacks of its greeting",
                    [
                        "its greeting lists 'challenge', and it reported none where its client met one, in 5 tasks "
                            + "that were skipped", rule,
                    ]), "\(wrong)")
    }

    /// What a client is told by options and acts, and what a driver reads out of a field by itself.
    @Test func `notices a realm that is cut at its quotes, and proxies and authorities that are forgotten`()
        async throws
    {
        let wrong = try await remarks(Running.honestWords + ["mistaken"]).filter { $0.kind == .wrong }
        #expect(
            wrong.map(\.subject) == [
                "follows a redirect to where it is told, with the fields that it is told",
                "tells a realm without what quotes it", "goes through a proxy", "goes through a proxy that speaks TLS",
                "trusts the authority of a load", "trusts an authority from the order on",
            ])
        #expect(
            wrong.first?.sentences == [
                "at `> X-Trial: one`: X-Trial is missing",
                "read docs/driver-protocol.md#an-answer: \"with `to`: the fields of the new request, as pairs\"",
            ])
        #expect(
            wrong.dropFirst().first?.sentences.last?.hasSuffix("\"the parameters there, `name=value`\"") == true,
            "\(wrong)")
        #expect(
            wrong.last?.sentences.last?.hasSuffix("\"trusts this PEM file's authority from here on\"") == true,
            "\(wrong)")
    }

    @Test(arguments: [
        ("sticky", "keeps what is decided for one load from the next", "An option counts for its own load alone."),
        (
            "plain", "uses a password for a Digest challenge, if its client has Digest",
            "of a `kind` that the client has no option for, if only in one branch | reports `unable`"
        ),
    ])
    func `notices what is kept for the next load, and Digest that is answered by Basic`(
        mode: String, subject: String, sentence: String
    ) async throws {
        let wrong = try await remarks(Running.honestWords + [mode]).filter { $0.kind == .wrong }
        #expect(wrong.map(\.subject) == [subject])
        #expect(wrong.first?.sentences.last == "read docs/driver-protocol.md#decisions: \"\(sentence)\"", "\(wrong)")
    }

    /// It is said at length once.
    @Test func `notices loads that have no end`() async throws {
        let wrong = try await remarks(Running.honestWords + ["endless"], patience: 4_000).filter { $0.kind == .wrong }
        try #require(wrong.count > 10, "\(wrong)")
        #expect(
            wrong[0].sentences == [
                "the driver told no end of load 1, not even when the case ended; "
                    + "every load ends with one 'finish' or 'fail'",
                "read docs/driver-protocol.md#the-end-of-a-load: "
                    + "\"Every load ends with exactly one of `finish` and `fail`, which is its last callback.\"",
            ])
        #expect(wrong[1].sentences == ["again it told no end of load 1"])
    }

    @Test(arguments: [false, true])
    func `waits its whole time for a load without an end once`(hasUnended: Bool) {
        var course = TrialCourse(greeting: Greeting(name: "x", version: "1"))
        course.hasUnendedLoad = hasUnended
        #expect(course.patience(10_000) == (hasUnended ? 1_000 : 10_000))
        for task in DriverTask.all {
            let longest = ScenarioSurvey(course.scenario(of: task)).lines.map(\.within).max() ?? 0
            #expect(hasUnended ? longest <= 1_000 : longest == 5_000)
        }
    }

    /// Words of the document are held to it, so that whoever reads them finds them.
    @Test(arguments: ProtocolSentence.all)
    func `names sentences that the document has`(sentence: ProtocolSentence) throws {
        let text = try String(
            decoding: Files.read(
                String(#filePath.dropLast("Tests/RunnerTests/TrialTests.swift".count)) + DriverDocument.path),
            as: UTF8.self)
        let sections = text.split(separator: "\n#").map(String.init)
        let section = try #require(
            sections.first { section in
                let head = section.prefix { $0 != "\n" }.drop { "# ".contains($0) }.lowercased()
                return head.filter { $0.isLetter || $0 == " " }.split(separator: " ").joined(separator: "-")
                    == sentence.section
            }, "\(sentence.section)")
        let flat = section.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(flat.contains(sentence.text))
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
                    [
                        "it ended with exit status 3 when its input ended, and not with exit status 0",
                        "read docs/driver-protocol.md#lines: \"When its input ends, a driver ends, with exit status 0.\"",
                    ]),
                DriverTrial.Remark(
                    .wrong, "loads",
                    [
                        "output line 2: 'finish' is not among the callbacks of its greeting; name it there",
                        "read docs/driver-protocol.md#what-is-a-drivers-fault: \"These are faults of a driver\"",
                    ]),
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
