// RefusalTests.swift: scenarios that are not played to URLSession in a process of tests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import Quintain
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking

    /// Answers challenges in one way, and refuses redirects.
    private final class Answering: NSObject, URLSessionDataDelegate {
        private let what: URLSession.AuthChallengeDisposition
        private let credential: @Sendable () -> URLCredential?

        init(
            _ what: URLSession.AuthChallengeDisposition,
            _ credential: @escaping @Sendable () -> URLCredential? = { nil }
        ) {
            (self.what, self.credential) = (what, credential)
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            completionHandler(what, credential())
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }
    }

    @Suite struct `On Linux` {
        /// The list of known failures says that these end the process.
        @Test func `what is known to crash is refused`() async throws {
            let crashing = try Self.known { $0.split(separator: " ").contains("crashed") }
            #expect(crashing.count > 5)
            for name in crashing {
                try await #require(throws: Refusal.self, "\(name)") { try await Play(bundled: name) }
            }
        }

        @Test func `a challenge that is left alone would hang, and is refused`() async throws {
            let refusal = try await #require(throws: Refusal.self) {
                try await Play(bundled: "authentication/left-alone")
            }
            #expect(refusal.reason.contains("on Linux it waits for ever if a challenge of Basic is left alone"))
        }

        /// So a test of one that is refused says nothing by itself: docs/urlsession.md.
        @Test(arguments: ["", "self-signed", "expired", "not-yet-valid", "wrong-host", "unknown-authority"])
        func `URLSession refuses all certificates of a play alike, the right one included`(word: String) async throws {
            let play = try await Play(
                of: "origin main https\(word.isEmpty ? "" : " certificate=\(word)")\n! await tls-alert unknown_ca",
                for: .other)
            let session = URLSession(configuration: .ephemeral)
            await #expect(throws: URLError.self) { try await session.data(from: play.url) }
            try await play.verify()
        }

        @Test func `a refusal of a challenge that is left alone says how to write it`() async throws {
            let cancelled = try await Play(of: Self.vault + "\n* challenge Basic -> cancel")
            await #expect(throws: URLError.self) {
                try await cancelled.session(scenarioDecides: true).data(for: cancelled.request)
            }
            try await cancelled.verify()
            let read = try await Play(of: Self.vault.replacing("Basic", with: "Bearer"))
            let reply = try await read.session().data(for: read.request)
            #expect((reply.1 as? HTTPURLResponse)?.statusCode == 401)
            try await read.verify()
        }

        @Test(arguments: [17, 18, 30, 35])
        func `a connection that ends at a byte of a head is refused`(byte: Int) async throws {
            let refusal = try await #require(throws: Refusal.self) {
                try await Play(of: "> GET /\n! close at=\(byte)\n< 200\n<\n< hello")
            }
            #expect(refusal.reason.hasSuffix("on Linux it does not survive a connection that ends inside a head"))
        }

        @Test(arguments: [
            "! close at=0\n< 200\n<\n< hello", "! close at=16\n< 200\n<\n< hello", "! close at=40\n< 200\n<\n< hello",
            "! stall at=20\n< 200\n<\n< hello", "! reset at=20\n< 200\n<\n< hello",
            "< {{raw \"HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nhello\"}}\n! close",
            "< {{raw \"HTTP/1.1 20\"}}\n! close",
        ])
        func `one that ends elsewhere is survived`(reply: String) async throws {
            let play = try await Play(of: "> GET /\n" + reply)
            let (session, url) = (play.session(), play.url)
            let load = Task { try await session.data(from: url) }
            try await play.verify()
            await #expect(throws: URLError.self) { try await load.value }
        }

        @Test(arguments: [
            ("! reset", URLError.Code.networkConnectionLost),
            ("! reset at=60\n< 200\n< Content-Length: 99\n<\n< {{bytes 99}}", .networkConnectionLost),
            ("! close at=60\n< 200\n< Content-Length: 99\n<\n< {{bytes 99}}", .unknown),
            ("! close", .badServerResponse),
        ])
        func `an early end has the code that the guide names`(reply: String, code: URLError.Code) async throws {
            let play = try await Play(of: "> GET /\n" + reply)
            let (session, url) = (play.session(), play.url)
            let error = await #expect(throws: URLError.self) { try await session.data(from: url) }
            #expect(error?.code == code)
            try await play.verify()
        }

        @Test func `a play that is closed within a head is survived`() async throws {
            let play = try await Play(of: "> GET /\n! wait 1h at=20\n< 200\n<\n< hello")
            let (session, url) = (play.session(), play.url)
            let load = Task { try await session.data(from: url) }
            while await play.requests.isEmpty { await Task.yield() }
            play.close()
            await #expect(throws: URLError.self) { try await load.value }
        }

        private static let vault = "> GET /vault\n< 401\n< WWW-Authenticate: Basic realm=\"vault\"\n<\n< who?"

        @Test func `a challenge that no line is about is refused, too, where lines are about callbacks`() async throws {
            let refusal = try await #require(throws: Refusal.self) {
                try await Play(of: Self.vault + "\n* response 401\n* finish")
            }
            #expect(refusal.reason.contains("if a challenge of Basic is left alone"))
            // Here a delegate answers the challenge.
            try await Play(of: Self.vault + "\n> GET /vault\n> Authorization: {{basic alice:secret}}\n< 200").close()
        }

        @Test(arguments: [URLSession.AuthChallengeDisposition.cancelAuthenticationChallenge, .rejectProtectionSpace])
        func `a delegate may end a load at a challenge where the file speaks of the wire alone`(
            what: URLSession.AuthChallengeDisposition
        ) async throws {
            let play = try await Play(of: Self.vault)
            play.recordingSession(forwardingTo: Answering(what)).dataTask(with: play.request).resume()
            try await play.verify()
        }

        @Test func `a delegate that logs in where the file ends sends what no line takes`() async throws {
            let play = try await Play(of: Self.vault)
            let own = Answering(.useCredential) { URLCredential(user: "alice", password: "a", persistence: .none) }
            play.recordingSession(forwardingTo: own).dataTask(with: play.request).resume()
            #expect(await play.mismatch()?.findings.map(\.rule) == ["unexpected-request"])
        }

        @Test func `a challenge that is left alone ends the play, whoever leaves it`() async throws {
            let own = try await Play(of: Self.vault)
            own.recordingSession(forwardingTo: Answering(.performDefaultHandling)).dataTask(with: own.request).resume()
            try await Self.expect(own, "the test's delegate decides so")
            let none = try await Play(of: Self.vault)
            await #expect(throws: URLError.self) { try await none.session().data(for: none.request) }
            try await Self.expect(none, "no delegate of the test's own decides otherwise")
            // Nobody could end this load any more once the 401 has come.
            let unheard = try await Play(of: Self.vault)
            await #expect(throws: URLError.self) {
                try await URLSession(configuration: .ephemeral).data(for: unheard.request)
            }
            try await Self.expect(unheard, "no delegate of this play hears of it: load with play.session(), ")
            #expect(await unheard.transcript().contains("< 401") == false)
        }

        @Test func `a credential that is none ends the play, and not the tests`() async throws {
            let play = try await Play(of: Self.vault)
            play.recordingSession(forwardingTo: Answering(.useCredential)).dataTask(with: play.request).resume()
            try await Self.expect(play, "it does not survive '-> use none' at a challenge")
        }

        @Test(arguments: ["", "\n<\n< moved"])
        func `a redirect that is refused to a download ends the play where it has a body`(body: String) async throws {
            let play = try await Play(of: "> GET /old\n< 302\n< Location: /new" + body)
            play.recordingSession(forwardingTo: Answering(.useCredential)).downloadTask(with: play.request).resume()
            guard !body.isEmpty else { return try await play.verify() }
            try await Self.expect(play, "it does not survive a redirect that is refused to a download")
        }

        @Test func `a play that nobody came to is not ended by what might come`() async throws {
            let play = try await Play(of: Self.vault, patience: .zero)
            #expect(await play.mismatch()?.findings.map(\.rule) == ["never-came"])
        }

        private static func expect(_ play: Play, _ reason: String) async throws {
            let mismatch = try #require(await play.mismatch())
            #expect(mismatch.findings.map(\.rule) == ["not-applicable"], "\(mismatch)")
            #expect(mismatch.description.contains(reason), "\(mismatch)")
        }

        @Test func `a challenge that is left alone all the same is cancelled`() async throws {
            let play = try await Play(of: Self.vault, for: .other)
            await #expect(throws: URLError.self) { try await play.session().data(for: play.request) }
            try await play.verify()
        }

        @Test func `a certificate is refused in this process where nothing else is`() async throws {
            let text = "origin main https certificate=self-signed\n! await tls-alert"
            await #expect(throws: Refusal.self) { try await Play(of: text) }
            let play = try await Play(of: text, for: .other)
            await #expect(throws: URLError.self) { try await play.session().data(from: play.url) }
            try await play.verify()
        }

        @Test func `a refusal is a sentence and a command`() async throws {
            let line = #line + 1
            let refusal = try await #require(throws: Refusal.self) { try await Play(bundled: "framing/trailers") }
            #expect(
                refusal.reason == "framing/trailers.scenario is not played to URLSession in this process: "
                    + "on Linux it does not survive trailers, and the tests would end with it")
            let command = try #require(refusal.command)
            #expect(command.hasPrefix("quintain check /"))
            #expect(command.hasSuffix("/framing/trailers.scenario --client urlsession"))
            #expect(
                refusal.description == "\(refusal.reason); out of process: \(command)\n"
                    + "from a package of your own: swift package --allow-network-connections all \(command)\n"
                    + "framing/trailers.scenario is played at RefusalTests.swift:\(line)")
        }

        @Test func `what URLSession lacks it lacks in every process`() async throws {
            let refusal = try await #require(throws: Refusal.self) { try await Play(bundled: "ranges/resumed") }
            #expect(refusal.reason.hasSuffix("the client cannot be told to resume"))
            #expect(refusal.command == nil && !refusal.description.contains("quintain check"))
        }

        @Test(arguments: [
            ("origin main https\n> GET /\n< 200", "cannot be told to trust the test authority"),
            (
                "proxy gate http\nclient GET /x via gate\n> GET {{//main/x}}\n< 200",
                "takes proxies from the environment"
            ),
            ("> GET /\n< 200\n< Content-Length: 9223372036854775807\n<\n< x", "a Content-Length as large as that"),
            (
                "client GET /a as download\n> GET /a\n< 302\n< Location: /b\n* redirect 302 /b -> no",
                "a redirect that is refused to a download"
            ),
            ("needs cache\n> GET /\n< 200", "needs 'cache'"),
        ])
        func `what a scenario has is what it is refused for`(text: String, reason: String) async throws {
            let refusal = try await #require(throws: Refusal.self) { try await Play(of: text) }
            #expect(refusal.reason.contains(reason))
            guard reason != "needs 'cache'" else { return #expect(refusal.command == nil) }
            #expect(
                refusal.description.contains(
                    "; out of process, with the text in a file: quintain check FILE --client urlsession\n"))
        }

        @Test func `the document of URLSession names each of the reasons`() throws {
            let document = try Self.file("docs/urlsession.md")
            for trap in Trap.allCases { #expect(document.contains("\n- \(trap.sentence)\n")) }
        }

        @Test func `other clients are refused nothing`() async throws {
            let play = try await Play(of: "origin main https\n> GET /\n< 200", for: .other)
            #expect(play.url.scheme == "https")
            #expect(try Data(contentsOf: #require(play.authority)).count > 0)
            play.close()
        }

        private static func known(_ isOne: (Substring) -> Bool) throws -> [String] {
            try file("drivers/known-failing/urlsession-linux.txt").split(separator: "\n").filter {
                !$0.hasPrefix("#") && isOne($0)
            }.map { String($0.prefix { $0 != " " && $0 != "@" }) }
        }

        private static func file(_ path: String) throws -> String {
            let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent()
            return try String(contentsOf: checkout.appendingPathComponent(path), encoding: .utf8)
        }
    }
#endif
