// Scenario+OwnText.swift: the text of one run as a file of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// The file's lines without its tables, whose cells are put in, and with an `over` that says this run's version
    /// alone: read anew, they are this run. The number of each is its number in the file, and 0 that of a line that the
    /// file does not have.
    package var ownText: [(number: Int, text: String)] {
        let version = demands.contains(.http2) ? VersionWord.two : .one
        var lines: [(number: Int, text: String)] = []
        var isInTable = false
        var saysOver = false
        for (index, text) in source.enumerated() {
            let isContinued = text.isEmpty || text.hasPrefix(" ") || text.hasPrefix("#")
            let word = text.prefix { $0 != " " }
            if !isContinued { isInTable = word == LineWord.cases.rawValue }
            if isInTable, !text.hasPrefix("#") { continue }
            if word == LineWord.over.rawValue {
                saysOver = true
                lines.append((index + 1, "over   \(version.rawValue)"))
            } else {
                lines.append((index + 1, text))
            }
        }
        if version == .two, !saysOver, leavesVersionsOpen {
            let title = lines.firstIndex { $0.text.hasPrefix("#") }.map { $0 + 1 } ?? 0
            lines.insert((0, "over   \(version.rawValue)"), at: title)
        }
        return lines
    }

    /// Some origin says nothing of what it speaks itself.
    private var leavesVersionsOpen: Bool {
        origins.contains { origin in
            origin.role == .server
                && !origin.options.contains {
                    $0.name == OriginOption.http.rawValue || $0.name == OriginOption.alpn.rawValue
                }
        }
    }
}
