// Command.swift: a program to start, with its streams and its environment.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A program to start.
package struct Command: Sendable {
    package enum Stream: Equatable, Sendable {
        /// The same as ours.
        case inherit
        /// Reads as empty; drops what is written.
        case null
        /// A pipe to a channel at our end.
        case pipe
        /// An open descriptor, which stays open in this process.
        case descriptor(Int32)
    }

    /// The name or path of the program, then its arguments.
    package var words: [String]
    /// All variables of the program; nil: ours.
    package var environment: [String: String]?
    /// The folder in which it runs; nil: ours.
    package var folder: String?
    package var input: Stream
    package var output: Stream
    package var errors: Stream
    /// Whether it has a process group of its own, which can be ended as a whole and does not get our Ctrl-C.
    package var hasOwnGroup: Bool
    /// Whether the processes that it leaves in its group are killed when it ends.
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
