// InterceptingProtocol.swift: the URLProtocol subclass that re-issues requests through the reference client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainClientThread

#if canImport(FoundationNetworking)
    import Foundation
    public import FoundationNetworking
#else
    public import Foundation
#endif

/// Takes every http and https request, and loads it with an ``Interceptor``: that which has claimed the request, or that of
/// the class, as of ``Interceptor/protocolClass``. A subclass may name its own:
///
/// ```swift
/// final class ShopProtocol: InterceptingProtocol {
///     static let shop = Interceptor { $0.anchors = ["/etc/shop/ca.pem"] }
///     override class var interceptor: Interceptor { shop }
/// }
/// ```
open class InterceptingProtocol: URLProtocol {
    /// The interceptor of requests that no interceptor has claimed.
    open class var interceptor: Interceptor { .shared }

    /// The same, or nil if it is gone.
    class var owner: Interceptor? { interceptor }

    private var conversation: ClientConversation?

    open override class func canInit(with request: URLRequest) -> Bool {
        guard let scheme = request.url?.scheme?.lowercased() else { return false }
        return scheme == "http" || scheme == "https"
    }

    open override class func canonicalRequest(for request: URLRequest) -> URLRequest {
        QuintainInterceptor.canonicalRequest(for: request)
    }

    open override class func requestIsCacheEquivalent(_ one: URLRequest, to other: URLRequest) -> Bool {
        canonicalRequest(for: one) == canonicalRequest(for: other)
    }

    open override func startLoading() {
        let claim = Claim.of(request)
        let conversation = ClientConversation(self, claim.map(\.interceptor) ?? Self.owner, on: .current)
        self.conversation = conversation
        conversation.start(Self.canonicalRequest(for: conversation.inside.completing(request)))
    }

    open override func stopLoading() {
        conversation?.stop()
        conversation = nil
    }
}
