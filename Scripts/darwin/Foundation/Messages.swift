// Messages.swift: requests, responses, and what is kept of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public struct URLRequest: Sendable, Hashable {
    public enum CachePolicy: UInt, @unchecked Sendable {
        case useProtocolCachePolicy, reloadIgnoringLocalCacheData, returnCacheDataElseLoad, returnCacheDataDontLoad
        case reloadIgnoringLocalAndRemoteCacheData, reloadRevalidatingCacheData
    }

    public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {
        fatalError()
    }
    public var url: URL?
    public var cachePolicy: CachePolicy
    public var timeoutInterval: TimeInterval
    public var httpMethod: String?
    public var httpBody: Data?
    public var httpBodyStream: InputStream? {
        get { fatalError() }
        set {}
    }
    public var httpShouldHandleCookies: Bool
    public var allHTTPHeaderFields: [String: String]?
    public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
    public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) {}
    public mutating func addValue(_ value: String, forHTTPHeaderField field: String) {}
}

open class URLResponse: NSObject, @unchecked Sendable {
    public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) {}
    open var url: URL? { fatalError() }
    open var mimeType: String? { fatalError() }
    open var expectedContentLength: Int64 { fatalError() }
    open var textEncodingName: String? { fatalError() }
    open var suggestedFilename: String? { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
    public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { fatalError() }
    open var statusCode: Int { fatalError() }
    open var allHeaderFields: [AnyHashable: Any] { fatalError() }
    open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
}

open class CachedURLResponse: NSObject, @unchecked Sendable {
    public init(response: URLResponse, data: Data) {}
    public init(
        response: URLResponse, data: Data, userInfo: [AnyHashable: Any]? = nil, storagePolicy: URLCache.StoragePolicy
    ) {}
    open var response: URLResponse { fatalError() }
    open var data: Data { fatalError() }
    open var storagePolicy: URLCache.StoragePolicy { fatalError() }
}

open class URLCache: NSObject, @unchecked Sendable {
    @objc public enum StoragePolicy: UInt, @unchecked Sendable { case allowed, allowedInMemoryOnly, notAllowed }
    public convenience init(memoryCapacity: Int, diskCapacity: Int, directory: URL? = nil) { fatalError() }
    open class var shared: URLCache {
        get { fatalError() }
        set {}
    }
    open func removeAllCachedResponses() {}
    open func cachedResponse(for request: URLRequest) -> CachedURLResponse? { fatalError() }
}

open class HTTPCookie: NSObject, @unchecked Sendable {
    public enum AcceptPolicy: UInt, Sendable {
        case always, never, onlyFromMainDocumentDomain
    }
    open class func cookies(withResponseHeaderFields fields: [String: String], for url: URL) -> [HTTPCookie] {
        fatalError()
    }
    open var name: String { fatalError() }
    open var value: String { fatalError() }
}

open class HTTPCookieStorage: NSObject, @unchecked Sendable {
    open class var shared: HTTPCookieStorage { fatalError() }
    open var cookies: [HTTPCookie]? { fatalError() }
    open func setCookie(_ cookie: HTTPCookie) {}
    open func deleteCookie(_ cookie: HTTPCookie) {}
}
