// ErrorTableTests.swift: the kinds of failure in docs/reference-client.md.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing
import QuintainWords

@Suite struct `The table of failures` {
    @Test func `names each kind once, with what Apple calls it`() throws {
        let root = String(#filePath.dropLast("/Tests/ReferenceTests/ErrorTableTests.swift".count))
        let text = String(
            decoding: try Files.read(root + "/docs/reference-client.md", limit: 1 << 20), as: UTF8.self)
        let rows = text.split(separator: "\n").drop { !$0.hasPrefix("| kind | `NSURLError`") }.dropFirst(2)
            .prefix { $0.hasPrefix("|") }
            .map { $0.split(separator: "|").map { String($0.filter { $0 != " " && $0 != "`" }) } }
        #expect(rows.map { $0[0] } == FailKind.words)
        #expect(rows.allSatisfy { $0[1].hasPrefix("NSURLError") || $0[1].hasPrefix("kCFError") })
        #expect(Set(rows.map { $0[1] }).count == rows.count && Set(rows.map { $0[2] }).count == rows.count)
        #expect(rows.allSatisfy { Int($0[2]) != nil })
    }
}
