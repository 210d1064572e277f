// Loader+Copies.swift: uses, validates and stores responses of the cache.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainStores
import QuintainWire
import QuintainWords

/// A stored response that fits the request under way.
struct StoredCopy {
    var response: CachedResponse
    var request: CacheRequest
    /// The conditions of the request that validates the copy; empty: the copy is used without asking the server.
    var conditions: [Field] = []
    /// A 304 has just validated it.
    var isValidated = false
}

extension Loader {
    /// The next request as the cache needs it: `Vary` may name any field. Credentials are not known yet, so a copy that
    /// depends on them counts as missing.
    private mutating func cacheRequest() -> CacheRequest? {
        guard let target else { return nil }
        var composer = Composer(request, target)
        if settings.keepsCookies { composer.cookies = memory.cookies.field(for: target.url, at: clock.now.wall) }
        return CacheRequest(request.method, target.url, composer.fields)
    }

    /// The latest request that was sent.
    var sentRequest: CacheRequest? {
        guard let target, let message = sent else { return nil }
        return CacheRequest(message.method, target.url, message.fields)
    }

    /// Delivers a stored copy, or fails if the policy demands one and there is none. false: the server must be asked.
    mutating func serveCopy() -> Bool {
        copy = nil
        guard let asked = cacheRequest() else { return false }
        switch memory.cache.lookup(asked, CacheUse(settings.policy), at: clock.now.wall) {
        case .fresh(let response), .stale(let response):
            copy = StoredCopy(response: response, request: asked)
        case .staleMeanwhile(let response):
            copy = StoredCopy(response: response, request: asked)
            effects.append(.refresh(request, settings.refreshing))
        case .validate(let response, let conditions):
            copy = StoredCopy(response: response, request: asked, conditions: conditions)
            return false
        case .miss: return false
        case .fail:
            fail(LoadFailure(.other, "there is no copy, and the server is not to be asked"))
            return true
        }
        deliverCopy()
        return true
    }

    /// Updates the copy by a 304. false: the 304 is about another response.
    mutating func freshenCopy(_ head: ResponseHead) -> Bool {
        guard let copy else { return false }
        let fresh = memory.cache.freshen(
            copy.response, with: head.fields, for: copy.request, requested: sent?.at ?? clock.now.wall,
            arrived: clock.now.wall)
        guard let fresh else { return false }
        self.copy?.response = fresh
        self.copy?.isValidated = true
        return true
    }

    /// RFC 5861 section 4: a stale copy is better than an error, if its server or the request allows that.
    mutating func findCopyInPlaceOfError() -> Bool {
        guard settings.policy == .byDefault, let asked = cacheRequest(),
            let response = memory.cache.inPlaceOfError(asked, at: clock.now.wall)
        else { return false }
        copy = StoredCopy(response: response, request: asked)
        return true
    }

    mutating func deliverCopy() {
        guard let copy, let target else { return }
        let response = copy.isValidated ? copy.response : copy.response.reused(at: clock.now.wall)
        let head = ResponseHead(response)
        if let next = RedirectRules.next(after: head, to: request, at: target) { return redirect(head, to: next) }
        present(copyWith: head)
    }

    /// Delivers the copy as the response, even if it is a redirect.
    mutating func present(copyWith head: ResponseHead) {
        guard let copy else { return }
        startDelivery(head, from: .cache)
        delivery?.inbox = copy.response.body
        delivery?.isWhole = true
        pump()
    }

    // MARK: Storing

    /// The cache's view of a head that has just come, without a body.
    func response(_ head: ResponseHead) -> CachedResponse {
        let arrived = exchange?.arrived ?? clock.now.wall
        return CachedResponse(head.status, head.fields, requested: sent?.at ?? arrived, arrived: arrived)
    }

    func mayKeep(_ response: CachedResponse) -> Bool {
        guard let asked = sentRequest, settings.resumed == nil else { return false }
        return memory.cache.storage(of: response, to: asked) != .notAllowed
    }

    /// Stores a complete reply, once the delegate has agreed.
    mutating func store() {
        guard let delivery, let asked = sentRequest, let response = delivery.kept else { return finish() }
        phase = .storing
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

    /// Stores a redirect that is followed, once its body has been read. No API asks its delegate about that.
    mutating func storeRedirect() {
        guard let asked = sentRequest, let response = exchange?.kept else { return }
        memory.cache.store(response, for: asked, memory.cache.storage(of: response, to: asked))
    }
}

extension CacheUse {
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

extension LoadSettings {
    /// The settings of a load that only refreshes the cache: its delegate is asked nothing.
    fileprivate var refreshing: LoadSettings {
        var settings = self
        settings.purpose = .data
        settings.policy = .revalidate
        settings.voice = .silent
        return settings
    }
}

extension ResponseHead {
    fileprivate init(_ response: CachedResponse) {
        self.init(
            status: response.status, reason: ReasonPhrase.phrase(for: response.status).map { "\($0)" } ?? "",
            fields: response.fields, framing: .length(response.body.count), length: response.body.count)
        length = Int(response.fields.first("Content-Length").map { String(decoding: $0, as: UTF8.self) } ?? "")
    }
}
