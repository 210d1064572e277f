// ApplicabilityTests.swift: which features a scenario needs that a client lacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainScenario
import Testing
import QuintainWords

@testable import QuintainApplicability

@Suite struct `Whether a scenario is applicable` {
    private static let bare: Greeting = {
        var greeting = Greeting(name: "bare", version: "1")
        greeting.callbacks = [.redirect: [.byDefault], .response: [], .data: [], .finish: [], .fail: []]
        return greeting
    }()

    private static func scenario(_ text: String) throws -> Scenario {
        let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
        try #require(!reading.hasErrors, "\(reading.diagnostics.map(\.message))")
        return try #require(reading.scenarios.first)
    }

    private func objection(_ text: String, _ greeting: Greeting = bare, way: Way = .asWritten) throws -> String? {
        let scenario = try Self.scenario("# A\n" + text + "\n").loading(as: way.kind)
        return Applicability(scenario, greeting, way).objection
    }

    @Test(arguments: [
        ("> GET /\n< 200\n* response 200\n* finish", String?.none),
        ("needs  cache\n> GET /\n< 200", "the scenario needs 'cache', which the client does not have"),
        (
            "origin main http http=2\n> GET /\n< 200",
            "'main' speaks HTTP/2 alone, and the client does not say that it does"
        ),
        ("origin main http http=1.1,2\n> GET /\n< 200", nil),
        ("needs  cookies\n> GET /\n< 200", "the scenario needs 'cookies', which the client does not have"),
        ("needs  delegate data redirect\n> GET /\n< 200", nil),
        ("needs  metrics\n> GET /\n< 200", "the scenario needs 'metrics', which the client does not have"),
        ("client GET / as download\n> GET /\n< 200", "the client cannot load as download"),
        ("client GET / timeout=2s\n> GET /\n< 200", "the client does not know a load's 'timeout'"),
        ("client GET / cache=off\n> GET /\n< 200", "the client does not know a load's 'policy'"),
        ("client GET / cookies=off\n> GET /\n< 200", nil),
        ("proxy gate http\nclient GET / via gate\n> GET /\n< 200", "the client does not know a load's 'proxy'"),
        ("origin main https\n> GET /\n< 200", "the client has no TLS"),
        ("origin main http host=web.test\n> GET /\n< 200", "the client cannot be told where 'web.test' leads"),
        ("origin main http host=127.0.0.1\n> GET /\n< 200", nil),
        (
            "client GET /a lane=a\nclient GET /b lane=b\n>a GET /a\n<a 200\n>b GET /b\n<b 200",
            "the client cannot have several loads under way"
        ),
        ("! quiet 10ms", nil),
        (
            "> POST /\n>\n> {{json {\"a\": {{any}}}}}\n< 200",
            "nothing orders the request at line 2, which only compares what comes: write a 'client' line above it"
        ),
        (
            "! wait 1ms\n> GET /{{/a+/}}\n< 200",
            "nothing orders the request at line 3, which only compares what comes: write a 'client' line above it"
        ),
        (
            "> {{raw \"GET / HTTP/1.1\\r\\n\\r\\n\"}}\n< 200",
            "nothing orders the request at line 2, which only compares what comes: write a 'client' line above it"
        ),
        ("client GET /aa\n> GET /{{/a+/}}\n< 200", nil),
        ("> GET /\n! hold\n< 200", "line 3 holds until somebody says go, and nobody does here"),
        ("> GET /\nclient cancel\n! wait 1ms\n< 200", "the client cannot be told to cancel"),
        ("> GET /\n< 200\n* data -> cancel\n* fail cancelled", "the client cannot be told to cancel"),
        (
            "> GET /\n< 302\n< Location: /b\n* redirect 302 /b -> no\n* finish",
            "the client cannot decide 'no' at 'redirect'"
        ),
        ("> GET /\n< 302\n< Location: /b\n* redirect 302 /b -> cancel\n* fail cancelled", nil),
        ("> GET /\n< 200\n* response 200 -> download\n* finish", "the client cannot decide 'download' at 'response'"),
        (
            "> GET /\n< 200\n* response 200 -> hold\n! wait 1ms\nclient answer\n* finish",
            "the client asks nothing at 'response', so no answer can be held"
        ),
        ("> GET /\n< 401\n< WWW-Authenticate: Basic realm=\"v\"\n* challenge Basic -> use a:b\n> GET /\n< 200", nil),
        ("> GET /\n< 302\n< Location: /b\n* [nsurldownload] redirect 302 /b -> no\n* finish", nil),
        (
            "> GET /\n< 200\n< Content-Type: multipart/x-mixed-replace; boundary=b",
            "the scenario needs 'parts', which the client does not have"
        ),
        (
            "> GET /\n< 401\n* challenge Basic -> cancel",
            "the client does not ask at 'challenge', so nobody can cancel there"
        ),
        (
            "> GET /\n< 200\n* finish\nclient GET /b\n! same-connection\n> GET /b\n< 200",
            "line 6 is about a connection of an earlier load, and the client keeps none"
        ),
        ("> GET /\n< 401\n! same-connection\n> GET /\n< 200", nil),
    ])
    func `is said in one sentence`(text: String, sentence: String?) throws {
        #expect(try objection(text) == sentence)
    }

