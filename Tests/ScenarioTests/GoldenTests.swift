// GoldenTests.swift: diagnostics of wrong files, compared with reviewed ones.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import Testing

@testable import QuintainScenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// `fixtures/invalid/NAME.scenario` with `NAME.expected` beside it. `QUINTAIN_GOLDEN=rewrite` writes the latter.
@Suite struct `Wrong files` {
    private static let folder = TestFiles.root + "fixtures/invalid/"
    private static let names = TestFiles.names(in: folder, suffix: ".scenario").map { String($0.dropLast(9)) }

    private static func rendered(_ name: String) throws -> String {
        let source = try #require(TestFiles.bytes(folder + name + ".scenario"))
        return DiagnosticText.rendered(read(source, name).advised, source: source)
    }

    private static func read(_ source: [UInt8], _ name: String) -> Reading {
        ScenarioReader.read(source, file: "fixtures/invalid/\(name).scenario") { file in
            TestFiles.bytes(folder + file).map { .success($0) } ?? .failure(.missing)
        }
    }

    @Test func `are many`() {
        #expect(Self.names.count >= 40)
    }

    @Test(arguments: names)
    func `get exactly these diagnostics`(name: String) throws {
        let actual = try Self.rendered(name)
        let path = Self.folder + name + ".expected"
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            let file = try #require(fopen(path, "w"))
            defer { fclose(file) }
            fputs(actual, file)
            return
        }
        let expected = try #require(TestFiles.bytes(path), "no expectation yet: QUINTAIN_GOLDEN=rewrite makes one")
        #expect(actual == String(decoding: expected, as: UTF8.self))
    }

    @Test(arguments: names)
    func `get at least one diagnostic`(name: String) throws {
        #expect(try !Self.rendered(name).isEmpty)
    }

    @Test func `show every slug but those of files too large to keep`() throws {
        var missing = Set(Slug.allCases)
        for name in Self.names {
            let source = try #require(TestFiles.bytes(Self.folder + name + ".scenario"))
            let reading = Self.read(source, name)
            missing.subtract(reading.advised.map(\.slug))
        }
        #expect(missing == [.fileTooLarge])
    }
}
