// SecureInterceptionTests.swift: decisions of the app: whom to trust, which certificate to show, which proxy to use.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import QuintainProtocolSpy
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `An interceptor's app` {
    static let selfSigned = "origin web https certificate=self-signed\n"

    @Test func `trusts a server by its certificate, now or later`() async throws {
        let seen = Seen<ServerIdentity>()
        let interceptor = Interceptor { settings in
            settings.trust = { server, decide in
                seen.append(server)
                DispatchQueue.global().async { decide(true) }
            }
        }
        try await Stage.play(Self.selfSigned + "> GET //web/a\n< 200\n<\n< hello") { stage in
            let spy = await interceptor.spy(stage.url(at: "web"))
            #expect(spy.text == "hello" && spy.storagePolicy == .allowedInMemoryOnly)
            #expect(!spy.words.contains("didReceiveChallenge"))
            let server = try #require(seen.all.first)
            #expect(!server.isTrusted && !server.reason.isEmpty && !server.certificate.isEmpty)
            #expect(server.port == stage.url(at: "web").port)
        }
    }

    @Test func `refuses a server, though its certificate is good`() async throws {
        let interceptor = Interceptor { settings in
            settings.anchors = [Stage.anchor]
            settings.trust = { server, decide in decide(!server.isTrusted) }
        }
        try await Stage.play("origin web https\nclient GET //web/a\n! await close") { stage in
            #expect(await interceptor.spy(stage.url(at: "web")).code == URLError.cancelled.rawValue)
        }
    }

    @Test func `trusts those whom an anchor vouches for`() async throws {
        let interceptor = Interceptor { $0.anchors = [Stage.anchor] }
        try await Stage.play("origin web https\n> GET //web/a\n< 200") { stage in
            #expect(await interceptor.spy(stage.url(at: "web")).status == 200)
        }
    }

    @Test func `trusts nobody else`() async throws {
        try await Stage.play("origin web https\nclient GET //web/a\n! await close") { stage in
            let code = await Interceptor().spy(stage.url(at: "web")).code
            #expect(code == URLError.secureConnectionFailed.rawValue)
        }
    }

    @Test func `is told of an anchor that cannot be read`() async throws {
        let interceptor = Interceptor { $0.anchors = ["/no/such.pem"] }
        let spy = await interceptor.spy(URL(string: "http://127.0.0.1:1/")!)
        #expect(spy.code == URLError.secureConnectionFailed.rawValue)
        #expect(spy.error?.localizedDescription == "there is no '/no/such.pem'")
    }

    @Test(arguments: [true, false]) func `shows a certificate, or none`(hasCertificate: Bool) async throws {
        let asked = hasCertificate ? "required" : "requested"
        try await Stage.play(
            """
            origin web https client-certificate=\(asked)
            ! await handshake client-certificate=\(hasCertificate ? "alice" : "none")
            > GET //web/a
            < 200
            """
        ) { stage in
            let path = try await stage.certificate("alice")
            let interceptor = Interceptor { settings in
                settings.anchors = [Stage.anchor]
                settings.identity = { host, _ in hasCertificate ? path : nil }
            }
            #expect(await interceptor.spy(stage.url(at: "web")).status == 200)
        }
    }

    @Test func `goes through a proxy, and answers for itself there`() async throws {
        try await Stage.play(
            """
            proxy  gate http
            > GET /a
            < 407
            < Proxy-Authenticate: Basic realm="gate"
            > GET /a
            > Proxy-Authorization: {{basic bob:gatepass}}
            < 200
            <
            < through
            """
        ) { stage in
            let gate = stage.url("", at: "gate")
            let interceptor = Interceptor { $0.proxy = { _ in gate } }
            let spy = await interceptor.spy(URLRequest(url: stage.url())) { challenge in
                #expect(challenge.protectionSpace.isProxy() && challenge.protectionSpace.port == gate.port)
                return .use("bob", "gatepass")
            }
            #expect(spy.text == "through")
        }
    }

    @Test func `goes through a tunnel`() async throws {
        try await Stage.play(
            """
            origin secure https
            proxy  gate http
            > CONNECT {{authority secure}}
            < 200
            > GET //secure/a
            < 200
            <
            < inside
            """
        ) { stage in
            let gate = stage.url("", at: "gate")
            let interceptor = Interceptor { settings in
                settings.anchors = [Stage.anchor]
                settings.proxy = { $0.scheme == "https" ? gate : nil }
            }
            #expect(await interceptor.spy(stage.url(at: "secure")).text == "inside")
        }
    }

    @Test(arguments: ["ftp://gate.test/", "gate"]) func `is told where the proxy is no proxy`(place: String) async {
        let interceptor = Interceptor { $0.proxy = { _ in URL(string: place) } }
        let code = await interceptor.spy(URL(string: "http://web.test/")!).code
        #expect(code == URLError.unsupportedURL.rawValue || code == URLError.badURL.rawValue)
    }

    @Test func `gives names addresses`() async throws {
        let interceptor = Interceptor { $0.addresses = ["shop.localhost": "127.0.0.1"] }
        try await Stage.play("> GET /a\n> Host: {{any}}\n< 200") { stage in
            let port = try #require(stage.url().port)
            #expect(await interceptor.spy(URL(string: "http://shop.localhost:\(port)/a")!).status == 200)
        }
    }

    @Test func `gives names addresses with ports, over TLS as well`() async throws {
        try await Stage.play(
            "origin main https host=api.example.test\n> GET /a\n> Host: api.example.test\n< 200"
        ) { stage in
            let port = try #require(stage.url().port)
            let interceptor = Interceptor { settings in
                settings.anchors = [Stage.anchor]
                settings.addresses = ["api.example.test": "127.0.0.1:\(port)"]
            }
            #expect(await interceptor.spy(URL(string: "https://api.example.test/a")!).status == 200)
        }
    }

    @Test(arguments: ["127.0.0.1:", "127.0.0.1:x", "127.0.0.1:0", "::1:80:", "localhost:70000", "web.test"])
    func `is told of an address that cannot be read`(address: String) async {
        let interceptor = Interceptor { $0.addresses = ["api.example.test": address] }
        let spy = await interceptor.spy(URL(string: "http://api.example.test/a")!)
        #expect(spy.code == URLError.cannotFindHost.rawValue)
        let sentence = "'\(address)' is no address of 'api.example.test': write one like 127.0.0.1 or 127.0.0.1:8080"
        #expect(spy.error?.localizedDescription == sentence)
    }

    @Test func `is told of a name that has a port`() async {
        let interceptor = Interceptor { $0.addresses = ["api.example.test:80": "127.0.0.1"] }
        let spy = await interceptor.spy(URL(string: "http://api.example.test/a")!)
        #expect(spy.error?.localizedDescription.hasPrefix("'api.example.test:80' is no host name: ") == true)
    }
}

/// A list that closures on other threads add to.
final class Seen<Element: Sendable>: @unchecked Sendable {
    private let gate = NSLock()
    private var elements: [Element] = []
    var all: [Element] { gate.withLock { elements } }
    func append(_ element: Element) { gate.withLock { elements.append(element) } }
}
