// Scenario+OwnText.swift: the text of one run as a file of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Scenario {
    /// The file's lines without its tables, with the row's cells put in, and with an `over` that names this run's
    /// version alone, and with what shorthand stands for: read again, they are this run. A value that stands on several lines stands on one, so that what
    /// varies lines need not know of them. `number` is the line's number in the file, or 0 if the file does not have the
    /// line.
    package var ownText: [(number: Int, text: String)] {
        let version = demands.contains(.http2) ? VersionWord.two : .one
        var lines: [(number: Int, text: String)] = []
        var isInTable = false
        var saysOver = false
        let values = lastLines
        var (start, valueEnd) = (0, 0)
        for (index, text) in source.enumerated() {
            if index < valueEnd {
                if writtenOut[start + 1] != nil { continue }
                let more = text.drop { $0 != " " }.drop { $0 == " " }
                if !more.isEmpty { lines[lines.count - 1].text += " \(more)" }
                continue
            }
            (start, valueEnd) = (index, values[index + 1] ?? 0)
            let isContinued = text.isEmpty || text.hasPrefix(" ") || text.hasPrefix("#")
            let word = text.prefix { $0 != " " }
            if !isContinued { isInTable = word == LineWord.cases.rawValue }
            if isInTable, !text.hasPrefix("#") { continue }
            if word == LineWord.over.rawValue {
                saysOver = true
                lines.append((index + 1, "over   \(version.rawValue)"))
            } else {
                lines += (writtenOut[index + 1] ?? [text]).map { (index + 1, $0) }
            }
        }
        if version == .two, !saysOver, leavesVersionsOpen {
            let title = lines.firstIndex { $0.text.hasPrefix("#") }.map { $0 + 1 } ?? 0
            lines.insert((0, "over   \(version.rawValue)"), at: title)
        }
        return lines
    }

    /// Whether an origin leaves its versions of HTTP to `over`.
    private var leavesVersionsOpen: Bool {
        origins.contains { origin in
            origin.role == .server
                && !origin.options.contains { $0.name == OriginOption.http.rawValue }
        }
    }
}
