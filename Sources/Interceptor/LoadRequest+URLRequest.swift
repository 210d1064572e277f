// LoadRequest+URLRequest.swift: converts requests between Foundation and the reference client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension LoadRequest {
    /// The fields are sorted by name, because Foundation keeps no order.
    init(_ request: URLRequest, _ body: RequestBody) {
        let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }.map { Field($0.key, $0.value) }
            .filter { !$0.isNamed(Claim.field) }
        self.init(request.httpMethod ?? "GET", request.url?.absoluteString ?? "", fields: fields, body: body)
    }
}

extension LoadSettings {
    init(_ request: URLRequest, _ settings: Interceptor.Settings) {
        self.init()
        patience = request.timeoutInterval.milliseconds
        if let limit = settings.timeLimit { total = (limit / .seconds(1)).milliseconds }
        keepsCookies = request.httpShouldHandleCookies
        policy = Policy(request.cachePolicy)
        voice.serverTrust = settings.trust != nil
        voice.clientCertificate = settings.identity != nil
        // Questions that a protocol's client is not asked.
        voice.newBody = false
        voice.response = false
        voice.parts = false
    }

    /// Ends the load within this time, or the shorter one that is set.
    mutating func end(within limit: TimeInterval) {
        let limit = limit.milliseconds
        guard limit > 0 else { return }
        total = total > 0 ? min(total, limit) : limit
    }
}

extension LoadSettings.Policy {
    fileprivate init(_ policy: URLRequest.CachePolicy) {
        self =
            switch policy {
            case .useProtocolCachePolicy: .byDefault
            case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: .reload
            case .returnCacheDataElseLoad: .cacheElseLoad
            case .returnCacheDataDontLoad: .cacheOnly
            case .reloadRevalidatingCacheData: .revalidate
            @unknown default: .byDefault
            }
    }
}

extension Proxy {
    /// nil: the app names no proxy.
    init?(for request: URLRequest, asking proxy: @Sendable (URL) -> URL?) throws(LoadFailure) {
        guard let url = request.url, let place = proxy(url) else { return nil }
        self.init(try RequestURL(place.absoluteString).hop)
    }
}

extension URLRequest {
    /// The request that follows a redirect. A stream that has been read becomes the bytes that it had.
    func following(_ next: LoadRequest, with read: [UInt8]?) -> URLRequest? {
        guard let url = URL(string: next.url) else { return nil }
        var request = self
        request.url = url
        request.httpMethod = next.method
        // Drops the fields that the redirect drops: some are not for another origin, or described the body.
        for name in (allHTTPHeaderFields ?? [:]).keys
        where next.fields.first(name) == nil && name.lowercased() != Claim.field.lowercased() {
            request.setValue(nil, forHTTPHeaderField: name)
        }
        switch next.body {
        case .none: request.httpBody = nil
        case .bytes, .stream: if let read { request.httpBody = Data(read) }
        }
        return request
    }
}

/// Reads a stream to its end, on a thread that may wait.
struct BodySource: @unchecked Sendable {
    private let stream: InputStream

    init(_ stream: InputStream) { self.stream = stream }

    /// Reads while the bytes are wanted: the result of a reading that is broken off is not used.
    func bytes(while isWanted: () -> Bool) -> Result<[UInt8], LoadFailure> {
        stream.open()
        defer { stream.close() }
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 1 << 16)
        while isWanted() {
            let count = stream.read(&room, maxLength: room.count)
            if count < 0 {
                let reason = stream.streamError.map { ": \($0.localizedDescription)" } ?? ""
                return .failure(LoadFailure(.body, "the body cannot be read from its stream\(reason)"))
            }
            if count == 0 { return .success(bytes) }
            guard bytes.count + count <= Self.mostBytes else {
                return .failure(
                    LoadFailure(
                        .other, code: .dataLengthExceedsMaximum,
                        "the body's stream has more than \(Self.mostBytes >> 20) MiB"))
            }
            bytes += room[..<count]
        }
        return .success(bytes)
    }

    private static let mostBytes = 256 << 20
}

extension TimeInterval {
    /// In milliseconds; 0: no limit.
    fileprivate var milliseconds: Int64 {
        guard self > 0, isFinite, self < 1e12 else { return 0 }
        return max(1, Int64(self * 1_000))
    }
}
