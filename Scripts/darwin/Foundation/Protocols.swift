// Protocols.swift: protocols of one's own, and the client that they tell.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@objc public protocol URLProtocolClient: NSObjectProtocol {
    func urlProtocol(
        _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse)
    func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
    func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy)
    func urlProtocol(_ protocol: URLProtocol, didLoad data: Data)
    func urlProtocolDidFinishLoading(_ protocol: URLProtocol)
    func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error)
    func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge)
    func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge)
}

open class URLProtocol: NSObject {
    public required init(
        request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {}
    public convenience init(
        task: URLSessionTask, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) { fatalError() }
    open var client: (any URLProtocolClient)? { fatalError() }
    open var request: URLRequest { fatalError() }
    open var cachedResponse: CachedURLResponse? { fatalError() }
    open var task: URLSessionTask? { fatalError() }
    open class func canInit(with request: URLRequest) -> Bool { fatalError() }
    open class func canInit(with task: URLSessionTask) -> Bool { fatalError() }
    open class func canonicalRequest(for request: URLRequest) -> URLRequest { fatalError() }
    open class func requestIsCacheEquivalent(_ a: URLRequest, to b: URLRequest) -> Bool { fatalError() }
    open func startLoading() {}
    open func stopLoading() {}
    @discardableResult
    open class func registerClass(_ protocolClass: AnyClass) -> Bool { fatalError() }
    open class func unregisterClass(_ protocolClass: AnyClass) {}
}
