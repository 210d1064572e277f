// CookieStore.swift: the cookies of a client, and the rules for accepting and sending them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// RFC 6265 sections 5.3 and 5.4, with the precautions of its successor: only secure origins can set Secure cookies,
/// others cannot overwrite them, and the prefixes `__Secure-` and `__Host-` are enforced.
///
/// ```
/// received(fields, from: url)   a reply is here, of any status
/// field(for: url)               a request is about to leave
/// ```
package struct CookieStore: Sendable {
    package enum AcceptPolicy: Hashable, Sendable, CaseIterable {
        case always, never
        /// Only from hosts of the main document's site.
        case onlyFromMainDocumentDomain
    }

    package var acceptPolicy: AcceptPolicy
    package var limits: CookieLimits
    package var suffixes: PublicSuffixes
    /// Whether `http` to a loopback host counts as secure, because nobody can overhear it.
    package var trustsLoopback = true

    /// The cookies by domain.
    private var shelves: [String: [Kept]] = [:]
    private var uses: UInt64 = 0

    private struct Kept: Sendable {
        var cookie: Cookie
        /// The order of arrival, which tells apart cookies of the same second.
        var place: UInt64
        var lastUse: UInt64
    }

    package init(
        _ acceptPolicy: AcceptPolicy = .always, limits: CookieLimits = CookieLimits(),
        suffixes: PublicSuffixes = PublicSuffixes()
    ) {
        self.acceptPolicy = acceptPolicy
        self.limits = limits
        self.suffixes = suffixes
    }

    package var count: Int { shelves.values.reduce(0) { $0 + $1.count } }

    // MARK: What comes

    /// Stores the cookies of a reply's fields, and returns those that were accepted.
    @discardableResult
    package mutating func received(
        _ fields: [Field], from url: HTTPURL, mainDocument: HTTPURL? = nil, at now: Int64
    ) -> [Cookie] {
        guard accepts(from: url.host.text, mainDocument?.host.text) else { return [] }
        return fields.values(of: "Set-Cookie").compactMap { value in
            guard let cookie = cookie(value, from: url, at: now) else { return nil }
            return insert(cookie, at: now) ? cookie : nil
        }
    }

    /// The cookie that a field sets; nil if it is refused. Section 5.3, steps 1 to 10.
    package func cookie(_ field: [UInt8], from url: HTTPURL, at now: Int64) -> Cookie? {
        let host = url.host.text
        guard host.utf8.count <= CookieLimits.longestHost, let set = SetCookie(field) else { return nil }
        var cookie = Cookie(set.name, set.value, domain: host)
        if let domain = set.domain, !(suffixes.contains(domain) && domain == host) {
            guard !suffixes.contains(domain), CookieScope.domain(domain, matches: host) else { return nil }
            cookie.domain = domain
            cookie.isHostOnly = false
        }
        cookie.path = set.path ?? CookieScope.defaultPath(of: url.path)
        // Max-Age takes precedence over Expires: section 4.1.2.2.
        if let age = set.maxAge {
            cookie.expires = age > 0 ? now + age : .min
        } else {
            cookie.expires = set.expires
        }
        cookie.isSecure = set.isSecure
        cookie.isHTTPOnly = set.isHTTPOnly
        cookie.sameSite = set.sameSite
        cookie.version = set.version
        cookie.comment = set.comment
        cookie.commentURL = set.commentURL
        cookie.ports = set.ports
        cookie.isDiscarded = set.isDiscarded
        cookie.created = now
        guard keepsItsPrefix(cookie, namesPath: set.path != nil), !harmsSecure(cookie, from: url) else {
            return nil
        }
        return cookie
    }

    private func accepts(from host: String, _ mainHost: String?) -> Bool {
        switch acceptPolicy {
        case .always: true
        case .never: false
        case .onlyFromMainDocumentDomain: mainHost.map { suffixes.site(of: $0) == suffixes.site(of: host) } ?? true
        }
    }

    /// Compares the prefix in any case, as Chrome and Firefox do, because some servers ignore case.
    private func keepsItsPrefix(_ cookie: Cookie, namesPath: Bool) -> Bool {
        let name = cookie.name.map(Octet.lowercased)
        if name.starts(with: "__host-".utf8) {
            return cookie.isSecure && cookie.isHostOnly && namesPath && cookie.path == "/"
        }
        return !name.starts(with: "__secure-".utf8) || cookie.isSecure
    }

    /// Whether the cookie comes over an insecure connection and would replace a Secure one, or claims to be Secure.
    private func harmsSecure(_ cookie: Cookie, from url: HTTPURL) -> Bool {
        if isSecure(url.origin) { return false }
        if cookie.isSecure { return true }
        return shelves.values.joined().contains { kept in
            let other = kept.cookie
            return other.isSecure && other.name == cookie.name
                && (CookieScope.domain(other.domain, matches: cookie.domain)
                    || CookieScope.domain(cookie.domain, matches: other.domain))
                && CookieScope.path(other.path, matches: cookie.path)
        }
    }

    private func isSecure(_ origin: URLOrigin) -> Bool {
        origin.scheme == .https || trustsLoopback && CookieScope.isLoopback(origin.host.text)
    }

    // MARK: What goes

    /// The value of the field `Cookie`; nil: there is no cookie to send.
    package mutating func field(for url: HTTPURL, at now: Int64) -> [UInt8]? {
        let pairs = cookies(for: url, at: now).map(\.pair)
        return pairs.isEmpty ? nil : Array(pairs.joined(separator: Array("; ".utf8)))
    }

    /// Section 5.4: longer paths first, and of paths of one length the cookie that was made first.
    package mutating func cookies(for url: HTTPURL, at now: Int64) -> [Cookie] {
        let host = url.host.text
        guard host.utf8.count <= CookieLimits.longestHost else { return [] }
        var found: [Kept] = []
        uses += 1
        for domain in CookieScope.domains(of: host) {
            guard var shelf = shelves[domain] else { continue }
            shelf.removeAll { $0.cookie.isExpired(at: now) }
            for index in shelf.indices where goes(shelf[index].cookie, to: url) {
                shelf[index].lastUse = uses
                found.append(shelf[index])
            }
            shelves[domain] = shelf.isEmpty ? nil : shelf
        }
        return found.sorted(by: Self.goesFirst).map(\.cookie)
    }

    private func goes(_ cookie: Cookie, to url: HTTPURL) -> Bool {
        (!cookie.isHostOnly || cookie.domain == url.host.text)
            && CookieScope.path(cookie.path, matches: url.path)
            && (!cookie.isSecure || isSecure(url.origin))
            && (cookie.version < 1 || cookie.ports.isEmpty || cookie.ports.contains(url.origin.port))
    }

    private static func goesFirst(_ one: Kept, _ other: Kept) -> Bool {
        let lengths = (one.cookie.path.utf8.count, other.cookie.path.utf8.count)
        return (-lengths.0, one.cookie.created, one.place) < (-lengths.1, other.cookie.created, other.place)
    }

    // MARK: By hand

    /// All cookies that are not expired, in the order of their arrival.
    package func all(at now: Int64) -> [Cookie] {
        let kept = shelves.values.joined().filter { !$0.cookie.isExpired(at: now) }
        return kept.sorted { $0.place < $1.place }.map(\.cookie)
    }

    /// Stores a cookie in place of one with the same name, domain and path, whose creation time it inherits. An expired
    /// cookie only removes that one. false: the cookie was not stored.
    @discardableResult
    package mutating func insert(_ cookie: Cookie, at now: Int64) -> Bool {
        var cookie = cookie
        guard cookie.name.count + cookie.value.count <= limits.bytes else { return false }
        uses += 1
        var place = uses
        if let old = take(cookie.key), !old.cookie.isExpired(at: now) {
            cookie.created = old.cookie.created
            place = old.place
        }
        guard !cookie.isExpired(at: now) else { return false }
        shelves[cookie.domain, default: []].append(Kept(cookie: cookie, place: place, lastUse: uses))
        makeRoom(in: cookie.domain, at: now)
        return true
    }

    /// Removes the cookie with the same name, domain and path.
    package mutating func remove(_ cookie: Cookie) { _ = take(cookie.key) }

    package mutating func removeAll() { shelves = [:] }

    /// Removes the cookies that were created at this time or later.
    package mutating func removeAll(since time: Int64) { removeAll { $0.created >= time } }

    /// Removes the cookies that last only as long as the session.
    package mutating func sessionEnded() { removeAll(where: \.isSessionOnly) }

    package mutating func removeExpired(at now: Int64) { removeAll { $0.isExpired(at: now) } }

    private mutating func removeAll(where goes: (Cookie) -> Bool) {
        shelves = shelves.mapValues { shelf in shelf.filter { !goes($0.cookie) } }.filter { !$1.isEmpty }
    }

    private mutating func take(_ key: CookieKey) -> Kept? {
        guard let index = shelves[key.domain]?.firstIndex(where: { $0.cookie.key == key }) else { return nil }
        let kept = shelves[key.domain]?.remove(at: index)
        if shelves[key.domain]?.isEmpty == true { shelves[key.domain] = nil }
        return kept
    }

    /// Section 5.3, at its end: expired cookies are removed first, then those of a domain with too many, then any; each
    /// time the one that was unused for longest.
    private mutating func makeRoom(in domain: String, at now: Int64) {
        let total = count
        guard shelves[domain, default: []].count > limits.perDomain || total > limits.total else { return }
        removeExpired(at: now)
        while let shelf = shelves[domain], shelf.count > limits.perDomain {
            dropOldest(of: [domain])
        }
        while count > limits.total { dropOldest(of: Array(shelves.keys)) }
    }

    private mutating func dropOldest(of domains: [String]) {
        let candidates = domains.compactMap { domain in
            shelves[domain]?.min { $0.lastUse < $1.lastUse }
        }
        if let oldest = candidates.min(by: { $0.lastUse < $1.lastUse }) { _ = take(oldest.cookie.key) }
    }
}

/// The limits; RFC 6265 section 6.1 asks for at least 4096 bytes, 50 cookies for each domain and 3000 in all.
package struct CookieLimits: Hashable, Sendable {
    /// The bytes of name and value together.
    package var bytes = SetCookie.longestPair
    package var perDomain = 180
    package var total = 3_000

    package init() {}

    /// The longest name of a host, RFC 1035 section 2.3.4.
    static let longestHost = 255
}