    @Test func `a client whose loads others begin needs no order for them, and is told to go on`() throws {
        var applicability = Applicability(
            try Self.scenario("# A\n> GET /{{/a+/}}\n! hold\n< 200\n"), Self.bare, .asWritten)
        #expect(applicability.objection?.hasPrefix("nothing orders the request at line 2") == true)
        applicability.ordersLoads = false
        #expect(applicability.objection?.hasPrefix("line 3 holds until somebody says go") == true)
        applicability.saysGo = true
        #expect(applicability.objection == nil)
    }

    @Test(arguments: [
        ("> GET /new\n< 200", "> GET /new\n> X: 1\n< 200", true), ("> GET /new\n< 200", "! await close", false),
        ("* redirect 302 /new\n> GET /new\n< 200", "* response 302\n* finish", false),
    ])
    func `a client that never follows is asked to where each branch does`(one: String, other: String, asks: Bool) throws
    {
        let text = "# A\n> GET /\n< 302\n< Location: /new\neither\n\(one)\nor\n\(other)\nend\n"
        var applicability = Applicability(try Self.scenario(text), Self.bare, .asWritten)
        applicability.following = .none
        let objection = applicability.objection
        #expect(objection == (asks ? "the scenario goes on behind a redirect, and the client follows none" : nil))
        // All of it is at one origin.
        applicability.following = .withinOrigin
        #expect(applicability.objection == nil)
    }

    @Test(arguments: [
        ("> GET //b/new\n< 200", true), ("* redirect 302 //b/new\n* fail {{any}}", true),
        ("* redirect 302 //main/new\n* fail {{any}}", false),
        ("> GET /new\n< 302\n< Location: {{//b/}}\n> GET //b/\n< 200", true),
        ("> GET /new\n< 200\nclient GET //b/\n> GET //b/\n< 200", false),
        ("either\n> GET //b/new\n< 200\nor\n* response 302\n* finish\nend", false), ("> GET /new\n< 200", false),
    ])
    func `a client that stays at its origin is asked to leave it`(lines: String, asks: Bool) throws {
        let text = "# A\norigin b http\nclient GET /\n> GET /\n< 302\n< Location: /new\n\(lines)\n"
        var applicability = Applicability(try Self.scenario(text), Self.bare, .asWritten)
        applicability.following = .withinOrigin
        let sentence = "the scenario goes on behind a redirect to another origin, and the client follows none there"
        #expect(applicability.objection == (asks ? sentence : nil))
    }

