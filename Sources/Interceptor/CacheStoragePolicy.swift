// CacheStoragePolicy.swift: whether, and where, the URL loading system may keep a response.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// The policy that a protocol tells its client with a response, by the rules of Apple's sample CustomHTTPProtocol: the
/// statuses that may be kept are 200, 203, 206, 301, 304, 404 and 410; `no-store` on either side forbids it; a response
/// over TLS is kept in memory only.
///
/// Two rules are stricter than there. A request's `no-store` is obeyed without `no-cache` beside it (RFC 9111 section
/// 5.2.1.5), and responses to other methods than GET or HEAD are not kept, because a cache would find them by their URL
/// alone (section 4, "the request method associated with the stored response").
public func cacheStoragePolicy(for request: URLRequest, response: HTTPURLResponse) -> URLCache.StoragePolicy {
    func forbids(_ value: String?) -> Bool { CacheControl([Array((value ?? "").utf8)]).contains("no-store") }
    let method = request.httpMethod?.uppercased() ?? "GET"
    guard method == "GET" || method == "HEAD", keptStatuses.contains(response.statusCode),
        !forbids(response.value(forHTTPHeaderField: "Cache-Control")),
        !forbids(request.value(forHTTPHeaderField: "Cache-Control"))
    else { return .notAllowed }
    return request.url?.scheme?.lowercased() == "https" ? .allowedInMemoryOnly : .allowed
}

private let keptStatuses: Set = [200, 203, 206, 301, 304, 404, 410]
