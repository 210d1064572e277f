// DocumentTests.swift: docs/contracts.md and its pictures are generated from the rules and machines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainOrder

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `QUINTAIN_GOLDEN=rewrite` writes them.
@Suite struct `docs/contracts.md` {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    private static func compare(_ actual: String, with name: String) throws {
        let path = "\(root)/docs/\(name)"
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let file = try #require(fopen(path, "w"))
            defer { fclose(file) }
            fputs(actual, file)
            return
        }
        let file = try #require(fopen(path, "r"), "there is no \(path): QUINTAIN_GOLDEN=rewrite makes it")
        defer { fclose(file) }
        var expected: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            expected += buffer[..<count]
        }
        #expect(actual == String(decoding: expected, as: UTF8.self), "\(name) is not what its source makes of it")
    }

    @Test func `is what the rules say`() throws {
        try Self.compare(ContractsDocument.text, with: "contracts.md")
    }

    @Test(arguments: Contract.allCases) func `has the graph of each contract`(contract: Contract) throws {
        try Self.compare(StateDiagram(contract).dot, with: "contracts/\(contract.name).dot")
    }

    @Test func `names every rule, callback and contract`() {
        let text = ContractsDocument.text
        for rule in Rule.allCases { #expect(text.contains("\n#### \(rule.name)\n")) }
        for name in TracedCallback.names where name != "cancel" { #expect(text.contains("`\(name)`")) }
        for contract in Contract.allCases { #expect(text.contains("### `\(contract.name)`")) }
        for member in TraceMember.allCases where member != .callback { #expect(text.contains("`\(member.rawValue)`")) }
    }
}
