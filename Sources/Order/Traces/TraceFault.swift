// TraceFault.swift: why a line is no record of a trace.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct TraceFault: Error, Equatable, Sendable {
    package var line: Int
    /// What is wrong.
    package var message: String
    /// What to write instead.
    package var help: String
    /// An unknown name, and the names that may have been meant, the most likely first.
    package var word: String?
    package var names: [String]

    package init(line: Int, message: String, help: String, word: String? = nil, names: [String] = []) {
        self.line = line
        self.message = message
        self.help = help
        self.word = word
        self.names = names
    }
}
