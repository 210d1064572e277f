// Player.swift: a protocol that makes the calls that a test wants.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Subclasses make their calls in ``play()`` and ``answered()``; the class itself makes none.
class Player: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() { play() }
    override func stopLoading() {}

    func play() {}
    /// The client has answered a challenge.
    func answered() {}

    // MARK: What it can say

    func respond(_ length: Int? = nil, policy: URLCache.StoragePolicy = .allowed) {
        client?.urlProtocol(self, didReceive: response(200, length), cacheStoragePolicy: policy)
    }

    func say(_ text: String) { client?.urlProtocol(self, didLoad: Data(text.utf8)) }
    func finish() { client?.urlProtocolDidFinishLoading(self) }
    func fail() { client?.urlProtocol(self, didFailWithError: URLError(.networkConnectionLost)) }

    @discardableResult
    func ask() -> URLAuthenticationChallenge {
        let space = URLProtectionSpace(
            host: "web.test", port: 80, protocol: "http", realm: "vault",
            authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: 0, failureResponse: nil, error: nil,
            sender: Listener(self))
        client?.urlProtocol(self, didReceive: challenge)
        return challenge
    }

    func withdraw(_ challenge: URLAuthenticationChallenge) { client?.urlProtocol(self, didCancel: challenge) }

    func redirect() {
        client?.urlProtocol(
            self, wasRedirectedTo: URLRequest(url: URL(string: "http://web.test/b")!),
            redirectResponse: response(302))
    }

    func vouch() {
        client?.urlProtocol(
            self, cachedResponseIsValid: CachedURLResponse(response: response(200), data: Data("hello".utf8)))
    }

    private func response(_ status: Int, _ length: Int? = nil) -> HTTPURLResponse {
        HTTPURLResponse(
            url: request.url!, statusCode: status, httpVersion: "HTTP/1.1",
            headerFields: length.map { ["Content-Length": "\($0)"] })!
    }
}

/// The receiver of the answer to a player's challenge.
private final class Listener: NSObject, URLAuthenticationChallengeSender, @unchecked Sendable {
    private weak var player: Player?

    init(_ player: Player) { self.player = player }

    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) { player?.answered() }
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge) { player?.answered() }
    func cancel(_ challenge: URLAuthenticationChallenge) { player?.answered() }
    func performDefaultHandling(for challenge: URLAuthenticationChallenge) { player?.answered() }
    func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) { player?.answered() }
}

/// Lets another thread call an instance, which is the mistake here.
struct Elsewhere: @unchecked Sendable {
    let player: Player
    func play(_ words: @escaping @Sendable (Player) -> Void) { Thread { words(player) }.start() }
}
