// MoreTime.swift: what gives a client more time, where the time of a line was over.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum MoreTime {
    /// The remedy of a finding such as `` `> GET /b` did not happen within 5000 ms ``, for a command that has `--patience`;
    /// nil: its line was not late, or no time brings it. Where a client was early instead, the line gets a time of its own, which nothing
    /// lengthens.
    package static func help(_ sentence: String, line: Int?) -> String? {
        guard let late = sentence.firstMatch(of: pattern), let milliseconds = Int(late.1) else { return nil }
        let time = milliseconds < seconds * 1_000 ? "\(seconds)s" : "\(milliseconds / 500)s"
        let one = line.map { ", and 'within \(time)' above line \($0) for that one" } ?? ""
        return "'--patience \(time)' gives a client more time for each line\(one)"
    }

    /// A client that waits for the server is given time in vain. Computed, because a regular expression is not `Sendable`.
    private static var pattern: Regex<(Substring, Substring)> {
        /(?:did not happen|came|began|found no room|has not ended) within (\d+) ms(?! of|: connection \S+ waits for its reply)/
    }

    private static let seconds = 30
}
