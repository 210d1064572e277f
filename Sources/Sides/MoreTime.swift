// MoreTime.swift: what gives a client more time for a line.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

package enum MoreTime {
    /// The remedy for a line that came to the end of its time, for a command that has `--patience`; nil: no time brings it.
    /// Where a client was early instead, the line gets a time of its own, which nothing lengthens.
    package static func help(_ difference: Difference, line: Int?) -> String? {
        guard let milliseconds = difference.overdue else { return nil }
        let time = milliseconds < seconds * 1_000 ? "\(seconds)s" : "\(milliseconds / 500)s"
        let one = line.map { ", and 'within \(time)' above line \($0) for that one" } ?? ""
        return "'--patience \(time)' gives a client more time for each line\(one)"
    }

    private static let seconds = 30
}
