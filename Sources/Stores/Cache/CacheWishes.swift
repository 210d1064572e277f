// CacheWishes.swift: what a request says of the copies that it would take.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// RFC 9111 section 5.2.1.
struct CacheWishes: Hashable, Sendable {
    enum Use: Hashable, Sendable { case fresh, stale, neither }

    private var directives: CacheControl
    private var isNoCache: Bool

    init(_ request: CacheRequest) {
        directives = CacheControl(request.fields)
        isNoCache = directives.contains("no-cache")
        // Section 5.4: what was said before there was Cache-Control.
        if directives.isEmpty {
            isNoCache = request.fields.members(of: "Pragma").contains { CaseInsensitive.equals($0, "no-cache".utf8) }
        }
    }

    var isOnlyIfCached: Bool { directives.contains("only-if-cached") }

    func use(of response: CachedResponse, _ age: CacheAge) -> Use {
        // `no-cache="field"` is taken for `no-cache`, as section 5.2.2.4 lets us.
        let said = CacheControl(response.fields)
        if isNoCache || said.contains("no-cache") { return .neither }
        if let most = directives.seconds("max-age"), age.age > most { return .neither }
        if let least = directives.seconds("min-fresh"), age.lifetime - age.age < least { return .neither }
        if age.isFresh { return .fresh }
        guard directives.contains("max-stale"), !said.contains("must-revalidate") else { return .neither }
        // Without a number any age will do.
        guard directives["max-stale"]?.argument != nil, let most = directives.seconds("max-stale") else {
            return .stale
        }
        return age.age - age.lifetime <= most ? .stale : .neither
    }
}
