// MessageFault.swift: the reason why a message is refused.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct MessageFault: Error, Sendable, Equatable {
    /// A stable name for programs: `wrong-type`.
    package var slug: String
    package var message: String
    /// What to write instead.
    package var help: String

    package init(_ slug: String, _ message: String, help: String) {
        self.slug = slug
        self.message = message
        self.help = help
    }

    /// The message and the remedy in one sentence.
    package var sentence: String { "\(message); \(help)" }
}
