// PageTests.swift: pages contain their data, and no data can break out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript
import Testing

@testable import QuintainPages

@Suite struct `Pages` {
    private func html(_ value: JSONText, title: String = "A page") -> String {
        var page = Page(title: title, assets: PageAsset.allCases)
        page.values = [("what", value)]
        return String(decoding: page.html, as: UTF8.self)
    }

    @Test(arguments: [
        "</script><script>alert(1)</script>", "<!-- <script>", "<![CDATA[", "a < b", "\u{2028}\u{0}\"\\", "]]>", "&lt;",
    ])
    func `keep a hostile text within its block`(text: String) throws {
        let page = html(.object([("text", .text(text))]))
        let begin = try #require(page.firstRange(of: "id=\"what\">"))
        let end = try #require(page[begin.upperBound...].firstRange(of: "</script>"))
        let block = page[begin.upperBound..<end.lowerBound]
        #expect(!block.contains("<"))
        #expect(try JSONText(parsing: String(block))["text"]?.text == text)
    }

    @Test func `keep a hostile title a title`() {
        let page = html(.null, title: "</title><script>\"&'")
        #expect(page.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;'</title>"))
    }

    @Test func `run the scripts that are ours, and load nothing`() throws {
        let page = html(.null)
        #expect(page.contains("default-src 'none'"))
        #expect(page.contains("connect-src 'none'"))
        #expect(!page.contains("unsafe-"))
        #expect(!page.contains("src=\"http") && !page.contains("@import") && !page.contains("url("))
        #expect(page.ranges(of: "<script>").count == 1 && page.ranges(of: "<style>").count == 1)
    }

    /// A script that writes markup could be made to write an attacker's.
    @Test(arguments: PageAsset.allCases)
    func `have files that never write markup, nor end their own element`(asset: PageAsset) {
        let text = String(decoding: asset.bytes, as: UTF8.self)
        #expect(!text.isEmpty)
        for word in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "</script", "<!--", "</style",
        ] {
            #expect(!text.contains(word), "\(asset.rawValue): \(word)")
        }
    }

    @Test func `draw each kind of event, and no other`() throws {
        let text = String(decoding: PageAsset.rows.bytes, as: UTF8.self)
        let lines = text.split(separator: "\n")
        let first = try #require(lines.firstIndex { $0.hasSuffix("const kinds = {") })
        let last = try #require(lines[first...].firstIndex(of: "    };"))
        let drawn = lines[first..<last].filter { $0.hasPrefix("        \"") }.map { $0.split(separator: "\"")[1] }
        #expect(drawn.map(String.init).sorted() == EventKind.allCases.map(\.rawValue).sorted())
    }
}
