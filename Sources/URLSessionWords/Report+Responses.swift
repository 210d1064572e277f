// Report+Responses.swift: responses, header fields and failures, in the words of the scenario language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

extension Report {
    package static func response(_ response: URLResponse) -> Report {
        let http = response as? HTTPURLResponse
        var report = Report(.response, "\(http?.statusCode ?? 0)")
        if let type = response.mimeType { report.subject?.append(type) }
        var fields = ["url": response.url?.absoluteString ?? ""]
        if response.expectedContentLength != NSURLSessionTransferSizeUnknown {
            fields["length"] = "\(response.expectedContentLength)"
        }
        if let encoding = response.textEncodingName { fields["encoding"] = encoding }
        if let filename = response.suggestedFilename { fields["filename"] = filename }
        report.fields = fields
        report.header = header(http?.allHeaderFields ?? [:])
        return report
    }

    package static func informational(_ response: HTTPURLResponse) -> Report {
        var report = Report(.informational, "\(response.statusCode)")
        report.header = header(response.allHeaderFields)
        return report
    }

    package static func redirect(_ response: HTTPURLResponse, to request: URLRequest) -> Report {
        var report = Report(.redirect, "\(response.statusCode)", request.url?.absoluteString ?? "")
        report.fields = ["method": request.httpMethod ?? ""]
        report.header = header(request.allHTTPHeaderFields ?? [:])
        return report
    }

    package static func willCache(_ proposed: CachedURLResponse) -> Report {
        var report = Report(.willCache)
        report.fields = ["storage": proposed.storagePolicy.word]
        return report
    }

    /// The header fields, sorted by name, because Foundation keeps no order.
    private static func header(_ fields: [AnyHashable: Any]) -> [[String]] {
        fields.map { ["\($0)", "\($1)"] }.sorted { $0[0] < $1[0] }
    }

    package static func failure(_ error: any Error) -> Report {
        let cocoa = error as NSError
        var report = Report(.fail, Failure(error).rawValue)
        // The error that the kind was made from.
        report.fields = ["code": "\(cocoa.code)", "domain": cocoa.domain, "reason": cocoa.localizedDescription]
        return report
    }
}

extension Answer {
    /// The new request of `-> to URL` or `-> body BYTES`, with the fields below that line.
    package func request(instead request: URLRequest, to base: URL?) -> URLRequest {
        var new = request
        if decision == .body {
            new.httpBody = values?.first?.content
        } else if let url = text(0).flatMap({ URL(string: $0, relativeTo: base) }) {
            new.url = url.absoluteURL
        }
        for field in header ?? [] where field.count == 2 { new.setValue(field[1], forHTTPHeaderField: field[0]) }
        return new
    }
}

extension URLCache.StoragePolicy {
    fileprivate var word: String {
        switch self {
        case .allowed: "disk"
        case .allowedInMemoryOnly: "memory"
        default: "no"
        }
    }
}
