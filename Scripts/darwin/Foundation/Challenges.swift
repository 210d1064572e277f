// Challenges.swift: who asks for credentials or trust, and what is answered.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public let NSURLAuthenticationMethodHTTPBasic: String = { fatalError() }()
public let NSURLAuthenticationMethodDefault: String = { fatalError() }()
public let NSURLAuthenticationMethodHTTPDigest: String = { fatalError() }()
public let NSURLAuthenticationMethodNTLM: String = { fatalError() }()
public let NSURLAuthenticationMethodNegotiate: String = { fatalError() }()
public let NSURLAuthenticationMethodHTMLForm: String = { fatalError() }()
public let NSURLAuthenticationMethodServerTrust: String = { fatalError() }()
public let NSURLAuthenticationMethodClientCertificate: String = { fatalError() }()
public let NSURLProtectionSpaceHTTP: String = { fatalError() }()
public let NSURLProtectionSpaceHTTPS: String = { fatalError() }()
public let NSURLProtectionSpaceHTTPProxy: String = { fatalError() }()
public let NSURLProtectionSpaceHTTPSProxy: String = { fatalError() }()

open class URLProtectionSpace: NSObject, @unchecked Sendable {
    public init(host: String, port: Int, protocol: String?, realm: String?, authenticationMethod: String?) {}
    public init(proxyHost host: String, port: Int, type: String?, realm: String?, authenticationMethod: String?) {}
    open var host: String { fatalError() }
    open var port: Int { fatalError() }
    open var realm: String? { fatalError() }
    open var `protocol`: String? { fatalError() }
    open var proxyType: String? { fatalError() }
    open var authenticationMethod: String { fatalError() }
    open var serverTrust: SecTrust? { fatalError() }
    open func isProxy() -> Bool { fatalError() }
}

open class URLCredential: NSObject, @unchecked Sendable {
    @objc public enum Persistence: UInt, @unchecked Sendable { case none, forSession, permanent, synchronizable }
    public init(user: String, password: String, persistence: Persistence) {}
    public init(trust: SecTrust) {}
    open var user: String? { fatalError() }
    open var password: String? { fatalError() }
    open var hasPassword: Bool { fatalError() }
    open var persistence: Persistence { fatalError() }
}

open class URLCredentialStorage: NSObject, @unchecked Sendable {
    open class var shared: URLCredentialStorage { fatalError() }
    open var allCredentials: [URLProtectionSpace: [String: URLCredential]] { fatalError() }
    open func remove(_ credential: URLCredential, for space: URLProtectionSpace) {}
}

@objc public protocol URLAuthenticationChallengeSender: NSObjectProtocol, Sendable {
    func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge)
    func continueWithoutCredential(for challenge: URLAuthenticationChallenge)
    func cancel(_ challenge: URLAuthenticationChallenge)
    @objc optional func performDefaultHandling(for challenge: URLAuthenticationChallenge)
    @objc optional func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge)
}

open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {
    public init(
        protectionSpace space: URLProtectionSpace, proposedCredential credential: URLCredential?,
        previousFailureCount: Int, failureResponse response: URLResponse?, error: (any Error)?,
        sender: any URLAuthenticationChallengeSender
    ) {}
    open var protectionSpace: URLProtectionSpace { fatalError() }
    open var proposedCredential: URLCredential? { fatalError() }
    open var previousFailureCount: Int { fatalError() }
    open var failureResponse: URLResponse? { fatalError() }
    open var error: (any Error)? { fatalError() }
    open var sender: (any URLAuthenticationChallengeSender)? { fatalError() }
}
