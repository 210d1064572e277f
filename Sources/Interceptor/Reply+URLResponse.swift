// Reply+URLResponse.swift: the reference client's replies and failures as Foundation's types.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// Fields of one name are joined, as in Foundation. nil: Foundation does not take the URL.
    convenience init?(_ reply: Reply) {
        guard let url = URL(string: reply.url) else { return nil }
        var fields: [String: String] = [:]
        var names: [String: String] = [:]
        for field in reply.fields {
            let name = names[field.name.lowercased()] ?? field.name
            names[name.lowercased()] = name
            let value = String(decoding: field.value, as: UTF8.self)
            fields[name] = fields[name].map { "\($0), \(value)" } ?? value
        }
        self.init(url: url, statusCode: reply.status, httpVersion: "HTTP/1.1", headerFields: fields)
    }
}

extension LoadFailure {
    /// The error of the kind, by the table of docs/reference-client.md.
    func error(for url: URL?) -> any Error {
        var words: [String: Any] = [NSLocalizedDescriptionKey: sentence]
        if let url { words[NSURLErrorFailingURLErrorKey] = url }
        // Foundation on Linux makes nil of an unknown code; on a Mac it takes any.
        guard let number = code, let code = URLError.Code(rawValue: number) as URLError.Code? else {
            return NSError(domain: "kCFErrorDomainCFNetwork", code: Self.proxyFailure, userInfo: words)
        }
        return URLError(code, userInfo: words)
    }

    /// kCFErrorHTTPSProxyConnectionFailure
    private static let proxyFailure = 310
}
