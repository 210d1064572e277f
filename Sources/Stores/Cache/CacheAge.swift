// CacheAge.swift: the age of a response, and the age up to which it is fresh.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// A response's age and lifetime, RFC 9111 section 4.2: it is fresh while it is younger than its lifetime.
package struct CacheAge: Hashable, Sendable {
    package var age: Int64
    package var lifetime: Int64

    package var isFresh: Bool { lifetime > age }

    package init(of response: CachedResponse, at now: Int64) {
        age = Self.age(response, now)
        lifetime = Self.lifetime(response)
    }

    /// The age of the response, section 4.2.3.
    private static func age(_ response: CachedResponse, _ now: Int64) -> Int64 {
        let said = Age.seconds(response.fields).map(Int64.init)
        let apparent = date(response).map { between($0, response.arrived) } ?? 0
        let corrected = (said ?? 0) + between(response.requested, response.arrived)
        return min(max(apparent, corrected) + between(response.arrived, now), longest)
    }

    /// The lifetime of the response, section 4.2.1, in a cache that is not shared.
    private static func lifetime(_ response: CachedResponse) -> Int64 {
        let said = CacheControl(response.fields)
        if let seconds = said.seconds("max-age") { return Int64(seconds) }
        if response.fields.first("Expires") != nil {
            // An invalid date, such as `0`, is in the past: section 5.3.
            guard let expires = time("Expires", response) else { return 0 }
            return min(between(date(response) ?? response.arrived, expires), longest)
        }
        return said.contains("public") || CacheStatus.isHeuristic(response.status) ? heuristicLifetime(response) : 0
    }

    /// Section 4.2.2: a tenth of the time between its last change and its date.
    private static func heuristicLifetime(_ response: CachedResponse) -> Int64 {
        guard let changed = time("Last-Modified", response) else { return 0 }
        return between(changed, date(response) ?? response.arrived) / 10
    }

    /// The response's `Date`; nil: it has none, so its time of arrival counts, RFC 9110 section 6.6.1.
    static func date(_ response: CachedResponse) -> Int64? { time("Date", response) }

    static func time(_ name: String, _ response: CachedResponse) -> Int64? {
        response.fields.first(name)
            .flatMap { HTTPDate.seconds($0, now: Int(response.arrived), inAnyCase: true) }.map(Int64.init)
    }

    /// Seconds from one to the other; 0 if the second is earlier, as when a clock was set back.
    static func between(_ one: Int64, _ other: Int64) -> Int64 {
        let (difference, isTooMuch) = other.subtractingReportingOverflow(one)
        return isTooMuch ? (other > one ? longest : 0) : min(max(0, difference), longest)
    }

    /// The largest number of seconds, section 1.2.2.
    static let longest: Int64 = 1 << 31
}

/// The status codes that matter to a cache.
enum CacheStatus {
    /// Whether a heuristic lifetime is allowed: RFC 9110 section 15.1, without 206, because partial responses are not
    /// stored.
    static func isHeuristic(_ status: Int) -> Bool {
        switch status {
        case 200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501: true
        default: false
        }
    }

    /// Whether the cache understands the status, as `must-understand` requires: RFC 9111 section 5.2.2.3.
    static func isUnderstood(_ status: Int) -> Bool {
        switch status {
        case 302, 303, 307, 400, 401, 403, 500, 502, 503, 504: true
        default: isHeuristic(status)
        }
    }
}
