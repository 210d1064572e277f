// GuideExamples.swift: the code that docs/interceptor.md shows; it compiles, and its tests pass.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import QuintainProtocolSpy
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `The guide to the interceptor` {
    private let url = URL(string: "http://web.test/")!

    @Test func `my protocol keeps to the contract`() async throws {
        let spy = ProtocolSpy(MyProtocol.self, URLRequest(url: url))
        await spy.load()
        try spy.verify()
        #expect(spy.body == Data("hello".utf8))
    }

    @Test func `my protocol can be stopped while a challenge is open`() async throws {
        let spy = ProtocolSpy(VaultProtocol.self, URLRequest(url: url)) { challenge in
            challenge.previousFailureCount == 0 ? .use("alice", "secret") : .nothing
        }
        await spy.load(stoppingAt: .didReceiveChallenge)
        try spy.verify()
    }

    @Test func `shows what a test shows`() async throws {
        let spy = ProtocolSpy(VaultProtocol.self, URLRequest(url: url)) { _ in .nothing }
        await spy.load()
        let broken = try #require(throws: BrokenContract.self) { try spy.verify() }
        let shown = broken.description.replacing("\(broken.fileID):\(broken.line)", with: "MyTests/VaultTests.swift:12")
        #expect(Guide.blocks("text").contains(shown), "\(shown)")
    }

    @Test(arguments: Guide.blocks("swift")) func `compiles`(block: String) throws {
        let source = try String(contentsOfFile: #filePath, encoding: .utf8).split(separator: "\n").map(Guide.trimmed)
        let lines = block.split(separator: "\n").map(Guide.trimmed)
        let starts = source.indices.filter { source[$0...].starts(with: lines) }
        #expect(!starts.isEmpty, "the guide shows what is not compiled here")
    }

    @Test func `has examples`() { #expect(Guide.blocks("swift").count >= 4) }
}

// MARK: What is shown

private func loadsThroughASession(_ request: URLRequest, pinned: Data, gate: URL) async throws {
    let interceptor = Interceptor { settings in
        settings.trust = { server, decide in decide(server.certificate == pinned) }
        settings.identity = { host, port in host == "shop.test" ? "/etc/shop/alice.pem" : nil }
        settings.proxy = { url in url.host == "intranet.test" ? gate : nil }
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [interceptor.protocolClass]
    let session = URLSession(configuration: configuration)
    let (body, response) = try await session.data(for: request)
    _ = (body, response)
}

private func loadsFromAFixedName(_ play: (url: URL, authority: URL?)) async throws {
    let interceptor = Interceptor { settings in
        settings.addresses = ["api.example.test": "127.0.0.1:\(play.url.port!)"]
        settings.anchors = [play.authority!.path]
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.protocolClasses = [interceptor.protocolClass]
    let users = Users(session: URLSession(configuration: configuration))
    _ = users
}

/// A client that makes its requests itself.
private struct Users { let session: URLSession }

final class ShopProtocol: InterceptingProtocol {
    static let shop = Interceptor { $0.anchors = ["/etc/shop/ca.pem"] }
    override class var interceptor: Interceptor { shop }
}

/// A protocol that keeps to the contract.
private final class MyProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        QuintainInterceptor.canonicalRequest(for: request)
    }
    override func startLoading() {
        let response = HTTPURLResponse(url: request.url!, statusCode: 200, httpVersion: "HTTP/1.1", headerFields: nil)!
        let policy = cacheStoragePolicy(for: request, response: response)
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: policy)
        client?.urlProtocol(self, didLoad: Data("hello".utf8))
        client?.urlProtocolDidFinishLoading(self)
    }
    override func stopLoading() {}
}

/// Fails before its challenge is answered, and does not cancel the challenge.
private final class VaultProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {
        let space = URLProtectionSpace(
            host: "web.test", port: 80, protocol: "http", realm: "vault",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Nobody())
        client?.urlProtocol(self, didReceive: challenge)
        // The right moment for a stop is between the two.
        let late = Patience(vault: self)
        let timer = Timer(fire: Date(timeIntervalSinceNow: 0.02), interval: 0, repeats: false) { _ in late.fail() }
        RunLoop.current.add(timer, forMode: .default)
    }
    override func stopLoading() { isStopped = true }
    fileprivate var isStopped = false
}

private struct Patience: @unchecked Sendable {
    let vault: VaultProtocol
    func fail() {
        if !vault.isStopped { vault.client?.urlProtocol(vault, didFailWithError: URLError(.timedOut)) }
    }
}

private final class Nobody: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
    func cancel(_ challenge: URLAuthenticationChallenge) {}
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}

/// The guide's own text.
enum Guide {
    static func blocks(_ language: String) -> [String] {
        let root = String(#filePath.dropLast("/Tests/InterceptorTests/GuideExamples.swift".count))
        let text = (try? String(contentsOfFile: root + "/docs/interceptor.md", encoding: .utf8)) ?? ""
        return text.components(separatedBy: "```\(language)\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
    }

    static func trimmed(_ line: Substring) -> String { line.trimmingCharacters(in: .whitespaces) }
}
