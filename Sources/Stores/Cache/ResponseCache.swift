// ResponseCache.swift: the stored responses of a client, and the rules for storing and reusing them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A cache of one user, RFC 9111. Only complete responses to GET are stored, no parts (206).
///
/// ```
/// lookup(request) ──▶ .fresh, .stale    it is the response, as it is reused(at:); no request
///                ├──▶ .staleMeanwhile   so is this, and the server is asked afterwards
///                ├──▶ .validate         asked with conditions ── 304 ──▶ freshen
///                ├──▶ .miss             asked ── whole response ──▶ storage(of:), store
///                └──▶ .fail             no request is allowed
/// answered(request)                     after each reply from a server: removes copies of what was changed, and
///                                       refreshes copies from a HEAD
/// ```
package struct ResponseCache: Sendable {
    private struct Entry: Sendable {
        var response: CachedResponse
        var varying: VaryingFields
        var storage: StoragePolicy
        var cost: Int
        var lastUse: UInt64
    }

    /// The most bytes of all entries, with their fields and other overhead.
    package var budget: Int { didSet { makeRoom() } }
    package private(set) var cost = 0

    private var entries: [HTTPURL: [Entry]] = [:]
    private var uses: UInt64 = 0

    package init(budget: Int = 16 << 20) { self.budget = budget }

    package var count: Int { entries.values.reduce(0) { $0 + $1.count } }

    // MARK: Asking

    package mutating func lookup(
        _ request: CacheRequest, _ policy: CacheUse = .standard, at now: Int64
    ) -> CacheLookup {
        let wishes = CacheWishes(request)
        let nothing = wishes.isOnlyIfCached || policy == .cacheOnly ? CacheLookup.fail : .miss
        guard request.method == "GET", policy != .reload, !request.isConditional else { return nothing }
        guard let found = find(request), let entry = use(request.url, found) else { return nothing }
        let response = entry.response
        let age = CacheAge(of: response, at: now)
        switch policy {
        case .cacheElseLoad, .cacheOnly: return age.isFresh ? .fresh(response) : .stale(response)
        case .standard:
            switch wishes.use(of: response, age) {
            case .fresh: return .fresh(response)
            case .stale: return .stale(response)
            case .staleMeanwhile: return .staleMeanwhile(response)
            case .neither: break
            }
        case .revalidate, .reload: break
        }
        if wishes.isOnlyIfCached { return .fail }
        let conditions = Self.conditions(response)
        return conditions.isEmpty ? .miss : .validate(response, conditions)
    }

    /// The copy that may replace an error of the server, or the failure to reach it: RFC 5861 section 4. Nil if none
    /// may.
    package func inPlaceOfError(_ request: CacheRequest, at now: Int64) -> CachedResponse? {
        guard request.method == "GET", !request.isConditional, let found = find(request),
            let response = entries[request.url]?[found].response
        else { return nil }
        let directives = CacheControl(response.fields)
        guard let grace = directives.seconds("stale-if-error"), !directives.contains("must-revalidate"),
            !directives.contains("no-cache")
        else { return nil }
        let age = CacheAge(of: response, at: now)
        return age.age - age.lifetime <= grace ? response : nil
    }

    /// The conditions that validate the response, section 4.3.1.
    private static func conditions(_ response: CachedResponse) -> [Field] {
        var conditions: [Field] = []
        if let tag = response.fields.first("ETag"), !tag.isEmpty { conditions.append(Field("If-None-Match", tag)) }
        if let date = response.fields.first("Last-Modified"), CacheAge.time("Last-Modified", response) != nil {
            conditions.append(Field("If-Modified-Since", date))
        }
        return conditions
    }

    // MARK: Storing

    /// Whether and where a response may be stored, section 3. A response over https is stored in memory only.
    package func storage(of response: CachedResponse, to request: CacheRequest) -> StoragePolicy {
        let said = CacheControl(response.fields)
        guard request.method == "GET", 200...599 ~= response.status, response.status != 206, response.status != 304,
            request.fields.first("Range") == nil, !CacheControl(request.fields).contains("no-store"),
            !VaryingFields.isEverything(response.fields)
        else { return .notAllowed }
        if said.contains("must-understand") {
            guard CacheStatus.isUnderstood(response.status) else { return .notAllowed }
        } else if said.contains("no-store") {
            return .notAllowed
        }
        guard
            said.contains("public") || said.contains("private") || said.contains("max-age")
                || response.fields.first("Expires") != nil
                || CacheStatus.isHeuristic(response.status)
        else { return .notAllowed }
        return request.url.origin.scheme == .https ? .memoryOnly : .allowed
    }

    /// Keeps a whole response, in place of the copy that the same request would have got. A response that may not be
    /// kept still removes that copy, because it is newer.
    @discardableResult
    package mutating func store(
        _ response: CachedResponse, for request: CacheRequest, _ storage: StoragePolicy
    ) -> Bool {
        guard request.method == "GET" else { return false }
        if let found = find(request) { drop(request.url, found) }
        guard storage != .notAllowed else { return false }
        var response = response.dated
        response.fields = CacheFields.kept(response.fields)
        let varying = VaryingFields(response.fields, of: request.fields)
        let cost = Self.cost(response, varying, request.url)
        guard cost <= budget else { return false }
        uses += 1
        let entry = Entry(response: response, varying: varying, storage: storage, cost: cost, lastUse: uses)
        if entries[request.url, default: []].count >= Self.variantsAtMost { drop(request.url, 0) }
        entries[request.url, default: []].append(entry)
        self.cost += cost
        makeRoom()
        return true
    }

    /// Updates the copy after a 304 to the conditions of ``lookup(_:_:at:)``, section 4.3.4. nil: the 304 is about
    /// another response, so the request must be sent again without conditions.
    package mutating func freshen(
        _ response: CachedResponse, with fields: [Field], for request: CacheRequest, requested: Int64, arrived: Int64
    ) -> CachedResponse? {
        guard Validators.areOfOne(response.fields, fields) else { return nil }
        let fresh = response.updated(with: fields, requested: requested, arrived: arrived)
        if let found = find(request), let entry = entries[request.url]?[found] {
            let said = storage(of: fresh, to: request)
            store(fresh, for: request, said == .notAllowed ? .notAllowed : entry.storage)
        }
        return fresh
    }

    // MARK: Forgetting

    /// Takes note of a reply's head. After a method that may change something, copies of the URLs that it concerns are
    /// removed: section 4.4.
    package mutating func answered(_ request: CacheRequest, _ head: CachedResponse) {
        if request.method == "HEAD" { learn(request, head) }
        guard !Self.safe.contains(request.method), 200...399 ~= head.status else { return }
        invalidate(request.url)
        for name in ["Location", "Content-Location"] {
            guard let value = head.fields.first(name),
                let other = try? request.url.resolving(value),
                other.origin == request.url.origin
            else { continue }
            invalidate(other)
        }
    }

    /// Section 4.3.5: a HEAD is answered as a GET would be, so a copy is updated, or removed if it does not match.
    private mutating func learn(_ request: CacheRequest, _ head: CachedResponse) {
        guard !request.isConditional, !Self.tellNothing.contains(head.status), head.status < 500,
            let there = entries[request.url]
        else { return }
        for index in there.indices.reversed() where there[index].varying.fit(request.fields) {
            let stored = there[index].response
            drop(request.url, index)
            guard stored.isDescribed(by: head) else { continue }
            let fresh = stored.updated(with: head.fields, requested: head.requested, arrived: head.arrived)
            var get = request
            get.method = "GET"
            store(fresh, for: get, storage(of: fresh, to: get) == .notAllowed ? .notAllowed : there[index].storage)
        }
    }

    package mutating func invalidate(_ url: HTTPURL) {
        let url = url.resource
        while entries[url] != nil { drop(url, 0) }
    }

    package mutating func removeAll() {
        entries = [:]
        cost = 0
    }

    /// All copies with their storage, the latest used first.
    package var all: [(url: HTTPURL, response: CachedResponse, storage: StoragePolicy)] {
        let flat = entries.flatMap { url, entries in entries.map { (url, $0) } }
        return flat.sorted { $0.1.lastUse > $1.1.lastUse }.map { ($0.0, $0.1.response, $0.1.storage) }
    }

    // MARK: Inside

    /// Section 4.1: the latest copy that fits; one that names fields it depends on takes precedence over one that does
    /// not.
    private func find(_ request: CacheRequest) -> Int? {
        guard let there = entries[request.url] else { return nil }
        let fitting = there.indices.filter { there[$0].varying.fit(request.fields) }
        return fitting.max { one, other in
            let told = [one, other].map { there[$0].varying.isTold ? 1 : 0 }
            let dates = [one, other].map { CacheAge.date(there[$0].response) ?? there[$0].response.arrived }
            return (told[0], dates[0], one) < (told[1], dates[1], other)
        }
    }

    private mutating func use(_ url: HTTPURL, _ index: Int) -> Entry? {
        uses += 1
        entries[url]?[index].lastUse = uses
        return entries[url]?[index]
    }

    private mutating func drop(_ url: HTTPURL, _ index: Int) {
        guard let entry = entries[url]?.remove(at: index) else { return }
        cost -= entry.cost
        if entries[url]?.isEmpty == true { entries[url] = nil }
    }

    private mutating func makeRoom() {
        guard cost > budget || count > Self.entriesAtMost else { return }
        var left = count
        let all = entries.flatMap { url, entries in entries.map { (url, $0.lastUse) } }
        for (url, lastUse) in all.sorted(by: { $0.1 < $1.1 }) {
            guard cost > budget || left > Self.entriesAtMost else { return }
            if let index = entries[url]?.firstIndex(where: { $0.lastUse == lastUse }) { drop(url, index) }
            left -= 1
        }
    }

    private static func cost(_ response: CachedResponse, _ varying: VaryingFields, _ url: HTTPURL) -> Int {
        let fields = response.fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.count + overhead }
        return response.body.count + fields + varying.cost + url.description.utf8.count + overhead
    }

    private static let overhead = 64
    private static let entriesAtMost = 4_096
    private static let variantsAtMost = 16
    /// RFC 9110 section 9.2.1.
    private static let safe: Set = ["GET", "HEAD", "OPTIONS", "TRACE"]
    /// The statuses of replies to a condition, or with a challenge, which say nothing about the resource.
    private static let tellNothing: Set = [304, 401, 407, 412]
}
