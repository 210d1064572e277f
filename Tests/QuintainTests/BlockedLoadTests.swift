// BlockedLoadTests.swift: a play whose question blocks URLSession, and the loads of others beside it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite(.serialized) struct `A question that blocks URLSession` {
    @Test(arguments: [true, false])
    func `is answered at once where it comes too soon, and the load goes on`(isOwn: Bool) async throws {
        let play = try await Play(of: "> POST /up\n>\n> hello\n< 201\n* need-body\n* response 201\n* finish")
        let own = Uploading(Data("hello".utf8))
        let session = play.recordingSession(forwardingTo: isOwn ? own : nil)
        let task = session.uploadTask(withStreamedRequest: play.request(streaming: "hello"))
        task.resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["too-soon"], "\(mismatch)")
        #expect(mismatch.findings.first?.line == 5)
        #expect(mismatch.findings.first?.follows == [], "\(mismatch)")
        #expect(await play.requests.first.map { String(decoding: $0.body, as: UTF8.self) } == "hello")
    }

    @Test func `and comes too soon makes no callback behind it a mistake`() async throws {
        let play = try await Play(of: "> GET /\n< 200\n<\n< body\n* data \"body\"\n* response 200\n* finish")
        play.recordingSession().dataTask(with: play.url).resume()
        let mismatch = try #require(await play.mismatch())
        #expect(mismatch.findings.map(\.rule) == ["too-soon"], "\(mismatch)")
        #expect(mismatch.findings.first?.line == 6)
    }
}

#if canImport(FoundationNetworking)
    /// No other test that loads may run beside one of these, so each has a process of its own.
    @Suite struct `A question that holds up all loads` {
        @Test func `takes no time from other plays, and lets them go on when its play has ended`() async throws {
            await #expect(processExitsWith: .success) {
                let asked = AsyncStream<Void>.makeStream()
                let held = try await Play(
                    of: "client POST /up\n* need-body\n> POST /up\n< 201", patience: .seconds(2))
                let silent = Uploading(nil) { asked.continuation.yield() }
                let task = held.session(forwardingTo: silent).uploadTask(
                    withStreamedRequest: held.request(streaming: "hello"))
                let other = try await Play(of: "> GET /a\n< 200\nwithin 1s\n> GET /b\n< 200", patience: .zero)
                let (session, second) = (other.session(), other.url("/b"))
                _ = try await session.data(from: other.url("/a"))
                task.resume()
                for await _ in asked.stream { break }
                // URLSession makes no load until the other play gives its client up.
                async let reply = session.data(from: second)
                let mismatch = try #require(await held.mismatch())
                #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
                _ = try await reply
                try await other.verify()
            }
        }

        /// The test that would ask for the verdict may itself wait for a load, which makes none.
        @Test func `is given up at last where nobody asks for the verdict of its play`() async throws {
            await #expect(processExitsWith: .success) {
                let held = try await Play(
                    of: "client POST /up\n* need-body\n> POST /up\n< 201", patience: .milliseconds(100))
                let asked = AsyncStream<Void>.makeStream()
                let silent = Uploading(nil) { asked.continuation.yield() }
                held.session(forwardingTo: silent).uploadTask(withStreamedRequest: held.request(streaming: "hello"))
                    .resume()
                for await _ in asked.stream { break }
                let other = try await Play(of: "> GET /a\n< 200")
                _ = try await other.session().data(from: other.url("/a"))
                try await other.verify()
                let mismatch = try #require(await held.mismatch())
                #expect(mismatch.findings.map(\.rule) == ["wrong-decision"], "\(mismatch)")
            }
        }
    }
#endif

extension Play {
    fileprivate func request(streaming body: String) -> URLRequest {
        var request = URLRequest(url: url("/up"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data(body.utf8))
        return request
    }
}

/// Gives its body, or says that it was asked, and gives none.
private final class Uploading: NSObject, URLSessionDataDelegate {
    private let body: Data?
    private let isAsked: @Sendable () -> Void

    init(_ body: Data?, _ isAsked: @escaping @Sendable () -> Void = {}) { (self.body, self.isAsked) = (body, isAsked) }

    func urlSession(
        _ session: URLSession, task: URLSessionTask,
        needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        isAsked()
        if let body { completionHandler(InputStream(data: body)) }
    }
}
