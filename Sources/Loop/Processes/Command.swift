// Command.swift: what to start, and how it is connected.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A program to start.
package struct Command: Sendable {
    package enum Stream: Equatable, Sendable {
        /// The same as ours.
        case inherit
        /// Empty to read from, swallows what is written.
        case null
        /// A channel at our end.
        case pipe
        /// An open descriptor, which stays open here.
        case descriptor(Int32)
    }

    /// The name or path of the program, then its arguments.
    package var words: [String]
    /// All of its variables; nil means ours.
    package var environment: [String: String]?
    /// Where it runs; nil means where we do.
    package var folder: String?
    package var input: Stream
    package var output: Stream
    package var errors: Stream
    /// A group of its own can be ended as a whole, and does not hear the Ctrl-C that is meant for us.
    package var hasOwnGroup: Bool
    /// When it ends, the processes that it left in its group are ended, too.
    package var endsItsGroup: Bool

    package init(
        _ words: [String],
        environment: [String: String]? = nil,
        folder: String? = nil,
        input: Stream = .null,
        output: Stream = .inherit,
        errors: Stream = .inherit,
        hasOwnGroup: Bool = true,
        endsItsGroup: Bool = false
    ) {
        self.words = words
        self.environment = environment
        self.folder = folder
        self.input = input
        self.output = output
        self.errors = errors
        self.hasOwnGroup = hasOwnGroup
        self.endsItsGroup = endsItsGroup
    }
}
