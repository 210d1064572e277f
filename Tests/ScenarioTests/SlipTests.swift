// SlipTests.swift: typical slips of authors, one by one, and their diagnostics.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A small file with one slip in it, and beneath `---` its diagnostics. `QUINTAIN_GOLDEN=rewrite` writes them anew.
/// Invisible characters are written `␉` (a tab), `␠` (a blank at the end), `⍽` (a no-break space), `␍` (CR), `␢` (no width).
private struct Slip {
    let name: String
    let typed: String
    let expected: String

    var source: String {
        var text = typed
        for (shown, meant) in [
            ("␉", "\t"), ("␠", " "), ("⍽", "\u{A0}"), ("␍", "\r"), ("␂", "\u{FEFF}"), ("␢", "\u{200B}"),
        ] {
            text = text.replacing(shown, with: meant)
        }
        return text
    }

    /// `4 warning misspelt-field: …`, and what to write instead.
    var told: String {
        read(source).advised.map {
            "\($0.place.line) \($0.severity) \($0.slug.rawValue): \($0.message)\n  \($0.help)\n"
        }.joined()
    }

    static let folder = TestFiles.folder + "Slips/"
    static let files = TestFiles.names(in: folder, suffix: ".slips")

    static func all(in file: String) -> [Slip] {
        let text = String(decoding: TestFiles.bytes(folder + file) ?? [], as: UTF8.self)
        return text.split(separator: "\n=== ", omittingEmptySubsequences: true).dropFirst().map { part in
            let end = part.firstIndex(of: "\n") ?? part.endIndex
            let halves = part[end...].dropFirst().split(
                separator: "---\n", maxSplits: 1, omittingEmptySubsequences: false)
            return Slip(
                name: String(part[..<end]), typed: String(halves[0]),
                expected: halves.count > 1 ? String(halves[1]) : "")
        }
    }

    static func head(of file: String) -> String {
        let text = String(decoding: TestFiles.bytes(folder + file) ?? [], as: UTF8.self)
        return text.split(separator: "\n=== ").first.map(String.init) ?? ""
    }
}

@Suite struct `What tired authors write` {
    @Test func `has been tried in many ways`() {
        #expect(Slip.files.map { Slip.all(in: $0).count }.reduce(0, +) >= 80)
    }

    @Test(arguments: Slip.files)
    func `is right, or is said`(file: String) throws {
        let slips = Slip.all(in: file)
        if getenv("QUINTAIN_GOLDEN").map({ String(cString: $0) }) == "rewrite" {
            try #require(getenv("CI") == nil, "expectations are rewritten by hand, and reviewed, never in CI")
            // Read before the file is opened for writing, which empties it.
            let head = Slip.head(of: file)
            let text = slips.map { "\n=== \($0.name)\n\($0.typed)---\n\($0.told)" }.joined()
            let output = try #require(fopen(Slip.folder + file, "w"))
            defer { fclose(output) }
            fputs(head + text, output)
            return
        }
        #expect(Set(slips.map(\.name)).count == slips.count, "each slip has a name of its own")
        for slip in slips {
            let told = slip.told
            #expect(told == slip.expected, "\(file): \(slip.name)")
            #expect(file == "right.slips" ? told.isEmpty : !told.isEmpty, "\(file): \(slip.name)")
        }
    }
}
