// VerdictTests.swift: when a play is judged, and what is reported about it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Play {
    /// No line is waited for any longer.
    fileprivate var isBrokenOff: Bool {
        get async { await transcript().contains("closed by the server") }
    }
}

@Suite struct `The end of a play` {
    @Test(arguments: ["quiet", "wait"])
    func `waits for a silence and a pause that stand last`(act: String) async throws {
        let play = try await Play(of: "> GET /\n< 200\n! \(act) 400ms")
        let (session, began) = (play.session(), ContinuousClock.now)
        _ = try await session.data(from: play.url)
        try await play.verify()
        #expect(ContinuousClock.now - began > .milliseconds(400))
        // The pause is for a client that holds a connection; a session that is released closes its own.
        session.invalidateAndCancel()
    }

    @Test func `notices a request within the silence`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n! quiet 2s")
        let (session, second) = (play.session(), play.url("/favicon.ico"))
        _ = try await session.data(from: play.url)
        async let mismatch = play.mismatch()
        _ = try? await session.data(from: second)
        #expect(try #require(await mismatch).findings.map(\.rule) == ["unexpected-request"])
    }

    @Test func `waits as long as the environment asks for`() async {
        await #expect(processExitsWith: .success) {
            setenv("QUINTAIN_PATIENCE", "long", 1)
            do {
                _ = try await Play(of: "> GET /a\n< 204")
            } catch {
                exit("\(error)".hasPrefix("QUINTAIN_PATIENCE is 'long'") ? 0 : 1)
            }
            exit(2)
        }
    }

    /// The time that the scenario gives is no less for a patience that nobody has asked for.
    @Test(arguments: [(nil, 100), (Duration.milliseconds(300), 300), (.milliseconds(50), 100)])
    func `waits for a line as long as the scenario says, and at least as long as the test does`(
        patience: Duration?, milliseconds: Int
    ) async throws {
        let text = "> GET /a\n< 204\n! quiet 20ms\nwithin 100ms\n> GET /b\n< 204"
        let play = try await Play(of: text, patience: patience)
        _ = try await play.session().data(from: play.url("/a"))
        let findings = try #require(await play.mismatch()).findings
        #expect(findings.map(\.rule) == ["never-came"])
        #expect(findings[0].sentence.contains("did not happen within \(milliseconds) ms"), "\(findings)")
    }

    @Test func `comes a moment after the last line`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        _ = try await play.session().data(from: play.url)
        let began = ContinuousClock.now
        try await play.verify()
        #expect(ContinuousClock.now - began > .milliseconds(5))
    }

    @Test func `waits for a reply that the server holds back`() async throws {
        let play = try await Play(of: "> GET /\n! wait 600ms\n< 200\n<\n< late")
        let (session, url) = (play.session(), play.url)
        async let reply = session.data(from: url)
        try await play.verify()
        #expect(try await reply.0 == Data("late".utf8))
    }

    @Test func `waits beyond its patience where the server takes longer`() async throws {
        let play = try await Play(of: "> GET /\n! wait 600ms\n< 200\n<\n< late", patience: .milliseconds(300))
        let (session, url) = (play.session(), play.url)
        async let reply = session.data(from: url)
        while await play.requests.isEmpty { await Task.yield() }
        try await play.verify()
        #expect(try await reply.0 == Data("late".utf8))
    }

    @Test func `waits for a load that is under way as long as its patience`() async throws {
        let play = try await Play(of: "> GET /\n! stall at=40\n< 200\n<\n< late", patience: .milliseconds(300))
        let (session, url) = (play.session(), play.url)
        let load = Task { try await session.data(from: url) }
        while await play.requests.isEmpty { await Task.yield() }
        let began = ContinuousClock.now
        try await play.verify()
        #expect(ContinuousClock.now - began > .milliseconds(300))
        await #expect(throws: URLError.self) { try await load.value }
    }

    @Test func `names what gives a slow client more time`() async throws {
        let play = try await Play(of: "> GET /a\n< 200\nwithin 50ms\n> GET /b\n< 200", patience: .zero)
        let session = play.session()
        _ = try await session.data(from: play.url("/a"))
        while await !play.isBrokenOff { await Task.yield() }
        let text = try #require(await play.mismatch()?.description)
        #expect(text.contains("`> GET /b` did not happen within 50 ms [never-came]"))
        #expect(text.contains("\n'within 30s' above the line gives the client more time\n"), "\(text)")
    }

    @Test func `sees what a load does behind the last line`() async throws {
        let play = try await Play(of: "> GET /old\n< 302\n< Location: /new")
        let (session, url) = (play.session(), play.url("/old"))
        async let reply = session.data(from: url)
        // No line says that the redirect is refused.
        #expect(await play.mismatch()?.findings.map(\.rule) == ["unexpected-request"])
        _ = try? await reply
    }
}

