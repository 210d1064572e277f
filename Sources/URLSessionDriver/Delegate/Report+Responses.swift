// Report+Responses.swift: responses, header fields and failures, in the words of the scenario language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension Report {
    static func response(_ response: URLResponse) -> Report {
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

    /// They are kept without their order.
    static func header(_ fields: [AnyHashable: Any]) -> [[String]] {
        fields.map { ["\($0)", "\($1)"] }.sorted { $0[0] < $1[0] }
    }

    static func failure(_ error: any Error) -> Report {
        let cocoa = error as NSError
        var report = Report(.fail, Failure(error).rawValue)
        // What it was put into one of the kinds from.
        report.fields = ["code": "\(cocoa.code)", "domain": cocoa.domain, "reason": cocoa.localizedDescription]
        return report
    }
}

extension Answer {
    /// The new request of `-> to URL`, with the fields that stand below it.
    func request(instead request: URLRequest, to base: URL?) -> URLRequest {
        var new = request
        if let url = text(0).flatMap({ URL(string: $0, relativeTo: base) }) { new.url = url.absoluteURL }
        for field in header ?? [] where field.count == 2 { new.setValue(field[1], forHTTPHeaderField: field[0]) }
        return new
    }
}