    @Test(arguments: [
        ("* challenge Basic -> hold", String?.none),
        ("* challenge {{any}} -> hold", nil),
        ("* challenge ServerTrust -> trust", "the client cannot decide 'trust' at 'challenge'"),
        (
            "* challenge Digest -> use alice:secret",
            "the client answers no challenge but those of its greeting: Basic"
        ),
        ("* challenge Digest -> use none", nil),
        ("* challenge Digest", nil),
        ("* challenge ServerTrust -> hold", "the client does not ask at 'challenge', so no answer can be held"),
        ("* challenge ServerTrust -> cancel", "the client does not ask at 'challenge', so nobody can cancel there"),
    ])
    func `a client is asked about the kinds of challenges that it names`(line: String, sentence: String?) throws {
        var greeting = Self.bare
        greeting.callbacks[.challenge] = [.use]
        greeting.challenges = [.basic]
        #expect(try objection("> GET /\n\(line)\n< 200", greeting) == sentence)
        // What it lists is an option of the client where nobody is asked.
        greeting.callbacks[.challenge] = [.byDefault, .use, .trust, .none]
        if line.hasSuffix("-> trust") { #expect(try objection("> GET /\n\(line)\n< 200", greeting) == nil) }
        greeting.challenges = nil
        #expect(try objection("> GET /\n\(line)\n< 200", greeting) == nil)
    }

    @Test(arguments: [
        ("* challenge Basic -> use none", String?.none),
        ("* challenge {{any}} -> use none", nil),
        (
            "* challenge ServerTrust -> trust",
            "the scenario needs 'challenge', and the client is not asked about the one at line 4"
        ),
    ])
    func `a need of challenges is one of every kind in the file`(line: String, sentence: String?) throws {
        var greeting = Self.bare
        greeting.callbacks[.challenge] = [.use, .trust, .none]
        greeting.challenges = [.basic, .digest]
        #expect(try objection("needs  challenge\n> GET /\n\(line)\n< 200", greeting) == sentence)
        greeting.challenges = nil
        #expect(try objection("needs  challenge\n> GET /\n\(line)\n< 200", greeting) == nil)
    }

    /// The callback lines of the text's only scenario; settings and wire lines are left out.
    private func callbacks(_ text: String, as kind: LoadKind) throws -> [Occurrence] {
        let scenario = try Self.scenario("# A\n> GET /\n< 200\n" + text + "\n").loading(as: kind)
        return ScenarioSurvey(scenario).lines.compactMap { line in
            if case .callback(let callback) = line.deed { callback.occurrence } else { nil }
        }
    }

    @Test(arguments: [LoadKind.handler, .async, .sync])
    func `a load that completes may fail without the response that had come`(kind: LoadKind) throws {
        let failing = "* response 200\n* data\n* fail decoding"
        #expect(try callbacks(failing, as: kind) == [.optional, .optional, .once])
        #expect(try callbacks(failing, as: .data) == [.once, .once, .once])
        #expect(try callbacks("* response 200\n* data\n* finish", as: kind) == [.once, .once, .once])
        let second = "client GET /b\n> GET /b\n< 200\n* response 200\n* finish"
        #expect(try callbacks(failing + "\n" + second, as: kind) == [.optional, .optional, .once, .once, .once])
        let either = "* response 200\neither\n* data\n* finish\nor\n* data\n* fail decoding\nend"
        #expect(try callbacks(either, as: kind) == [.optional, .once, .once, .optional, .once])
        let upload =
            "* response 200\n* finish\nclient POST /b as upload\n> POST /b\n< 200\n* response 200\n* fail other"
        #expect(try callbacks(upload, as: kind) == [.once, .once, .once, .once])
    }

    @Test func `HTTP2 in the clear is for clients that can be told of it`() throws {
        var greeting = Self.bare
        greeting.abilities = [.h2]
        let text = "origin main http http=2\n> GET /\n< 200"
        #expect(
            try objection(text, greeting)
                == "'main' speaks HTTP/2 in the clear, and the client cannot be told to begin with it: "
                + "its 'options' lack 'prior-knowledge'")
        greeting.options = [.priorKnowledge]
        #expect(try objection(text, greeting) == nil)
    }

    @Test func `what a client can do is not held against it`() throws {
        var greeting = Self.bare
        greeting.abilities = Set(DriverAbility.allCases)
        greeting.acts = Set(DriverAct.allCases)
        greeting.options = [.timeout, .policy]
        greeting.loads = LoadKind.allCases
        for text in [
            "client GET / timeout=2s cache=off as download\n> GET /\n< 200",
            "proxy gate http\nclient GET / via gate\n> GET /\n< 200",
            "origin main https host=web.test\nclient GET /\n> GET /\n< 200",
            "needs  client-certificate upload\n> GET /\nclient cancel\n! wait 1ms\n< 200",
        ] {
            #expect(try objection(text, greeting) == nil)
        }
    }

    @Test(arguments: [
        ("> GET /\n< 200\n<\n< one\n* response 200\n* data \"one\"\n* finish", String?.none),
        (
            "> GET /\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n* data \"one\"\n< two\n* data \"two\"\n* finish",
            "line 8 waits for line 7, and a load that completes reports at its end only"
        ),
        (
            "> GET /\n< 200\n* response 200 -> cancel\n* fail cancelled",
            "line 4 decides 'cancel' on the way, and a load that completes asks nothing there"
        ),
        (
            "client GET / as upload\n> GET /\n< 200\n* finish",
            "none of its loads is a plain one that could be loaded as handler"
        ),
        ("> GET /\n< 200\n* response 200\n* finish\nclient GET /b\n> GET /b\n< 200\n* finish", nil),
    ])
    func `loads that complete report at their end`(text: String, sentence: String?) throws {
        var greeting = Self.bare
        greeting.loads = LoadKind.allCases
        greeting.acts = [.cancel]
        #expect(try objection(text, greeting, way: .handler) == sentence)
    }

    @Test func `a style must be the client's own`() throws {
        var greeting = Self.bare
        greeting.styles = [.urlsession]
        let text = "> GET /\n< 200\n* response 200"
        #expect(try objection(text, greeting, way: Way(name: "x", style: .urlsession)) == nil)
        #expect(
            try objection(text, greeting, way: Way(name: "x", style: .urlprotocol))
                == "the client has no callbacks in the style urlprotocol")
    }

    @Test func `the time that a scenario asks for is counted`() throws {
        let scenario = try Self.scenario(
            "# A\nwithin 20s\nclient GET / timeout=3s total=4s\n> GET /\nrepeat 3\n! wait 2s\nend\n! quiet 1s\n< 200\n")
        #expect(ScenarioSurvey(scenario).time == 20_000 + 4_000 + 6_000 + 1_000)
        let long = try Self.scenario("# A\n> GET /\nrepeat 1000000\n! wait 9h\nend\n< 200\n")
        #expect(ScenarioSurvey(long).time == 3_600_000)
    }
}
