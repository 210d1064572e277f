// SessionSettings.swift: what cannot be said of a load, only of its session.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads that differ in these are in different sessions, which share what is kept: cookies, cache, credentials.
struct SessionSettings: Hashable, Sendable {
    /// Milliseconds.
    var total: Double?
    var proxy: String?

    init(_ order: LoadOrder) {
        total = order.total
        proxy = order.proxy
    }

    func configuration(_ stores: Stores) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = stores.cookies
        configuration.urlCache = stores.cache
        configuration.urlCredentialStorage = stores.credentials
        if let total { configuration.timeoutIntervalForResource = total / 1_000 }
        configuration.connectionProxyDictionary = proxyDictionary
        return configuration
    }

    /// Empty: none, whatever the system's settings say.
    private var proxyDictionary: [AnyHashable: Any] {
        guard let proxy = proxy.flatMap(URL.init(string:)), let host = proxy.host, let port = proxy.port else {
            return [:]
        }
        return [
            "HTTPEnable": 1, "HTTPProxy": host, "HTTPPort": port,
            "HTTPSEnable": 1, "HTTPSProxy": host, "HTTPSPort": port,
        ]
    }
}

/// What a client keeps, in memory only and for one case.
struct Stores: Sendable {
    let cookies: HTTPCookieStorage?
    let cache: URLCache?
    let credentials: URLCredentialStorage?

    init() {
        let configuration = URLSessionConfiguration.ephemeral
        cookies = configuration.httpCookieStorage
        cache = configuration.urlCache
        credentials = configuration.urlCredentialStorage
    }
}
