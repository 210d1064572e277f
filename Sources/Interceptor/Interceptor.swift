// Interceptor.swift: the client and settings that intercepted requests share.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainClient
import QuintainLoader
import QuintainLoop
import QuintainWords

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A client of its own for requests that ``InterceptingProtocol`` takes: connections, cookies, copies and passwords are
/// not shared with other interceptors, so a connection that one app's decision opened serves no other app.
///
/// ```swift
/// let interceptor = Interceptor { settings in
///     settings.trust = { server, decide in decide(server.certificate == pinned) }
///     settings.proxy = { _ in URL(string: "http://127.0.0.1:3128") }
/// }
/// let configuration = URLSessionConfiguration.ephemeral
/// configuration.protocolClasses = [interceptor.protocolClass]
/// ```
public final class Interceptor: Sendable {
    /// The decisions of the app. Its functions are called on the client thread of the load, and must return soon.
    public struct Settings: Sendable {
        /// PEM files of the authorities that the app trusts. No other is trusted, unless ``trust`` says so.
        public var anchors: [String] = []
        /// Whether a server is trusted: called for each server, even if an anchor vouches for it. `decide` may be
        /// called later, and on any thread. nil: the anchors decide.
        public var trust: (@Sendable (_ server: ServerIdentity, _ decide: @escaping @Sendable (Bool) -> Void) -> Void)?
        /// A PEM file with the certificate and the key for a server that asks for one; nil: none is shown.
        public var identity: (@Sendable (_ host: String, _ port: Int) -> String?)?
        /// The credential for a challenge of HTTP; nil passes the challenge to the load's client. The function is
        /// called again as long as the server refuses its credentials: `failures` counts them.
        public var credential: (@Sendable (_ space: URLProtectionSpace, _ failures: Int) -> URLCredential?)?
        /// The proxy for a URL, `http://…` or `https://…`; nil: there is none.
        public var proxy: (@Sendable (URL) -> URL?)?
        /// Host names and their addresses, which go before those of the system: `127.0.0.1`, or `127.0.0.1:8080` for
        /// another port than that of the URL.
        public var addresses: [String: String] = [:]
        /// The time limit of a load, questions included.
        public var timeLimit: Duration?

        public init() {}
    }

    /// An interceptor that trusts no authority, and uses no proxy.
    public static let shared = Interceptor()

    public let settings: Settings
    private let holder = ClientHolder()

    public init(_ settings: Settings = Settings()) { self.settings = settings }

    public convenience init(_ change: (inout Settings) -> Void) {
        var settings = Settings()
        change(&settings)
        self.init(settings)
    }

    /// The class that makes this interceptor load every http and https request of a session, however its client makes them:
    /// the first of `protocolClasses`. It does not keep the interceptor alive: the app does.
    public var protocolClass: InterceptingProtocol.Type {
        InterceptingProtocol.numbered(Claim.number(for: self))
    }

    /// The same request, claimed for this interceptor instead of that of the protocol's class. The request does not
    /// keep the interceptor alive: the app does.
    public func claim(_ request: URLRequest) -> URLRequest {
        var request = request
        request.setValue("\(Claim.number(for: self))", forHTTPHeaderField: Claim.field)
        return request
    }

    /// Ends loads under way with `URLError.cancelled`, and closes all connections. Later loads fail at once.
    public func close() {
        let holder = holder
        OnLoop.spawn { holder.close() }
    }

    /// A load keeps its interceptor alive, so only idle connections are left here.
    deinit {
        let holder = holder
        OnLoop.spawn { holder.close() }
    }

    /// The client of sessions with this store of cookies, and the failure of each load, if the settings have a fault.
    @OnLoop
    func client(of owner: CookieOwner, _ body: (Client, LoadFailure?) -> Void) {
        holder.client(of: owner, settings, body)
    }
}

/// The clients, each made when it is first needed: sessions that share no cookies share no client.
@OnLoop
private final class ClientHolder {
    private var made: [ObjectIdentifier?: (owner: CookieOwner, client: Client)] = [:]
    private var isClosed = false

    nonisolated init() {}

    func client(of owner: CookieOwner, _ settings: Interceptor.Settings, _ body: (Client, LoadFailure?) -> Void) {
        if let one = made[owner.id], !one.owner.isGone { return body(one.client, nil) }
        for (id, one) in made where one.owner.isGone {
            one.client.close()
            made[id] = nil
        }
        let client = Client(resolve: settings.addresses)
        if isClosed { client.close() }
        if let fault = HostTable.fault(in: settings.addresses) {
            return body(client, LoadFailure(.cannotConnect, code: .cannotFindHost, fault))
        }
        for path in settings.anchors {
            if let fault = client.trust(path) { return body(client, LoadFailure(.tls, fault.message)) }
        }
        made[owner.id] = (owner, client)
        body(client, nil)
    }

    func close() {
        isClosed = true
        for one in made.values { one.client.close() }
    }
}

/// The identity that a server shows in a handshake, for the app to judge.
public struct ServerIdentity: Sendable, Equatable {
    public let host: String
    public let port: Int
    /// Whether an anchor vouches for the server.
    public let isTrusted: Bool
    /// The reason why not; empty if the server is trusted.
    public let reason: String
    /// The subject of the certificate: `CN=web.test`.
    public let subject: String
    /// The server's own certificate, DER.
    public let certificate: Data
}
