// PlayTests.swift: plays to URLSession in the test's own process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

private let form = """
    > POST /form
    < 303
    < Location: /done
    * redirect 303 /done
    > GET /done
    < 200
    <
    < well done
    """

@Suite struct `A play` {
    @Test func `that goes as it is written is verified`() async throws {
        let play = try await Play(of: form)
        let (body, _) = try await play.session().data(for: play.request)
        #expect(String(decoding: body, as: UTF8.self) == "well done")
        try await play.verify()
    }

    @Test func `needs no order for a request that only compares, since the test makes it`() async throws {
        let play = try await Play(of: "> PUT /file\n>\n> {{any}}\n< 201")
        var request = URLRequest(url: play.url("/file"))
        request.httpMethod = "PUT"
        request.httpBody = Data("hello".utf8)
        _ = try await play.recordingSession().data(for: request)
        try await play.verify()
    }

    @Test func `that goes otherwise throws what was expected and what came`() async throws {
        let play = try await Play(of: form)
        _ = try? await play.session().data(from: play.url("/form"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.first?.rule == "unexpected-request")
        // The report names the line that was nearest.
        #expect(mismatch.findings.first?.line == 1)
        #expect(await play.unexpected == ["GET /form"])
        let sentence = try #require(mismatch.findings.first?.sentence)
        #expect(mismatch.description.contains("\nthe text:1: \(sentence) [unexpected-request]\n"), "\(mismatch)")
        #expect(mismatch.description.contains("✗ > POST /form"))
        #expect(mismatch.description.contains("│ > GET /form"))
        #expect(
            mismatch.description.contains(
                "\nmore: quintain explain unexpected-request\nfrom a package of your own: swift package "))
    }

