// StubsTests.swift: standing answers in the process of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `Stubs of a test` {
    @Test func `answer in any order, any number of times, and tell what came`() async throws {
        try await withStubs(
            of: """
                > GET /greeting
                < 200
                <
                < hello

                > POST /pets/{{path id}}
                < 201
                <
                < {{path.id}}: {{request.body}}
                """
        ) { stubs throws in
            let session = stubs.session()
            var post = URLRequest(url: stubs.url("/pets/7?by=hand"))
            post.httpMethod = "POST"
            post.httpBody = Data("fido".utf8)
            post.setValue("text/plain", forHTTPHeaderField: "Content-Type")
            #expect(try await session.data(for: post).0 == Data("7: fido".utf8))
            for _ in 1...2 {
                #expect(try await session.data(from: stubs.url("/greeting")).0 == Data("hello".utf8))
            }
            let requests = await stubs.requests
            #expect(requests.map(\.description) == ["POST /pets/7?by=hand", "GET /greeting", "GET /greeting"])
            #expect(requests[0]["content-type"] == "text/plain" && requests[0].path == "/pets/7")
            #expect(requests[0].body == Data("fido".utf8) && !requests[0].isCut)
        }
    }

    /// The first of them is there before it is waited for, and the second comes only then.
    @Test func `wait for requests that a client sends by itself`() async throws {
        try await withStubs(of: "> POST /events\n< 204") { stubs throws in
            var post = URLRequest(url: stubs.url("/events"))
            post.httpMethod = "POST"
            let (session, event) = (stubs.session(), post)
            _ = try await session.data(for: event)
            #expect(try await stubs.requests(atLeast: 1, within: .zero).count == 1)
            async let sent = stubs.requests(atLeast: 2, within: .seconds(60))
            _ = try await session.data(for: event)
            #expect(try await sent.map(\.path) == ["/events", "/events"])
        }
    }

    @Test func `say which requests have come, if too few have, at the line of the test`() async throws {
        let line = #line + 4
        try await withStubs(of: "> GET /a\n< 200") { stubs throws in
            for sentence in ["2 requests had not come within 20 ms; none had", "; 1 had:\n  GET /a"] {
                try await withKnownIssue {
                    _ = try await stubs.requests(atLeast: 2, within: .milliseconds(20))
                } matching: {
                    $0.sourceLocation?.line == line && $0.comments.contains { "\($0)".contains(sentence) }
                }
                _ = try await stubs.session().data(from: stubs.url("/a"))
            }
            let error = try await unrecorded {
                await #expect(throws: (any Error).self) { try await stubs.requests(atLeast: 3, within: .zero) }
            }
            #expect("\(error!)".contains("StubsTests.swift:"))
            #expect("\(error!)".hasSuffix(": 3 requests had not come within 0 s; 2 had:\n  GET /a\n  GET /a"))
        }
    }

    @Test func `name the line of the text that has answered`() async throws {
        let stubs = try await Stubs(of: "> GET /a\n< 200\n\n> GET /b\n< 200")
        _ = try await stubs.session().data(from: stubs.url("/b"))
        #expect(await stubs.requests.map(\.stub) == ["the text:4"])
    }

    @Test func `answer loads at the same time, and those of other tests at other ports`() async throws {
        let (one, two) = (
            try await Stubs(of: "> GET /{{path n}}\n< 200\n<\n< one {{path.n}}"),
            try await Stubs(of: "> GET /{{path n}}\n< 200\n<\n< two {{path.n}}")
        )
        let session = one.session()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for n in 1...20 {
                let (stubs, name) = n.isMultiple(of: 2) ? (one, "one") : (two, "two")
                let url = stubs.url("/\(n)")
                group.addTask {
                    let text = String(decoding: try await session.data(from: url).0, as: UTF8.self)
                    return text == "\(name) \(n)" ? "" : text
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts.count == 20 && texts.allSatisfy(\.isEmpty), "\(texts)")
        #expect(await one.requests.count == 10)
        #expect(await two.requests.count == 10)
    }

    @Test func `of a file or a folder are beside the test`() async throws {
        try await withStubs(file: "Scenarios/Stubs/notes.routes") { stubs throws in
            #expect(try await stubs.session().data(from: stubs.url("/notes/1")).0 == Data("note 1".utf8))
            #expect(await stubs.requests.map(\.stub) == ["Scenarios/Stubs/notes.routes:2"])
        }
        // The scenarios in it are passed over.
        try await withStubs(in: "Scenarios") { stubs throws in
            #expect(try await stubs.session().data(from: stubs.url("/notes/2")).0 == Data("note 2".utf8))
            #expect(await stubs.requests.map(\.stub) == ["Stubs/notes.routes:2"])
        }
    }

    @Test func `listen no more once they are closed, or gone`() async throws {
        func url() async throws -> URL { try await Stubs(of: "> GET /\n< 200").url }
        let stubs = try await Stubs(of: "> GET /\n< 200")
        stubs.close()
        for url in [stubs.url, try await url()] {
            let session = URLSession(configuration: .ephemeral)
            var isOpen = true
            // It is closed on another thread.
            for _ in 1...1_000 where isOpen { isOpen = (try? await session.data(from: url)) != nil }
            #expect(!isOpen)
        }
    }

    @Test func `may ask for a password, and nobody waits for ever`() async throws {
        let stubs = try await Stubs(of: "> GET /{{path x}}\n< 401\n< WWW-Authenticate: {{path.x}} realm=\"x\"\n<\n< no")
        func load(_ scheme: String) async throws -> Int? {
            let (_, reply) = try await stubs.session().data(from: stubs.url("/\(scheme)"))
            return (reply as? HTTPURLResponse)?.statusCode
        }
        #expect(try await load("Bearer") == 401)
        #if canImport(FoundationNetworking)
            let error = await #expect(throws: URLError.self) { try await load("Basic") }
            #expect(error?.code == .cancelled)
        #else
            #expect(try await load("Basic") == 401)
        #endif
    }

    // MARK: Requests that no stub answers

    @Test func `fail withStubs at its line for a request that none has answered, and name the nearest`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            try await withStubs(
                of: """
                    > GET /notes/1
                    < 200
                    """
            ) { stubs throws in
                let (body, reply) = try await stubs.session().data(from: stubs.url("/nots/1"))
                #expect((reply as? HTTPURLResponse)?.statusCode == 404)
                #expect(String(decoding: body, as: UTF8.self).contains("no route matches GET /nots/1"))
                #expect(await stubs.unanswered.map(\.target) == ["/nots/1"])
            }
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("no stub has answered\n  GET /nots/1: no route matches ")
                && issue.says("the nearest is GET /notes/1 (the text:1): ")
        }
    }

    @Test func `tell once of a client that tries again`() async throws {
        try await withKnownIssue {
            try await withStubs(of: "> GET /a\n< 200") { stubs in
                for _ in 1...3 { _ = try await stubs.session().data(from: stubs.url("/b")) }
                #expect(await stubs.unanswered.count == 3)
            }
        } matching: {
            $0.says("no stub has answered\n  GET /b, 3 times: no route matches GET /b; ")
        }
    }

    @Test func `fail beside the error of the test itself, which is thrown on`() async throws {
        await withKnownIssue {
            await #expect(throws: CancellationError.self) {
                try await withStubs(of: "> GET /a\n< 200") { stubs in
                    _ = try await stubs.session().data(from: stubs.url("/b"))
                    throw CancellationError()
                }
            }
        } matching: {
            $0.says("no stub has answered\n  GET /b: ")
        }
    }

    @Test func `are verified where the test says so, and by themselves fail nothing`() async throws {
        let stubs = try await Stubs(of: "> GET /a\n< 200")
        try await stubs.verify()
        _ = try await stubs.session().data(from: stubs.url("/b"))
        var texts: [String] = []
        let line = #line + 2
        try await withKnownIssue {
            try await stubs.verify()
        } matching: {
            $0.sourceLocation?.line == line && $0.says("GET /b: ")
        }
        await withKnownIssue {
            await stubs.verify(failing: { text, _, _ in texts.append(text) })
        }
        #expect(texts.count == 1 && texts[0].hasPrefix("no stub has answered\n  GET /b: "), "\(texts)")
    }

    @Test func `fail the test where they are dropped, of requests that none has answered`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            let stubs = try await Stubs(of: "> GET /a\n< 200")
            _ = try await stubs.session().data(from: stubs.url("/b"))
        } matching: {
            $0.sourceLocation?.line == line && $0.says("the stubs were dropped without 'verify()'")
                && $0.says("GET /b: ") && $0.severity == .error
        }
        // Nothing is said where each has its answer, nor where the test has asked, or wants no word of it.
        let answered = try await Stubs(of: "> GET /a\n< 200")
        _ = try await answered.session().data(from: answered.url("/a"))
        let asked = try await Stubs(of: "> GET /a\n< 200")
        _ = try await asked.session().data(from: asked.url("/b"))
        #expect(await asked.unanswered.count == 1)
        let closed = try await Stubs(of: "> GET /a\n< 200")
        _ = try await closed.session().data(from: closed.url("/b"))
        closed.close()
    }

    @Test func `count for the whole run where no test is known, whoever catches their error`() async throws {
        let stubs = try await Stubs(of: "> GET /a\n< 200")
        _ = try await stubs.session().data(from: stubs.url("/b"))
        let line = #line + 2
        let error = try await unrecorded {
            await #expect(throws: Stubs.Unanswered.self) { try await stubs.verify() }
        }
        #expect(error?.description.hasPrefix("QuintainTests/StubsTests.swift:\(line): no stub has answered\n") == true)
    }

    @Test func `take a load that is cancelled for no mistake`() async throws {
        try await withStubs(of: "> POST /a\n< 200\n! stall") { stubs in
            var request = URLRequest(url: stubs.url("/a"))
            request.httpMethod = "POST"
            request.httpBody = Data(repeating: 1, count: 4_000_000)
            let (session, post) = (stubs.session(), request)
            let load = Task { try await session.data(for: post) }
            load.cancel()
            _ = try? await load.value
        }
    }

    // MARK: Texts that are wrong

    @Test func `that are wrong say where in the test`() async throws {
        let call = #line + 1
        let short = await thrown(ScenarioError.self) { try await Stubs(of: "> GET\n< 200") }
        #expect(short?.description.contains("the text:1:") == true, "\(short as Any)")
        #expect(short?.description.hasSuffix("\nthe text is that of StubsTests.swift:\(call)") == true)
    }

    @Test func `may have the line that files of routes begin with`() async throws {
        let stubs = try await Stubs(of: "# Two\nroutes\n\n> GET /a\n< 200\n\n> GET /b\n< 204")
        let (_, reply) = try await stubs.session().data(from: stubs.url("/b"))
        #expect((reply as? HTTPURLResponse)?.statusCode == 204)
    }

    @Test func `that are none say what to write`() async throws {
        let empty = await thrown(ScenarioError.self) { try await Stubs(of: "# nothing") }
        #expect(empty?.description.contains("write at least '> GET /a' and '< 200'") == true, "\(empty as Any)")
        let played = await thrown(ScenarioError.self) { try await Play(of: "routes\n> GET /\n< 200") }
        #expect(played?.description.contains("'Stubs(of: \"…\")' answers by them") == true, "\(played as Any)")
        let scenario = await thrown(ScenarioError.self) {
            try await Stubs(file: "Scenarios/notes.scenario")
        }
        #expect(scenario?.description.contains("is a scenario, which has an order: ") == true, "\(scenario as Any)")
        let missing = await thrown(ScenarioError.self) { try await Stubs(file: "Scenarios/Stubs/nots.routes") }
        #expect(missing?.description.contains("did you mean 'notes.routes'?") == true, "\(missing as Any)")
        let folder = await thrown(ScenarioError.self) { try await Stubs(in: "Nowhere") }
        #expect(folder?.description.contains("Nowhere") == true, "\(folder as Any)")
    }
}
