// Whereabouts.swift: finds the text of a scenario in the source of its test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A text of several lines is found by its lines, however far they are indented; a text that is put together is not
/// found.
enum Whereabouts {
    /// The place of a scenario that is not played, for a test that throws: it is shown at its beginning, which may be far
    /// away.
    static func sentence(of text: String?, named name: String, at place: TestPlace) -> String {
        text.flatMap { sentence(of: $0, near: place) } ?? "\(name) is played at \(place.brief)"
    }

    /// `scenario:1 is FormsTests.swift:14`; nil: the text is not there, or the source is not at hand.
    static func sentence(of text: String, near place: TestPlace) -> String? {
        let wanted = lines(of: text)
        guard wanted.count > 1, let source = try? String(contentsOfFile: place.filePath, encoding: .utf8),
            let line = line(of: wanted, in: lines(of: source), near: place.line)
        else { return nil }
        return "scenario:1 is \(place.file):\(line)"
    }

    /// The number of the text's first line in the source, counted from one; of several places the nearest to the play.
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
