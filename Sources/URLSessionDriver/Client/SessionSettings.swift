// SessionSettings.swift: the settings that a session has and a load cannot have.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Loads with different settings are in different sessions, which share cookies, cache and credentials.
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

    /// Empty: no proxy, whatever the system's settings say.
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

/// The stores of a client, in memory only and for one case.
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
