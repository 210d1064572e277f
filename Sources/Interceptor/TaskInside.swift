// TaskInside.swift: what FoundationNetworking keeps from protocols: a session's configuration, and the body of an upload.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The loading system of Apple hands a protocol the fields of the configuration and the body of an upload with the request.
/// FoundationNetworking leaves both within the task, where a mirror finds them. What it does not find is not obeyed.
struct TaskInside {
    /// nil: it is unknown, or the request has all of it.
    let configuration: URLSessionConfiguration?
    private let body: Body?

    private enum Body {
        case bytes(Data)
        case file(URL)
    }

    /// The body of an upload is a file: unlike that of a stream, its length is known.
    var isOfFile: Bool { if case .file? = body { true } else { false } }

    init(_ task: URLSessionTask?) {
        #if canImport(FoundationNetworking)
            let members = task.map { Self.members(["session", "knownBody"], of: $0) } ?? [:]
            configuration = (members["session"] as? URLSession)?.configuration
            body = members["knownBody"].flatMap { Mirror(reflecting: $0).children.first?.value }.flatMap { body in
                (body as? DispatchData).map { .bytes(Data($0)) } ?? (body as? URL).map { .file($0) }
            }
        #else
            (configuration, body) = (nil, nil)
        #endif
    }

    /// These variables of a task, its superclasses' included. No further one is read than the last of them: other threads
    /// change the task meanwhile.
    private static func members(_ names: Set<String>, of task: URLSessionTask) -> [String: Any] {
        var members: [String: Any] = [:]
        var mirror: Mirror? = Mirror(reflecting: task)
        var left = names
        while let one = mirror {
            for case (let name?, let value) in one.children where left.remove(name) != nil {
                let isOptional = Mirror(reflecting: value).displayStyle == .optional
                members[name] = isOptional ? Mirror(reflecting: value).children.first?.value : value
                if left.isEmpty { return members }
            }
            mirror = one.superclassMirror
        }
        return members
    }

    /// The request with what its session would have added: fields, body, and the settings that it leaves as they are.
    func completing(_ request: URLRequest) -> URLRequest {
        var request = request
        if request.httpBody == nil, request.httpBodyStream == nil {
            switch body {
            case .bytes(let data): request.httpBody = data
            case .file(let url): request.httpBodyStream = InputStream(fileAtPath: url.path)
            case nil: break
            }
        }
        guard let configuration else { return request }
        for case (let name as String, let value as String) in configuration.httpAdditionalHeaders ?? [:]
        where request.value(forHTTPHeaderField: name) == nil {
            request.setValue(value, forHTTPHeaderField: name)
        }
        if request.timeoutInterval == Self.usualTimeout {
            request.timeoutInterval = configuration.timeoutIntervalForRequest
        }
        if request.cachePolicy == .useProtocolCachePolicy { request.cachePolicy = configuration.requestCachePolicy }
        if !configuration.handlesCookies { request.httpShouldHandleCookies = false }
        return request
    }

    /// What a request has that sets none.
    private static let usualTimeout: TimeInterval = 60
}

extension URLSessionConfiguration {
    /// A session keeps cookies and sends them. Where one of both is forbidden, neither is done.
    fileprivate var handlesCookies: Bool {
        httpCookieStorage != nil && httpShouldSetCookies && httpCookieAcceptPolicy != .never
    }
}
