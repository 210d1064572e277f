// BuildCommit.swift: the commit of which a distributed command was made.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop

/// The commit stands in a line of fixed length at the end of the executable, which `Scripts/dist/mark` appends. The same
/// commit makes the same file, and a build of one's own, which has no such line, is not made anew with each commit.
///
/// ```
/// quintain-commit 9b6a541a
/// ```
enum BuildCommit {
    static let lineLength = 40

    /// Nil if the executable does not end in such a line.
    static func of(_ executable: String) -> String? {
        guard let line = try? Files.readEnd(executable, lineLength) else { return nil }
        let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard line.count == lineLength, line.last == UInt8(ascii: "\n"), words.count == 2, words[0] == mark else {
            return nil
        }
        return String(words[1])
    }

    private static let mark = "quintain-commit"
}