@Suite struct `A play that has had its verdict` {
    @Test func `has no second one`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        _ = try await play.session().data(from: play.url)
        try await play.verify()
        let line = #line + 2
        try await withKnownIssue {
            try await play.verify()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.says("has had its verdict")
        }
    }

    @Test func `has no URLs any more`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        _ = try await play.session().data(from: play.url)
        try await play.verify()
        withKnownIssue {
            _ = play.url("/")
        } matching: {
            $0.says("nothing listens at its URLs any more")
        }
        withKnownIssue {
            _ = play.url
        } matching: {
            $0.says("nothing listens at its URLs any more")
        }
    }

    @Test func `may not be closed before it`() async throws {
        let play = try await Play(of: "> GET /\n< 200")
        play.close()
        try await withKnownIssue {
            try await play.verify()
        } matching: {
            $0.says("was closed before it had a verdict")
        }
        await withKnownIssue {
            _ = await play.mismatch()
        } matching: {
            $0.says("was closed before it had a verdict")
        }
    }

    @Test func `is not judged by whoever looks at what has happened`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n> GET /\n< 200")
        let session = play.session()
        _ = try await session.data(from: play.url)
        #expect(await play.transcript().contains("> GET /\n"))
        _ = try await session.data(from: play.url)
        try await play.verify()
    }
}

@Suite struct `What is told beside the verdict` {
    @Test func `is told once of a client that tries again, and each time in the finding`() async throws {
        let play = try await Play(of: "> GET /a\n< 200")
        let session = play.session()
        for path in ["/b", "/b", "/b", "/a"] { _ = try await session.data(from: play.url(path)) }
        let mismatch = try #require(await play.mismatch())
        let head = mismatch.description.prefix(
            upTo: try #require(mismatch.description.firstRange(of: "\n\n")).lowerBound)
        let lines = head.split(separator: "\n").dropFirst()
        let follows = try #require(mismatch.findings.first?.follows)
        #expect(lines.last.map(String.init) == "    so \(follows[0]), 2 times" && lines.count == 2, "\(head)")
        #expect(follows.map { $0.hasSuffix(" [unexpected-request]") } == [true, true], "\(follows)")
        #expect(mismatch.findings.count == 1)
        #expect(await play.unexpected == ["GET /b", "GET /b", "GET /b"])
    }

    @Test func `is the place of a text in the test, and the line within it`() async throws {
        let line = #line + 1
        let play = try await Play(of: "# A page that is not asked for\n> GET /first\n< 200\n> GET /here\n< 200")
        let session = play.session()
        for path in ["/first", "/there"] { _ = try await session.data(from: play.url(path)) }
        let mismatch = try #require(await play.mismatch())
        let report = mismatch.description
        let finding = try #require(mismatch.findings.first)
        #expect(
            report.hasPrefix(
                "scenario was not played as it is written (the text of VerdictTests.swift:\(line))\n"
                    + "the text:4: \(finding.sentence) [unexpected-request]\n"), "\(report)")
        #expect(finding.line == 4)
        #expect(await play.unexpected == ["GET /there"])
        #expect(play.scenario.title == "A page that is not asked for" && play.scenario.name == "scenario")
    }

