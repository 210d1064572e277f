// Loader+Copies.swift: replies that are kept, and used again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire

/// What the cache has for the request under way.
struct StoredCopy {
    var response: CachedResponse
    var request: CacheRequest
    /// With which it is to be validated; none: it is good as it is.
    var conditions: [Field]
}

extension Loader {
    private var cacheRequest: CacheRequest? {
        target.map { CacheRequest(request.method, $0.url, request.fields) }
    }

    /// Delivers a copy, or fails for want of one. false: the server is asked.
    mutating func serveCopy() -> Bool {
        copy = nil
        guard let asked = cacheRequest else { return false }
        switch memory.cache.lookup(asked, CachePolicy(settings.policy), at: clock.now.wall) {
        case .fresh(let response), .stale(let response):
            copy = StoredCopy(response: response, request: asked, conditions: [])
            deliverCopy()
            return true
        case .validate(let response, let conditions):
            copy = StoredCopy(response: response, request: asked, conditions: conditions)
            return false
        case .miss: return false
        case .fail:
            fail(LoadFailure(.other, "there is no copy, and the server is not to be asked"))
            return true
        }
    }

    /// A 304 says that the copy is good. false: it speaks of something else.
    mutating func freshenCopy(_ head: ResponseHead) -> Bool {
        guard let copy else { return false }
        let now = clock.now.wall
        let fresh = memory.cache.freshen(
            copy.response, with: head.fields, for: copy.request, requested: now, arrived: now)
        guard let fresh else { return false }
        self.copy?.response = fresh
        return true
    }

    mutating func deliverCopy() {
        guard let copy else { return }
        let response = copy.response
        let body = response.body
        var head = ResponseHead(
            status: response.status, reason: ReasonPhrase.phrase(for: response.status).map { "\($0)" } ?? "",
            fields: response.fields,
            framing: .length(body.count), length: body.count)
        head.length = Int(response.fields.first("Content-Length").map { String(decoding: $0, as: UTF8.self) } ?? "")
        startDelivery(head, from: .cache)
        delivery?.inbox = body
        delivery?.isWhole = true
        pump()
    }

    // MARK: Storing

    func mayKeep(_ head: ResponseHead) -> Bool {
        guard let asked = cacheRequest, settings.resumed == nil else { return false }
        let response = CachedResponse(
            head.status, head.fields, requested: clock.now.wall, arrived: clock.now.wall)
        return memory.cache.storage(of: response, to: asked) != .notAllowed
    }

    /// All of a reply is here: the delegate has its say before it is kept.
    mutating func store() {
        guard let delivery, let asked = cacheRequest else { return finish() }
        guard !delivery.isFromCache, let body = delivery.kept else { return finish() }
        phase = .storing
        let response = CachedResponse(
            delivery.head.status, delivery.head.fields, body: body, requested: clock.now.wall,
            arrived: clock.now.wall)
        let storage = memory.cache.storage(of: response, to: asked)
        guard storage != .notAllowed else { return finish() }
        guard settings.voice.willCache else { return keep(response, asked, storage) }
        let word: CacheStorage = storage == .allowed ? .disk : .memory
        ask(.willCache(delivery.reply, word), .willCache(response, asked, storage))
    }

    mutating func settleCaching(
        _ response: CachedResponse, _ asked: CacheRequest, _ storage: StoragePolicy, _ answer: LoadAnswer
    ) {
        if answer == .refuse { finish() } else { keep(response, asked, storage) }
    }

    private mutating func keep(_ response: CachedResponse, _ asked: CacheRequest, _ storage: StoragePolicy) {
        memory.cache.store(response, for: asked, storage)
        finish()
    }
}

extension CachePolicy {
    init(_ policy: LoadSettings.Policy) {
        self =
            switch policy {
            case .byDefault: .standard
            case .reload: .reload
            case .revalidate: .revalidate
            case .cacheElseLoad: .cacheElseLoad
            case .cacheOnly: .cacheOnly
            }
    }
}