    @Test func `to which nobody comes fails`() async throws {
        let play = try await Play(of: "> GET /\n< 200", patience: .milliseconds(50))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["never-came"])
    }

    @Test func `that went wrong does not wait for what will not come`() async throws {
        let play = try await Play(of: form, patience: .seconds(100))
        let began = ContinuousClock.now
        do {
            // The connection closes with its session.
            _ = try? await play.session().data(from: play.url("/form"))
        }
        #expect(await play.mismatch() != nil)
        #expect(ContinuousClock.now - began < .seconds(50))
    }

    @Test func `is judged once and says the same again`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        _ = try await play.session().data(from: play.url)
        try await play.verify()
        #expect(await play.mismatch() == nil)
        #expect(await play.transcript().contains("> GET /\n"))
    }

    @Test func `has ports of its own`() async throws {
        let plays = try await (Play(of: "> GET /\n< 200"), Play(of: "> GET /\n< 200"))
        #expect(plays.0.url != plays.1.url)
        plays.0.close()
        plays.1.close()
    }

    @Test func `orders the first request, with all that belongs to it`() async throws {
        let play = try await Play(
            of: """
                client PUT /notes/1
                       X-Tone: soft
                       body "buy milk"
                > PUT /notes/1
                > X-Tone: soft
                >
                > buy milk
                < 204
                """)
        #expect(play.request.url == play.url("/notes/1"))
        _ = try await play.session().data(for: play.request)
        try await play.verify()
    }

    @Test func `with several origins has a URL for each`() async throws {
        let play = try await Play(
            of: """
                origin main http
                origin shop http
                > GET //shop/cart
                < 200
                """)
        #expect(play.url("/cart", on: "shop").port != play.url.port)
        _ = try await play.session().data(from: play.url("/cart", on: "shop"))
        try await play.verify()
    }

    @Test func `tells of each request, byte for byte`() async throws {
        // The head fits, so that the reply comes behind the body.
        let play = try await Play(of: "> POST /form?a=1\n>\n> name=rex\n< 200")
        #expect(await play.requests == [])
        var request = URLRequest(url: play.url("/form?a=1"))
        request.httpMethod = "POST"
        request.httpBody = Data("name=fido".utf8)
        request.setValue("b", forHTTPHeaderField: "X-A")
        _ = try? await play.session().data(for: request)
        let came = await play.requests
        let first = try #require(came.first)
        #expect(first.method == "POST" && first.target == "/form?a=1" && first.origin == "main")
        #expect(first["x-a"] == "b" && first.values(of: "Host").count == 1)
        #expect(first.body == Data("name=fido".utf8) && !first.isCut && first.line == 1)
        #expect(await play.mismatch() != nil)
        // The requests are kept.
        #expect(await play.requests.first == first)
    }

    @Test func `tells of the first mebibyte of a body`() async throws {
        let play = try await Play(of: "> POST /\n< 200")
        var request = URLRequest(url: play.url)
        request.httpMethod = "POST"
        request.httpBody = Data((0..<1_100_000).map { UInt8($0 % 251) })
        _ = try? await play.session().data(for: request)
        let first = try #require(await play.requests.first)
        #expect(first.isCut)
        #expect(first.body == request.httpBody?.prefix(1 << 20))
        play.close()
    }

    @Test func `whose origin is misspelt says which there are`() async throws {
        let play = try await Play(of: "origin main http\norigin shop http\n> GET //shop/\n< 200")
        for (name, says) in [("shp", "did you mean 'shop'?"), ("elsewhere", "one of: main, shop")] {
            withKnownIssue {
                #expect(play.url("/", on: name).host == "no-such-origin.invalid")
            } matching: {
                $0.says("no origin '\(name)': \(says)")
            }
        }
        play.close()
    }

    @Test func `that is dropped without a verdict is an issue`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            let play = try await Play(of: "> GET /\n< 200")
            _ = try await play.session().data(from: play.url)
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("dropped without a verdict")
                && issue.says("until then all was as it is written")
        }
    }

    @Test func `is held until the test says go`() async throws {
        let play = try await Play(of: "> GET /\n! hold\n< 200\n<\n< late")
        let (session, url) = (play.session(), play.url)
        async let reply = session.data(from: url)
        await play.go()
        #expect(try await reply.0 == Data("late".utf8))
        try await play.verify()
    }

    @Test func `has the request where the test looks at its client, once it is held`() async throws {
        let play = try await Play(of: "> GET /a\n! hold\n< 200\n> GET /b\n< 200\n<\n< late\n! hold")
        let (session, urls) = (play.session(), [play.url("/a"), play.url("/b")])
        async let reply = session.data(from: urls[0])
        try await play.held()
        #expect(await play.requests.map(\.target) == ["/a"])
        await play.go()
        _ = try await reply
        _ = try await session.data(from: urls[1])
        try await play.held()
        await play.go()
        try await play.verify()
    }

    @Test(arguments: [
        ("> GET /\n! hold\n< 200", "no connection came"), ("> GET /\n< 200", "no connection came"),
    ])
    func `that does not come to a hold is a failure where it is waited for`(text: String, reason: String) async throws {
        let play = try await Play(of: text, patience: .zero)
        let line = #line + 2
        try await withKnownIssue {
            try await play.held()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("did not come to a '! hold': \(reason)")
        }
        play.close()
    }

    @Test func `says which line keeps it from its hold`() async throws {
        let play = try await Play(of: "> GET /a\n< 200\n> GET /b\n! hold\n< 200", patience: .milliseconds(300))
        let session = play.session()
        _ = try await session.data(from: play.url("/a"))
        try await withKnownIssue {
            try await play.held()
        } matching: {
            $0.says("did not come to a '! hold': line 3, `> GET /b`, is awaited, ")
        }
        play.close()
    }

    @Test func `sees that a load is cancelled while it waits for its reply`() async throws {
        for _ in 0..<10 {
            let play = try await Play(of: "> GET /\n! hold\n! await close")
            let (session, url) = (play.session(), play.url)
            let load = Task { try await session.data(from: url) }
            await play.go()
            load.cancel()
            await #expect(throws: URLError.self) { try await load.value }
            try await play.verify()
        }
        for _ in 0..<10 {
            let play = try await Play(of: "> GET /\n! hold\n! await close")
            let (session, url) = (play.session(), play.url)
            let load = Task { try await session.data(from: url) }
            try await play.held()
            load.cancel()
            await play.go()
            await #expect(throws: URLError.self) { try await load.value }
            try await play.verify()
        }
    }

    @Test func `that is not held goes on for nobody, which is an issue`() async throws {
        let play = try await Play(of: "> GET /\n! hold\n< 200", patience: .zero)
        let line = #line + 2
        await withKnownIssue {
            await play.go()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("is not held: 'go()' ends a '! hold'")
        }
        play.close()
    }

    @Test func `that nobody lets go says so`() async throws {
        let play = try await Play(of: "> GET /\n! hold\n< 200", patience: .milliseconds(300))
        let (session, url) = (play.session(), play.url)
        let load = Task { try await session.data(from: url) }
        while await play.requests.isEmpty { await Task.yield() }
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["not-sent"], "\(mismatch)")
        #expect(mismatch.description.contains("\nplay.go() lets it go on"), "\(mismatch)")
        _ = try? await load.value
    }

    @Test func `that is dropped says what was wrong until then`() async throws {
        try await withKnownIssue {
            let play = try await Play(of: form)
            _ = try await play.session().data(from: play.url("/form"))
        } matching: { issue in
            issue.says("dropped without a verdict") && issue.says(" [unexpected-request]\n")
                && issue.says("✗ > POST /form ") && issue.says("│ > GET /form\n")
        }
    }

    @Test func `has the bytes that its client has to upload`() async throws {
        let play = try await Play(of: "> PUT /up\n>\n> {{bytes 100000}}\n< 201")
        #expect(play.request.httpBody?.count == 100_000)
        _ = try await play.session().data(for: play.request)
        try await play.verify()
    }

    @Test func `waits for a client that is not awaited`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        play.session().dataTask(with: play.url) { _, _, _ in }.resume()
        try await play.verify()
    }

    @Test func `to another client sees the wire alone`() async throws {
        let play = try await Play(of: form, for: .other)
        var request = play.request
        request.httpBody = Data("name=fido".utf8)
        _ = try await URLSession(configuration: .ephemeral).data(for: request)
        try await play.verify()
    }

    @Test(arguments: 1...20)
    func `goes on beside others`(number: Int) async throws {
        try await withPlay(of: "> GET /\(number)\n! wait 5ms\n< 200\n<\n< \(number)") { play in
            let (body, _) = try await play.session().data(from: play.url("/\(number)"))
            #expect(String(decoding: body, as: UTF8.self) == "\(number)")
        }
    }

    @Test func `is verified where its body throws`() async throws {
        let error = await #expect(throws: (any Error).self) {
            try await unrecorded {
                try await withPlay(of: "> GET /\n< 200") { _ in throw CancellationError() }
            }
        }
        #expect((error as? Mismatch)?.description.hasSuffix("\nthe test's own error: CancellationError()") == true)
    }

    @Test func `is verified where its body throws, and the error is thrown on`() async throws {
        await withKnownIssue {
            _ = await #expect(throws: CancellationError.self) {
                try await withPlay(of: "> GET /\n< 200") { _ in throw CancellationError() }
            }
        } matching: { issue in
            issue.says("the text:1: `> GET /` did not happen before the client ended")
        }
    }

    @Test func `that is broken under a level below must is no failure`() async throws {
        let play = try await Play(of: "level should\n> GET /\n> X-Tone: soft\n< 200")
        _ = try await play.session().data(from: play.url)
        #expect(await play.mismatch() == nil)
    }
}

