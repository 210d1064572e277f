// StoragePolicyTests.swift: whether a response may be stored, and where.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A storage policy` {
    struct Row: Sendable, CustomTestStringConvertible {
        var policy: URLCache.StoragePolicy
        var method = "GET"
        var scheme = "http"
        var status = 200
        var asked: String?
        var said: String?
        var testDescription: String {
            "\(method) \(scheme), \(asked ?? "-") → \(status), \(said ?? "-")"
        }
    }

    static let statuses = (100...599).map { status in
        Row(policy: [200, 203, 206, 301, 304, 404, 410].contains(status) ? .allowed : .notAllowed, status: status)
    }

    static let rows = [
        Row(policy: .allowed), Row(policy: .allowedInMemoryOnly, scheme: "https"),
        Row(policy: .allowedInMemoryOnly, scheme: "HTTPS"), Row(policy: .notAllowed, scheme: "https", status: 500),
        Row(policy: .notAllowed, said: "no-store"), Row(policy: .notAllowed, said: "max-age=60, No-Store"),
        Row(policy: .notAllowed, scheme: "https", said: "private,no-store"), Row(policy: .allowed, said: "no-cache"),
        Row(policy: .allowed, said: "max-age=0"), Row(policy: .allowed, said: "x-no-store"),
        Row(policy: .allowed, said: "no-cache=\"x, no-store\""),
        Row(policy: .notAllowed, asked: "no-store"), Row(policy: .notAllowed, asked: "no-cache, no-store"),
        Row(policy: .allowed, asked: "no-cache"), Row(policy: .allowed, method: "HEAD"),
        Row(policy: .notAllowed, method: "POST"), Row(policy: .notAllowed, method: "PUT"),
        Row(policy: .notAllowed, method: "DELETE"), Row(policy: .allowed, method: "get"),
    ]

    @Test(arguments: rows + statuses) func `is that of the sample`(row: Row) throws {
        let url = try #require(URL(string: "\(row.scheme)://web.test/"))
        var request = URLRequest(url: url)
        request.httpMethod = row.method
        if let asked = row.asked { request.setValue(asked, forHTTPHeaderField: "Cache-Control") }
        let response = try #require(
            HTTPURLResponse(
                url: url, statusCode: row.status, httpVersion: "HTTP/1.1",
                headerFields: row.said.map { ["Cache-Control": $0] }))
        #expect(cacheStoragePolicy(for: request, response: response) == row.policy)
    }
}
