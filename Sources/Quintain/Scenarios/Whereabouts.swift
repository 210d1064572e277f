// Whereabouts.swift: where the text of a scenario stands in the source of its test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text of several lines is found by them, however far they are indented. One that is put together is not.
enum Whereabouts {
    /// `scenario:1 is FormsTests.swift:14`; nil: it is not there, or the source is not at hand.
    static func sentence(of text: String, near place: TestPlace) -> String? {
        let wanted = lines(of: text)
        guard wanted.count > 1, let source = try? String(contentsOfFile: place.filePath, encoding: .utf8),
            let line = line(of: wanted, in: lines(of: source), near: place.line)
        else { return nil }
        return "scenario:1 is \(place.fileID.split(separator: "/").last ?? "line"):\(line)"
    }

    /// The line of the source, counted from one: where it stands more than once, the one that is nearest.
    private static func line(of wanted: [Substring], in source: [Substring], near line: Int) -> Int? {
        source.indices
            .filter { source[$0...].starts(with: wanted) }
            .min { abs($0 + 1 - line) < abs($1 + 1 - line) }
            .map { $0 + 1 }
    }

    private static func lines(of text: String) -> [Substring] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.drop { $0 == " " || $0 == "\t" }
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }
}
