// InterceptionTests.swift: re-issued requests, played against scenarios, under a spy.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import QuintainLoop
import QuintainProtocolSpy
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `An intercepted request` {
    private let interceptor = Interceptor()

    @Test func `brings a response, its body and an end`() async throws {
        try await Stage.play(
            """
            > GET /a
            > Accept: */*
            > Accept-Language: en-us
            > Quintain-Interceptor: {{absent}}
            < 200
            < Content-Type: text/plain
            < X-Twice: one
            < X-Twice: two
            <
            < hello
            """
        ) { stage in
            let spy = await interceptor.spy(stage.url())
            #expect(
                spy.words == ["startLoading", "didReceiveResponse", "didLoadData", "didFinishLoading", "stopLoading"])
            #expect(spy.text == "hello" && spy.status == 200 && spy.storagePolicy == .allowed)
            #expect((spy.response as? HTTPURLResponse)?.value(forHTTPHeaderField: "X-Twice") == "one, two")
            #expect(spy.response?.url == stage.url())
        }
    }

    @Test func `ends where it is redirected, and its successor goes on`() async throws {
        try await Stage.play(
            """
            > POST /a
            >
            > pet
            < 303
            < Location: /b
            > GET /b
            > X-Own: 1
            > Content-Type: {{absent}}
            < 200
            """
        ) { stage in
            var request = URLRequest(url: stage.url())
            request.httpMethod = "POST"
            request.httpBody = Data("pet".utf8)
            request.setValue("1", forHTTPHeaderField: "X-Own")
            let spy = await interceptor.spy(request)
            #expect(spy.words == ["startLoading", "wasRedirectedTo", "didFailWithError", "stopLoading"])
            #expect((spy.error as? CocoaError)?.code == .userCancelled)
            let next = try #require(spy.redirect)
            #expect(next.url == stage.url("/b") && next.httpMethod == "GET" && next.httpBody == nil)
            // The mark that a request has been taken goes with it.
            let other = ProtocolSpy(InterceptingProtocol.self, next)
            await other.load()
            #expect(other.status == 200)
        }
    }

    @Test func `takes its body along where the redirect says so, read from a stream as well`() async throws {
        try await Stage.play(
            """
            > POST /a
            > Transfer-Encoding: chunked
            >
            > pet
            < 307
            < Location: /b
            > POST /b
            > Content-Length: 3
            >
            > pet
            < 200
            """
        ) { stage in
            var request = URLRequest(url: stage.url())
            request.httpMethod = "POST"
            request.httpBodyStream = InputStream(data: Data("pet".utf8))
            let spy = await interceptor.spy(request)
            let next = try #require(spy.redirect)
            #expect(next.httpBody == Data("pet".utf8))
            #expect(await interceptor.spy(next).status == 200)
        }
    }

    @Test func `fails where its body cannot be read`() async throws {
        var request = URLRequest(url: URL(string: "http://127.0.0.1:1/a")!)
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(fileAtPath: "/no/such/file")
        let spy = await interceptor.spy(request)
        #expect(spy.code == URLError.requestBodyStreamExhausted.rawValue)
    }

    @Test func `fails where the interceptor that claimed it is gone`() async throws {
        let request = Interceptor().claim(URLRequest(url: URL(string: "http://127.0.0.1:1/a")!))
        let spy = ProtocolSpy(InterceptingProtocol.self, request)
        await spy.load()
        try spy.verify(strictly: true)
        #expect(spy.error?.localizedDescription == "the interceptor of this request is gone: the app must keep it")
    }

    @Test func `fails where the interceptor of its protocol's class is gone`() async throws {
        let request = URLRequest(url: URL(string: "http://127.0.0.1:1/a")!)
        let spy = ProtocolSpy(Interceptor().protocolClass, request)
        await spy.load()
        try spy.verify(strictly: true)
        #expect(spy.error?.localizedDescription == "the interceptor of this request is gone: the app must keep it")
    }

    @Test func `is loaded by the interceptor of its protocol's class where none has claimed it`() async throws {
        try await Stage.play("> GET /a\n> Host: {{any}}\n< 200\n<\n< hello") { stage in
            let url = try #require(URL(string: "http://own.test:\(stage.url().port ?? 0)/a"))
            let spy = ProtocolSpy(OwnProtocol.self, URLRequest(url: url))
            await spy.load()
            #expect(spy.text == "hello")
        }
    }

    // MARK: Challenges

    static let vault = """
        > GET /a
        < 401
        < WWW-Authenticate: Basic realm="v"
        <
        < no
        """

    @Test func `asks its client, one challenge after the other`() async throws {
        try await Stage.play(
            """
            \(Self.vault)
            > GET /a
            > Authorization: {{basic alice:wrong}}
            < 401
            < WWW-Authenticate: Basic realm="v"
            > GET /a
            > Authorization: {{basic alice:secret}}
            < 200
            """
        ) { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url())) { challenge in
                #expect(challenge.protectionSpace.realm == "v")
                #expect(challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodHTTPBasic)
                return .use("alice", challenge.previousFailureCount == 0 ? "wrong" : "secret")
            }
            #expect(
                spy.words == [
                    "startLoading", "didReceiveChallenge", "reply", "didReceiveChallenge", "reply",
                    "didReceiveResponse", "didFinishLoading", "stopLoading",
                ])
            #expect(spy.status == 200)
        }
    }

    @Test(arguments: [ProtocolSpy.Answer.continueWithoutCredential, .performDefaultHandling, .rejectProtectionSpace])
    func `brings what the server said where there is no credential`(answer: ProtocolSpy.Answer) async throws {
        try await Stage.play(Self.vault) { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url())) { _ in answer }
            #expect(spy.status == 401 && spy.text == "no")
        }
    }

    @Test func `fails where its client cancels the challenge`() async throws {
        try await Stage.play(Self.vault) { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url())) { _ in .cancel }
            #expect(spy.words.suffix(3) == ["reply", "didFailWithError", "stopLoading"])
            #expect(spy.code == URLError.cancelled.rawValue)
        }
    }

    @Test func `withdraws an open challenge before it fails`() async throws {
        try await Stage.play(Self.vault) { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url())) { _ in
                interceptor.close()
                return .nothing
            }
            #expect(
                spy.words == [
                    "startLoading", "didReceiveChallenge", "didCancelChallenge", "didFailWithError", "stopLoading",
                ])
            #expect(spy.code == URLError.cancelled.rawValue)
            // A closed interceptor loads nothing more.
            #expect(await interceptor.spy(stage.url()).code == URLError.cancelled.rawValue)
        }
    }

    @Test func `says nothing where the interceptor has the credential`() async throws {
        let knowing = Interceptor { settings in
            settings.credential = { space, failures in
                space.realm == "v" && failures == 0
                    ? URLCredential(user: "alice", password: "secret", persistence: .none) : nil
            }
        }
        try await Stage.play("\(Self.vault)\n> GET /a\n> Authorization: {{basic alice:secret}}\n< 200") { stage in
            let spy = await knowing.spy(stage.url())
            #expect(spy.status == 200 && !spy.words.contains("didReceiveChallenge"))
        }
    }

    // MARK: Stopping, and faults

    @Test(arguments: [
        (ProtocolCall.Kind.didReceiveChallenge, vault),
        (.didReceiveResponse, "> GET /a\n< 200\n< Content-Length: 9\n<\n! await close"),
        (.didLoadData, "> GET /a\n< 200\n< Content-Length: 9\n<\n< hello\n! await close"),
    ])
    func `is silent from its stop on`(kind: ProtocolCall.Kind, server: String) async throws {
        try await Stage.play(server) { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url()), stoppingAt: kind) { _ in .nothing }
            #expect(spy.words.suffix(2) == [kind.rawValue, "stopLoading"])
        }
    }

    /// The server sends nothing that could arrive before the stop.
    @Test func `is silent if it is stopped at once`() async throws {
        try await Stage.play("either is asked\n> GET /a\n! await close\nor     is not\n! quiet 100ms\nend") { stage in
            let spy = await interceptor.spy(URLRequest(url: stage.url()), stoppingAt: .startLoading)
            #expect(spy.words == ["startLoading", "stopLoading"])
        }
    }

    @Test func `tells what came before the connection was cut`() async throws {
        try await Stage.play(
            """
            > GET /a
            < 200
            < Content-Length: 1000
            <
            < {{bytes 400}}
            ! close
            """
        ) { stage in
            let spy = await interceptor.spy(stage.url())
            #expect(
                spy.words == ["startLoading", "didReceiveResponse", "didLoadData", "didFailWithError", "stopLoading"])
            #expect(spy.body.count == 400 && spy.code == URLError.networkConnectionLost.rawValue)
        }
    }

    @Test func `brings a body that is longer than what may wait for its client`() async throws {
        try await Stage.play("> GET /a\n< 200\n<\n< {{bytes 5MiB}}") { stage in
            let spy = await interceptor.spy(stage.url())
            #expect(spy.body.count == 5 << 20 && spy.hasFinished)
        }
    }

    @Test func `gives up after the request's own time`() async throws {
        // The kernel accepts the connection, and no server answers.
        let silence = try await OnLoop.run { try Listener(loop: .shared) }
        var request = URLRequest(url: try #require(URL(string: "http://\(silence.address)/a")))
        request.timeoutInterval = 0.05
        #expect(await interceptor.spy(request).code == URLError.timedOut.rawValue)
        try await OnLoop.run { silence.close() }
    }

    @Test func `leaves no connection behind when its interceptor goes`() async throws {
        try await Stage.play("> GET /a\n< 200\n! await close") { stage in
            #expect(await Interceptor().spy(stage.url()).status == 200)
        }
    }

    // MARK: What is remembered

    @Test func `shares cookies with those of its interceptor, unless it will not`() async throws {
        try await Stage.play(
            """
            > GET /a
            < 200
            < Set-Cookie: pet=fido
            < Cache-Control: no-store
            > GET /a
            > Cookie: pet=fido
            < 200
            < Cache-Control: no-store
            > GET /a
            > Cookie: {{absent}}
            < 200
            < Cache-Control: no-store
            > GET /a
            > Cookie: {{absent}}
            < 200
            < Cache-Control: no-store
            """
        ) { stage in
            #expect(await interceptor.spy(stage.url()).storagePolicy == .notAllowed)
            #expect(await interceptor.spy(stage.url()).status == 200)
            var request = URLRequest(url: stage.url())
            request.httpShouldHandleCookies = false
            #expect(await interceptor.spy(request).status == 200)
            #expect(await Interceptor().spy(stage.url()).status == 200)
        }
    }

    @Test func `is answered from the interceptor's copies, unless it asks for a reload`() async throws {
        try await Stage.play(
            """
            > GET /a
            < 200
            < Cache-Control: max-age=60
            <
            < one
            > GET /a
            < 200
            < Cache-Control: max-age=60
            <
            < two
            """
        ) { stage in
            #expect(await interceptor.spy(stage.url()).text == "one")
            #expect(await interceptor.spy(stage.url()).text == "one")
            var request = URLRequest(url: stage.url())
            request.cachePolicy = .reloadIgnoringLocalCacheData
            #expect(await interceptor.spy(request).text == "two")
        }
    }
}

/// An interceptor with a host name of its own.
private final class OwnProtocol: InterceptingProtocol {
    static let own = Interceptor { $0.addresses = ["own.test": "127.0.0.1"] }
    override class var interceptor: Interceptor { own }
}
