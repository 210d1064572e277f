// Requests.swift: the requests of the client, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
public import QuintainTestIssues

extension Play {
    /// A request of the client, as it came over the wire.
    public typealias Request = RequestOfPlay

    /// The client's requests so far, in the order in which they began; those that no line takes are among them.
    ///
    /// ```swift
    /// #expect(try await play.requests.map(\.target) == ["/form", "/done"])
    /// #expect(try await play.requests[0]["Content-Type"] == "application/json")
    /// ```
    public var requests: [Request] {
        get async throws {
            let journal: JournalPage = try await run.server.answer("GET", run.path + "/requests")
            return journal.requests.map { told in
                Request(
                    method: told.method, target: told.target, origin: told.origin ?? "", fields: told.fields,
                    body: told.bytes, isCut: told.cut ?? false, line: told.line)
            }
        }
    }
}

/// What the server tells of requests, of a session or of its routes.
struct JournalPage: Decodable {
    let count: Int
    let requests: [Told]
    /// Whether there are more than it tells at once.
    let more: Bool?

    struct Told: Decodable {
        let n: Int
        let method: String
        let target: String
        let header: [[String]]
        let body: String?
        let hex: String?
        let cut: Bool?
        // Of a session.
        let origin: String?
        let line: Int?
        // Of routes.
        let route: String?
        let refusal: String?
        let incomplete: Bool?

        var fields: [RequestField] {
            header.compactMap { $0.count == 2 ? RequestField(name: $0[0], value: $0[1]) : nil }
        }

        /// The body as text, or by its digits if it is none.
        var bytes: Data {
            guard let hex else { return Data((body ?? "").utf8) }
            let digits = Array(hex)
            return Data(
                stride(from: 0, to: digits.count - 1, by: 2).compactMap {
                    UInt8(String(digits[$0...$0 + 1]), radix: 16)
                })
        }
    }
}