@Suite struct `A failure` {
    @Test func `stands at the line that verifies, once`() async throws {
        let play = try await Play(of: form)
        _ = try? await play.session().data(from: play.url("/form"))
        let line = #line + 2
        try await withKnownIssue {
            try await play.verify()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("✗ > POST /form")
        }
    }

    @Test func `is told to XCTest with its file and line`() async throws {
        let play = try await Play(of: "> GET /\n< 200", patience: .zero)
        let failures = Mutex<[UInt]>([])
        let line = #line + 2
        await withKnownIssue {
            await play.verify(failing: { _, _, line in failures.withLock { $0.append(line) } })
        } matching: { issue in
            // XCTFail is heard by no one here.
            issue.sourceLocation?.line == line && issue.says("the text:1: `> GET /` did not happen")
        }
        #expect(failures.withLock { $0 } == [UInt(line)])
    }

    @Test func `outside of Swift Testing is thrown with its place`() async throws {
        let play = try await Play(of: "> GET /\n< 200", patience: .zero)
        let error = try await unrecorded { await #expect(throws: Mismatch.self) { try await play.verify() } }
        #expect(error?.description.hasPrefix("QuintainTests/PlayTests.swift:\(#line - 1): ") == true)
    }
}

extension Play {
    /// The requests that no line has taken: `GET /b`.
    var unexpected: [String] {
        get async { await requests.filter { $0.line == nil }.map { "\($0.method) \($0.target)" } }
    }
}

extension Issue {
    /// Whether the issue contains this text.
    func says(_ words: String) -> Bool { comments.contains { "\($0)".contains(words) } }
}

/// Runs as if no test of Swift Testing were running: a detached task does not know of any, and the failure of a play counts
/// for the whole run there.
func unrecorded<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await Task.detached {
        var result: Result<Value, any Error>?
        await withKnownIssue {
            do { result = .success(try await body()) } catch { result = .failure(error) }
        } matching: {
            $0.says("no test is known in this task")
        }
        return try #require(result).get()
    }.value
}
