// Interceptor.swift: what the requests that are intercepted have in common.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainClient
import QuintainLoader
import QuintainLoop

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A client of its own for requests that ``InterceptingProtocol`` takes: its connections, cookies, copies and passwords
/// are shared with nobody, so that a connection that one app's decision opened serves no other.
///
/// ```swift
/// let interceptor = Interceptor { settings in
///     settings.trust = { server, decide in decide(server.certificate == pinned) }
///     settings.proxy = { _ in URL(string: "http://127.0.0.1:3128") }
/// }
/// let (body, response) = try await session.data(for: interceptor.claim(request))
/// ```
public final class Interceptor: Sendable {
    /// What the app decides. All of it is asked on the client thread of the load, and has to return soon.
    public struct Settings: Sendable {
        /// PEM files: whom the app trusts. Nobody else is trusted, unless ``trust`` says so.
        public var anchors: [String] = []
        /// Whether a server is trusted: called for each, also for those that the anchors vouch for. `decide` may be called
        /// later, and on any thread. nil: the anchors decide.
        public var trust: (@Sendable (_ server: ServerIdentity, _ decide: @escaping @Sendable (Bool) -> Void) -> Void)?
        /// A PEM file with the certificate and the key that are shown to a server that asks for one; nil: none is.
        public var identity: (@Sendable (_ host: String, _ port: Int) -> String?)?
        /// The credential for a challenge of HTTP; nil hands it to the load's client. It is asked again as long as the
        /// server refuses what it says: `failures` counts.
        public var credential: (@Sendable (_ space: URLProtectionSpace, _ failures: Int) -> URLCredential?)?
        /// The proxy that leads to a URL, `http://…` or `https://…`; nil: there is none.
        public var proxy: (@Sendable (URL) -> URL?)?
        /// Host names and their addresses, before what the system knows.
        public var addresses: [String: String] = [:]
        /// How long a load may take in all, questions included.
        public var timeLimit: Duration?

        public init() {}
    }

    /// Trusts nobody, and goes through no proxy.
    public static let shared = Interceptor()

    public let settings: Settings
    private let holder = ClientHolder()

    public init(_ settings: Settings = Settings()) { self.settings = settings }

    public convenience init(_ change: (inout Settings) -> Void) {
        var settings = Settings()
        change(&settings)
        self.init(settings)
    }

    /// The same request, to be loaded by this interceptor and not by that of the protocol's class. It does not keep the
    /// interceptor: the app does.
    public func claim(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue(Claim.number(for: self), forHTTPHeaderField: Claim.field)
        return request
    }

    /// Ends what is under way with `URLError.cancelled`, and closes all connections. What is begun later fails at once.
    public func close() {
        let (holder, settings) = (holder, settings)
        OnLoop.spawn { holder.client(settings) { client, _ in client.close() } }
    }

    /// A load keeps its interceptor: only idle connections are left.
    deinit {
        let holder = holder
        OnLoop.spawn { holder.close() }
    }

    /// The sentence says what is wrong with the anchors.
    @OnLoop
    func client(_ body: (Client, String?) -> Void) { holder.client(settings, body) }
}

/// A client, made when it is first needed.
@OnLoop
private final class ClientHolder {
    private var made: Client?

    nonisolated init() {}

    func client(_ settings: Interceptor.Settings, _ body: (Client, String?) -> Void) {
        if let made { return body(made, nil) }
        let client = Client(resolve: settings.addresses)
        for path in settings.anchors {
            if let fault = client.trust(path) { return body(client, fault.message) }
        }
        made = client
        body(client, nil)
    }

    func close() { made?.close() }
}

/// What a server shows in a handshake, for the app to judge.
public struct ServerIdentity: Sendable, Equatable {
    public let host: String
    public let port: Int
    /// What the anchors say.
    public let isTrusted: Bool
    /// Why not; empty if it is.
    public let reason: String
    /// Of the certificate, as `CN=web.test`.
    public let subject: String
    /// The server's own certificate, DER.
    public let certificate: Data
}
