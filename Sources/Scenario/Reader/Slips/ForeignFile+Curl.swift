// ForeignFile+Curl.swift: a file of curl's own tests, taken for a scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// curl's tests are files of sections, `<reply>` … `</reply>`.
enum CurlTestFile {
    static func found(among lines: [ArraySlice<UInt8>]) -> ForeignFile? {
        firstTag(among: lines).map {
            ForeignFile(
                line: $0, sentence: "this is a file of curl's own tests, and no scenario",
                help: "write what stands in <protocol> as '> ' lines, and what stands in <data> as '< ' lines below")
        }
    }

    /// The index of the first line that is the tag of a section, where the file has several.
    private static func firstTag(among lines: [ArraySlice<UInt8>]) -> Int? {
        var first: Int?
        var tags: Set<String> = []
        for (index, line) in lines.enumerated() {
            guard let tag = tag(of: line) else { continue }
            first = first ?? index
            tags.insert(tag)
        }
        return tags.isDisjoint(with: outer) || tags.count < 2 ? nil : first
    }

    /// `reply` of `<reply>`, `/data` of `</data>`, `data` of `<data nocheck="yes">`.
    private static func tag(of line: ArraySlice<UInt8>) -> String? {
        guard line.first == UInt8(ascii: "<"), line.last == UInt8(ascii: ">"), line.count < longest else { return nil }
        let inner = String(decoding: line.dropFirst().dropLast(), as: UTF8.self)
        let tag = String(inner.prefix { $0 != " " })
        let name = tag.hasPrefix("/") ? String(tag.dropFirst()) : tag
        // `<data <b>hi</b>` may be a line of a lane, and `<reply>` can be none.
        return (outer.contains(name) && inner == tag) || sections.contains(name) ? tag : nil
    }

    private static let outer: Set<String> = ["testcase", "info", "reply", "client", "verify"]
    private static let sections: Set<String> = [
        "keywords", "data", "datacheck", "server", "name", "command", "protocol", "features", "errorcode", "strip",
        "file",
    ]
    private static let longest = 80
}
