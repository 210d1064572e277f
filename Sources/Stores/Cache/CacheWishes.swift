// CacheWishes.swift: the copies that a request accepts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The request's directives, RFC 9111 section 5.2.1.
struct CacheWishes: Hashable, Sendable {
    enum Use: Hashable, Sendable {
        case fresh, stale
        /// Stale, and revalidated afterwards.
        case staleMeanwhile
        case neither
    }

    private var directives: CacheControl
    private var isNoCache: Bool

    init(_ request: CacheRequest) {
        directives = CacheControl(request.fields)
        isNoCache = directives.contains("no-cache")
        // Section 5.4: `Pragma` counts only if there is no Cache-Control.
        if directives.isEmpty {
            isNoCache = request.fields.members(of: "Pragma").contains { CaseInsensitive.equals($0, "no-cache".utf8) }
        }
    }

    var isOnlyIfCached: Bool { directives.contains("only-if-cached") }

    func use(of response: CachedResponse, _ age: CacheAge) -> Use {
        // `no-cache="field"` counts as `no-cache`, as section 5.2.2.4 permits.
        let said = CacheControl(response.fields)
        if isNoCache || said.contains("no-cache") { return .neither }
        if let most = directives.seconds("max-age"), age.age > most { return .neither }
        if let least = directives.seconds("min-fresh"), age.lifetime - age.age < least { return .neither }
        if age.isFresh { return .fresh }
        guard !said.contains("must-revalidate") else { return .neither }
        let excess = age.age - age.lifetime
        if isTakenStale(excess) { return .stale }
        // RFC 5861 section 3.
        guard let grace = said.seconds("stale-while-revalidate"), grace > 0, excess <= grace else { return .neither }
        return isOnlyIfCached ? .stale : .staleMeanwhile
    }

    private func isTakenStale(_ excess: Int64) -> Bool {
        guard directives.contains("max-stale") else { return false }
        // Without a number, any age is accepted.
        guard directives["max-stale"]?.argument != nil, let most = directives.seconds("max-stale") else {
            return true
        }
        return excess <= most
    }
}
