// SessionTests.swift: intercepted requests of a URLSession, as far as FoundationNetworking supports it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

// FoundationNetworking hangs when it is told something that it cannot handle.
@Suite(.timeLimit(.minutes(10))) struct `A URLSession with the interceptor` {
    private let interceptor = Interceptor()

    @Test func `gets a whole body, however it is cut`() async throws {
        try await Stage.play("> GET /a\n< 200\n<\n< {{bytes 3MiB}}") { stage in
            let (body, response) = try await load(URLRequest(url: stage.url()), with: interceptor)
            #expect(body.count == 3 << 20)
            #expect((response as? HTTPURLResponse)?.statusCode == 200)
        }
    }

    @Test func `loads what its client asks for with the interceptor of its protocol class, each session with its own`()
        async throws
    {
        let script = "origin main http host=api.example.test\n> GET /a\n> Host: api.example.test\n< 200\n<\n< "
        try await Stage.play(script + "one") { one in
            try await Stage.play(script + "two") { two in
                let interceptors = [one, two].map { stage in
                    Interceptor { $0.addresses = ["api.example.test": "127.0.0.1:\(stage.url().port ?? 0)"] }
                }
                let sessions = interceptors.map { interceptor in
                    let configuration = URLSessionConfiguration.ephemeral
                    configuration.protocolClasses = [interceptor.protocolClass]
                    return URLSession(configuration: configuration)
                }
                for (session, body) in zip(sessions, ["one", "two"]) {
                    let (data, _) = try await session.data(from: URL(string: "http://api.example.test/a")!)
                    #expect(String(decoding: data, as: UTF8.self) == body)
                }
                withExtendedLifetime(interceptors) {}
            }
        }
    }

    // MARK: What its configuration says

    private func session(_ change: (URLSessionConfiguration) -> Void = { _ in }) -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [interceptor.protocolClass]
        change(configuration)
        return URLSession(configuration: configuration)
    }

    private static let cookieForbidden: [@Sendable (URLSessionConfiguration) -> Void] = [
        { $0.httpCookieStorage = nil }, { $0.httpCookieAcceptPolicy = .never }, { $0.httpShouldSetCookies = false },
    ]

    @Test(arguments: 0..<3)
    func `keeps no cookie that its configuration forbids`(way: Int) async throws {
        let text = "> GET /a\n< 204\n< Set-Cookie: sid=1\n> GET /b\n> Cookie: {{absent}}\n< 204"
        try await Stage.play(text) { stage in
            let session = session(Self.cookieForbidden[way])
            for path in ["/a", "/b"] { _ = try await session.data(from: stage.url(path)) }
        }
    }

    @Test func `keeps its cookies, and has none of another session`() async throws {
        let text = "> GET /a\n< 204\n< Set-Cookie: sid=1\n> GET /b\n> Cookie: sid=1\n< 204\n"
        try await Stage.play(text + "> GET /c\n> Cookie: {{absent}}\n< 204") { stage in
            let (first, second) = (session(), session())
            for path in ["/a", "/b"] { _ = try await first.data(from: stage.url(path)) }
            _ = try await second.data(from: stage.url("/c"))
        }
    }

    @Test func `sends the fields of its configuration, before which those of a request go`() async throws {
        let text = "> GET /a\n> X-App: notes\n> Accept: text/plain\n> X-Own: request\n< 204"
        try await Stage.play(text) { stage in
            let session = session {
                $0.httpAdditionalHeaders = ["X-App": "notes", "Accept": "text/plain", "X-Own": "configuration"]
            }
            var request = URLRequest(url: stage.url())
            request.setValue("request", forHTTPHeaderField: "X-Own")
            _ = try await session.data(for: request)
        }
    }

    @Test(arguments: [true, false])
    func `has the time limits of its configuration`(ofRequest: Bool) async throws {
        try await Stage.play("> GET /a\n! stall\n! await close") { stage in
            let session = session {
                if ofRequest { $0.timeoutIntervalForRequest = 0.3 } else { $0.timeoutIntervalForResource = 0.3 }
            }
            let code = await code { try await session.data(from: stage.url()) }
            #expect(code == .timedOut)
        }
    }

    @Test(arguments: ["data", "file", "task"])
    func `sends the body of an upload`(way: String) async throws {
        try await Stage.play("> PUT /a\n> Content-Length: 5\n>\n> hello\n< 204") { stage in
            var request = URLRequest(url: stage.url())
            request.httpMethod = "PUT"
            let session = session()
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(
                "quintain-upload-\(UUID().uuidString)")
            try Data("hello".utf8).write(to: file)
            defer { try? FileManager.default.removeItem(at: file) }
            switch way {
            case "data": _ = try await session.upload(for: request, from: Data("hello".utf8))
            case "file": _ = try await session.upload(for: request, fromFile: file)
            default:
                let put = request
                await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
                    session.uploadTask(with: put, from: Data("hello".utf8)) { _, _, _ in done.resume() }.resume()
                }
            }
        }
    }

    #if canImport(FoundationNetworking)
        @Test func `fails a download, whose end would end the process`() async throws {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.protocolClasses = [interceptor.protocolClass]
            let session = URLSession(configuration: configuration)
            let error = await #expect(throws: (any Error).self) {
                _ = try await session.download(from: URL(string: "http://127.0.0.1:1/a")!)
            }
            #expect(error?.localizedDescription.hasPrefix("downloads do not work in a URLSession on Linux") == true)
        }
    #endif

    @Test func `has a protocol class that is the same for an interceptor, and for no other`() {
        let interceptors = (0..<40).map { _ in Interceptor() }
        let classes = interceptors.map { ObjectIdentifier($0.protocolClass) }
        #expect(classes == interceptors.map { ObjectIdentifier($0.protocolClass) })
        #expect(Set(classes).count == 40)
    }

    @Test func `tells its delegate in the right order`() async throws {
        try await Stage.play("> GET /a\n< 200\n<\n< hello") { stage in
            let listener = Listener()
            let session = URLSession(configuration: Self.configuration, delegate: listener, delegateQueue: nil)
            session.dataTask(with: interceptor.claim(URLRequest(url: stage.url()))).resume()
            #expect(await listener.heard() == ["response 200", "data hello", "complete"])
            session.finishTasksAndInvalidate()
        }
    }

    @Test func `fails with the error that it is told`() async throws {
        try await Stage.play("> GET /a\n< 200\n< Content-Length: 9\n<\n< hello\n! reset") { stage in
            let code = await code { try await load(URLRequest(url: stage.url()), with: interceptor) }
            #expect(code == .networkConnectionLost)
        }
    }

    @Test func `is trusted and let in by the app, which it cannot ask itself`() async throws {
        let trusting = Interceptor { settings in
            settings.trust = { _, decide in decide(true) }
            settings.credential = { _, failures in
                failures > 0 ? nil : URLCredential(user: "alice", password: "secret", persistence: .none)
            }
        }
        try await Stage.play(
            """
            origin web https certificate=self-signed
            > GET //web/a
            < 401
            < WWW-Authenticate: Digest realm="v", nonce="{{nonce}}", qop="auth", algorithm=SHA-256
            > GET //web/a
            > Authorization: {{digest alice:secret}}
            < 200
            <
            < hello
            """
        ) { stage in
            let (body, _) = try await load(URLRequest(url: stage.url(at: "web")), with: trusting)
            #expect(String(decoding: body, as: UTF8.self) == "hello")
        }
    }

    @Test func `can cancel in the midst of a body`() async throws {
        try await Stage.play("> GET /a\n< 200\n< Content-Length: 9\n<\n< hello\n! await close") { stage in
            let listener = Listener { $0.cancel() }
            let session = URLSession(configuration: Self.configuration, delegate: listener, delegateQueue: nil)
            session.dataTask(with: interceptor.claim(URLRequest(url: stage.url()))).resume()
            #expect(await listener.heard() == ["response 200", "failed \(URLError.cancelled.rawValue)"])
            session.finishTasksAndInvalidate()
        }
    }

    @Test func `loads many at once`() async throws {
        // All run at once, and none waits for another's reply: each has a lane of its own.
        let lanes = (0..<Self.many).map { "l\($0)" }
        let orders = lanes.map { "client GET /\($0) lane=\($0)" } + lanes.map { ">\($0) GET /\($0)" }
        let replies = lanes.flatMap { ["<\($0) 200", "<\($0)", "<\($0) hello"] }
        try await Stage.play((orders + replies).joined(separator: "\n")) { stage in
            let session = URLSession(configuration: Self.configuration)
            defer { session.finishTasksAndInvalidate() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for lane in lanes {
                    let request = interceptor.claim(URLRequest(url: stage.url("/\(lane)")))
                    group.addTask {
                        let (body, _) = try await session.data(for: request)
                        #expect(String(decoding: body, as: UTF8.self) == "hello")
                    }
                }
                try await group.waitForAll()
            }
        }
    }

    private static let many = 20

    #if canImport(FoundationNetworking)
        @Test func `has redirects followed, and is not asked`() async throws {
            try await Stage.play("> GET /a\n< 302\n< Location: /b\n> GET /b\n< 200\n<\n< there") { stage in
                let (body, response) = try await load(URLRequest(url: stage.url()), with: interceptor)
                #expect(String(decoding: body, as: UTF8.self) == "there" && response.url == stage.url("/b"))
            }
        }

        @Test func `gets a 401 as it is, without the field that would make it hang`() async throws {
            try await Stage.play("> GET /a\n< 401\n< WWW-Authenticate: Basic realm=\"v\"\n<\n< no") { stage in
                let (body, response) = try await load(URLRequest(url: stage.url()), with: interceptor)
                let head = try #require(response as? HTTPURLResponse)
                #expect(head.statusCode == 401 && head.value(forHTTPHeaderField: "WWW-Authenticate") == nil)
                #expect(String(decoding: body, as: UTF8.self) == "no")
            }
        }
    #endif

    private static var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [InterceptingProtocol.self]
        return configuration
    }

    private func load(
        _ request: URLRequest, with interceptor: Interceptor
    ) async throws -> (Data, URLResponse) {
        let session = URLSession(configuration: Self.configuration)
        defer { session.finishTasksAndInvalidate() }
        return try await session.data(for: interceptor.claim(request))
    }

    private func code(_ body: () async throws -> (Data, URLResponse)) async -> URLError.Code? {
        do {
            _ = try await body()
            return nil
        } catch { return (error as? URLError)?.code }
    }
}

/// A delegate that records what it hears.
private final class Listener: NSObject, URLSessionDataDelegate, @unchecked Sendable {
    private let words = Seen<String>()
    private let (ends, ended) = AsyncStream<Void>.makeStream()
    private let atResponse: @Sendable (URLSessionTask) -> Void

    init(atResponse: @escaping @Sendable (URLSessionTask) -> Void = { _ in }) { self.atResponse = atResponse }

    func heard() async -> [String] {
        for await _ in ends { break }
        return words.all
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        words.append("response \((response as? HTTPURLResponse)?.statusCode ?? 0)")
        completionHandler(.allow)
        atResponse(dataTask)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        words.append("data \(String(decoding: data, as: UTF8.self))")
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        words.append(error.map { "failed \(($0 as NSError).code)" } ?? "complete")
        ended.yield()
    }
}
