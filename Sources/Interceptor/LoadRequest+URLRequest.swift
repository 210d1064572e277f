// LoadRequest+URLRequest.swift: requests, read for the reference client and written for Foundation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension LoadRequest {
    /// Foundation keeps no order of fields: theirs is that of their names.
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
        // A protocol's client is told of these, or knows nothing of them.
        voice.newBody = false
        voice.response = false
        voice.parts = false
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
    /// nil: the app names none.
    init?(for request: URLRequest, asking proxy: @Sendable (URL) -> URL?) throws(LoadFailure) {
        guard let url = request.url, let place = proxy(url) else { return nil }
        self.init(try Target(place.absoluteString).hop)
    }
}

extension URLRequest {
    /// The request that follows a redirect. A stream that was read goes on as the bytes that it had.
    func following(_ next: LoadRequest, with read: [UInt8]?) -> URLRequest? {
        guard let url = URL(string: next.url) else { return nil }
        var request = self
        request.url = url
        request.httpMethod = next.method
        // Some fields are not for another origin, or told of the body.
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

    /// As long as they are wanted: what was read so far is then no body, and nobody asks for it.
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
                return .failure(LoadFailure(.tooLarge, "the body's stream has more than \(Self.mostBytes >> 20) MiB"))
            }
            bytes += room[..<count]
        }
        return .success(bytes)
    }

    private static let mostBytes = 256 << 20
}

extension TimeInterval {
    /// 0: any number.
    fileprivate var milliseconds: Int64 {
        guard self > 0, isFinite, self < 1e12 else { return 0 }
        return max(1, Int64(self * 1_000))
    }
}
