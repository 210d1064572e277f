// CacheWishes.swift: what a request says of the copies that it would take.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire

/// RFC 9111 section 5.2.1.
struct CacheWishes: Hashable, Sendable {
    enum Use: Hashable, Sendable { case fresh, stale, neither }

    private var directives: CacheDirectives
    private var isNoCache: Bool

    init(_ request: CacheRequest) {
        directives = CacheDirectives(request.fields)
        isNoCache = directives.has("no-cache")
        // Section 5.4: what was said before there was Cache-Control.
        if directives.isEmpty, let pragma = request.fields.first("Pragma") {
            isNoCache = CommaList.has(Array("no-cache".utf8), in: pragma)
        }
    }

    var isOnlyIfCached: Bool { directives.has("only-if-cached") }

    func use(of response: CachedResponse, _ age: CacheAge) -> Use {
        // `no-cache="field"` is taken for `no-cache`, as section 5.2.2.4 lets us.
        let said = CacheDirectives(response.fields)
        if isNoCache || said.has("no-cache") { return .neither }
        if let most = directives.seconds("max-age"), age.age > most { return .neither }
        if let least = directives.seconds("min-fresh"), age.lifetime - age.age < least { return .neither }
        if age.isFresh { return .fresh }
        guard directives.has("max-stale"), !said.has("must-revalidate") else { return .neither }
        // Without a number any age will do.
        guard directives.hasArgument("max-stale"), let most = directives.seconds("max-stale") else { return .stale }
        return age.age - age.lifetime <= most ? .stale : .neither
    }
}
