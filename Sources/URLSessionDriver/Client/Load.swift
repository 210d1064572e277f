// Load.swift: the state of one load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

struct Load: Sendable {
    var order: LoadOrder
    /// The task; an awaited load makes its own, which is known once the delegate is called for it.
    var task: URLSessionTask?
    var awaiting: Task<Void, Never>?
    var isCancelled = false
    var hasEnded = false
    /// The data from which a broken download can be resumed.
    var remains: Data?

    init(_ order: LoadOrder) {
        self.order = order
    }

    var kind: LoadOrder.Kind { order.as ?? .data }

    /// The request as the app makes it; nil: the ordered URL is none to this client.
    var request: URLRequest? {
        guard let url = URL(string: order.url) else { return nil }
        var request = URLRequest(url: url)
        request.httpMethod = order.method
        for field in order.fields ?? [] where field.count == 2 {
            request.addValue(field[1], forHTTPHeaderField: field[0])
        }
        if let timeout = order.timeout { request.timeoutInterval = timeout / 1_000 }
        if order.cookies == false { request.httpShouldHandleCookies = false }
        switch order.policy {
        case .reload: request.cachePolicy = .reloadIgnoringLocalCacheData
        case .cacheOnly: request.cachePolicy = .returnCacheDataDontLoad
        case nil: break
        }
        if kind != .upload, kind != .stream { request.httpBody = order.body?.content }
        return request
    }
}
