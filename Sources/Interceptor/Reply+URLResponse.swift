// Reply+URLResponse.swift: what the reference client says of replies and failures, in Foundation's words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainWire
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPURLResponse {
    /// Fields of one name become one, as in Foundation. nil: the URL is none to Foundation.
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
    /// By the table of docs/reference-client.md.
    func error(for url: URL?) -> any Error {
        var words: [String: Any] = [NSLocalizedDescriptionKey: sentence]
        if let url { words[NSURLErrorFailingURLErrorKey] = url }
        // Foundation on Linux knows a code or not, and on a Mac takes any.
        guard let number = kind.code, let code = URLError.Code(rawValue: number) as URLError.Code? else {
            return NSError(domain: "kCFErrorDomainCFNetwork", code: Self.proxyFailure, userInfo: words)
        }
        return URLError(code, userInfo: words)
    }

    /// kCFErrorHTTPSProxyConnectionFailure
    private static let proxyFailure = 310
}
