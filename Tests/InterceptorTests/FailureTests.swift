// FailureTests.swift: failures of the reference client as errors of Foundation.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoader
import QuintainLoop
import QuintainWords
import Testing

@testable import QuintainInterceptor

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `A failure` {
    /// The rows of docs/reference-client.md: kind and code.
    static let rows: [(String, Int)] = {
        let root = String(#filePath.dropLast("/Tests/InterceptorTests/FailureTests.swift".count))
        let bytes = (try? Files.read(root + "/docs/reference-client.md", limit: 1 << 20)) ?? []
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            .drop { !$0.hasPrefix("| kind | `NSURLError`") }.dropFirst(2).prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { $0.filter { $0 != " " && $0 != "`" } } }
            .map { ($0[0], Int($0[2]) ?? 0) }
    }()

    @Test func `has the code that the table of failures names`() {
        #expect(Self.rows.map(\.0) == FailKind.words)
        let url = URL(string: "http://web.test/")
        for (row, kind) in zip(Self.rows, FailKind.allCases) {
            let error = LoadFailure(kind, "it failed").error(for: url) as NSError
            #expect(error.code == row.1, "\(kind)")
            #expect(error.domain == (kind == .proxy ? "kCFErrorDomainCFNetwork" : NSURLErrorDomain))
            #expect(error.localizedDescription == "it failed")
        }
    }
}
