// Sessions.swift: URLSession, its tasks and its settings.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// The names are those of Apple.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public let NSURLSessionTransferSizeUnknown: Int64 = -1

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
    open class var `default`: URLSessionConfiguration { fatalError() }
    open class var ephemeral: URLSessionConfiguration { fatalError() }
    open var httpCookieStorage: HTTPCookieStorage?
    open var httpShouldSetCookies: Bool {
        get { fatalError() }
        set {}
    }
    open var httpCookieAcceptPolicy: HTTPCookie.AcceptPolicy {
        get { fatalError() }
        set {}
    }
    open var urlCache: URLCache?
    open var urlCredentialStorage: URLCredentialStorage?
    open var timeoutIntervalForRequest: TimeInterval {
        get { fatalError() }
        set {}
    }
    open var timeoutIntervalForResource: TimeInterval {
        get { fatalError() }
        set {}
    }
    open var waitsForConnectivity: Bool {
        get { fatalError() }
        set {}
    }
    open var connectionProxyDictionary: [AnyHashable: Any]?
    open var httpAdditionalHeaders: [AnyHashable: Any]?
    open var requestCachePolicy: URLRequest.CachePolicy {
        get { fatalError() }
        set {}
    }
    open var protocolClasses: [AnyClass]?
}

open class URLSession: NSObject, @unchecked Sendable {
    @objc public enum AuthChallengeDisposition: Int, @unchecked Sendable {
        case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
    }
    @objc public enum ResponseDisposition: Int, @unchecked Sendable {
        case cancel, allow, becomeDownload, becomeStream
    }
    @objc public enum DelayedRequestDisposition: Int, @unchecked Sendable {
        case continueLoading, useNewRequest, cancel
    }

    open var delegateQueue: OperationQueue { fatalError() }
    open class var shared: URLSession { fatalError() }
    public init(configuration: URLSessionConfiguration) {}
    public init(
        configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?,
        delegateQueue queue: OperationQueue?
    ) {}
    open var configuration: URLSessionConfiguration { fatalError() }
    open var delegate: (any URLSessionDelegate)? { fatalError() }
    open func finishTasksAndInvalidate() {}
    open func invalidateAndCancel() {}
    open func getAllTasks(completionHandler: @escaping @Sendable ([URLSessionTask]) -> Void) {}

    open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
    open func dataTask(with url: URL) -> URLSessionDataTask { fatalError() }
    open func uploadTask(with request: URLRequest, from bodyData: Data) -> URLSessionUploadTask { fatalError() }
    open func uploadTask(withStreamedRequest request: URLRequest) -> URLSessionUploadTask { fatalError() }
    open func downloadTask(with request: URLRequest) -> URLSessionDownloadTask { fatalError() }
    open func downloadTask(with url: URL) -> URLSessionDownloadTask { fatalError() }
    open func downloadTask(withResumeData resumeData: Data) -> URLSessionDownloadTask { fatalError() }
    open func dataTask(
        with request: URLRequest, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { fatalError() }
    open func dataTask(
        with url: URL, completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionDataTask { fatalError() }
    open func uploadTask(
        with request: URLRequest, from bodyData: Data?,
        completionHandler: @escaping @Sendable (Data?, URLResponse?, (any Error)?) -> Void
    ) -> URLSessionUploadTask { fatalError() }

    public func data(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func data(
        from url: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func upload(
        for request: URLRequest, fromFile fileURL: URL, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func upload(
        for request: URLRequest, from bodyData: Data, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (Data, URLResponse) { fatalError() }
    public func download(
        for request: URLRequest, delegate: (any URLSessionTaskDelegate)? = nil
    ) async throws -> (URL, URLResponse) { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
    @objc public enum State: Int, @unchecked Sendable { case running, suspended, canceling, completed }
    open var taskIdentifier: Int { fatalError() }
    open var originalRequest: URLRequest? { fatalError() }
    open var currentRequest: URLRequest? { fatalError() }
    open var response: URLResponse? { fatalError() }
    open var taskDescription: String?
    open var state: State { fatalError() }
    open var error: (any Error)? { fatalError() }
    open var delegate: (any URLSessionTaskDelegate)?
    open func cancel() {}
    open func suspend() {}
    open func resume() {}
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}
open class URLSessionDownloadTask: URLSessionTask, @unchecked Sendable {
    open func cancel(byProducingResumeData completionHandler: @escaping @Sendable (Data?) -> Void) {}
}
open class URLSessionTaskMetrics: NSObject, @unchecked Sendable {
    open var redirectCount: Int { fatalError() }
}