    @Test func `are the callbacks that nobody observes`() async throws {
        let play = try await Play(of: "> GET /\n< 404\n* response 404\n* finish\n> GET /more\n< 200")
        _ = try await play.session().data(from: play.url)
        let mismatch = try #require(await play.mismatch())
        #expect(
            mismatch.description.contains(
                "\n2 lines not checked: no delegate of this play hears of 'finish', 'response'; "),
            "\(mismatch)")
    }

    @Test func `is a warning where callbacks of a play that passes are not observed`() async throws {
        let line = #line + 2
        try await withKnownIssue {
            let play = try await Play(of: "> GET /\n< 404\n* response 404\n* finish")
            _ = try await play.session().data(from: play.url)
            try await play.verify()
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.severity == .warning
                && issue.says("2 lines not checked: no delegate of this play hears of 'finish', ")
        }
    }

    @Test func `is no warning where the client is none of URLSession, which reports nothing`() async throws {
        let play = try await Play(of: "> GET /\n< 404\n* response 404\n* finish", for: .other)
        _ = try await URLSession(configuration: .ephemeral).data(from: play.url)
        try await play.verify()
    }

    @Test(arguments: [true, false])
    func `is that no connection came, and what may be missing`(records: Bool) async throws {
        let play = try await Play(of: "> GET /\n< 200\n* response 200\n* finish", patience: .milliseconds(300))
        let session = records ? play.recordingSession() : play.session()
        // Without resume() it does nothing.
        let task = session.dataTask(with: play.url)
        let text = try #require(await play.mismatch()?.description)
        #expect(text.contains("\nwas the load started, does it go to the address of this play, "))
        #expect(!text.contains("data(from:)"), "\(text)")
        withExtendedLifetime(task) {}
    }

    #if canImport(FoundationNetworking)
        /// In a process of its own, since all loads of a process have its environment.
        @Test func `is that no connection came, and the variable that sends clients to a proxy`() async {
            await #expect(processExitsWith: .success) {
                unsetenv("no_proxy")
                unsetenv("NO_PROXY")
                setenv("http_proxy", "http://127.0.0.1:1", 1)
                let play = try await Play(of: "> GET /\n< 200", patience: .milliseconds(300))
                _ = try? await play.session().data(from: play.url)
                let text = try #require(await play.mismatch()?.description)
                #expect(
                    text.contains(
                        "\nno connection came, and the variable http_proxy sends clients to a proxy: set "
                            + "NO_PROXY=127.0.0.1,localhost and no_proxy for the tests\n"), "\(text)")
            }
        }
    #endif

    @Test(arguments: [(" -> no", true), ("", false)])
    func `is that the scenario has decided in place of the client, if it is no default`(
        decision: String, isTold: Bool
    ) async throws {
        let play = try await Play(
            of: "> GET /old\n< 302\n< Location: /new\n* redirect 302 /new\(decision)\n> GET /new\n> X: 1\n< 200",
            patience: .milliseconds(300))
        _ = try await play.session().data(from: play.url("/old"))
        let text = try #require(await play.mismatch()?.description)
        let note = "the scenario decides here, in place of a delegate of the client"
        #expect(await play.transcript().contains("# \(note)\n") == isTold)
        #expect(text.contains("[never-came]") || text.contains("[wrong-field]"), "\(text)")
    }

    @Test func `is that the client has another session`() async throws {
        let play = try await Play(
            of: "> GET /old\n< 302\n< Location: /new\nwithin 300ms\n* redirect 302 /new\n> GET /new\n< 200",
            patience: .zero)
        let ours = play.session()
        _ = try? await URLSession(configuration: .ephemeral).data(from: play.url("/old"))
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.description.contains("\nno delegate of this play was asked anything: "))
        withExtendedLifetime(ours) {}
    }

    /// As with a load that is cancelled while it connects.
    @Test func `is no guess at a pause where it has connected and asked for nothing`() async throws {
        let play = try await Play(of: "> GET /a\n< 200")
        let knock = Process()
        knock.executableURL = URL(fileURLWithPath: "/bin/bash")
        knock.arguments = ["-c", "exec 3<>/dev/tcp/127.0.0.1/\(try #require(play.url.port))"]
        try knock.run()
        knock.waitUntilExit()
        let text = try #require(await play.mismatch()?.description)
        #expect(text.contains("closed [never-came]") && !text.contains("pause"), "\(text)")
    }

    @Test func `is no guess at a pause where TLS has failed`() async throws {
        let play = try await Play(of: "origin main https certificate=expired\n> GET /\n< 200", for: .other)
        let session = URLSession(configuration: .ephemeral)
        await #expect(throws: URLError.self) { try await session.data(from: play.url) }
        let text = try #require(await play.mismatch()?.description)
        #expect(text.contains("TLS failed: the client gave up with the alert ") && !text.contains("quiet"), "\(text)")
        withExtendedLifetime(session) {}
    }
}

/// Follows no redirect.
private final class Refusing: NSObject, URLSessionTaskDelegate {
    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }
}
