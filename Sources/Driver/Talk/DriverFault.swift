// DriverFault.swift: a driver's breach of the protocol.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The driver broke the protocol: the case ends, and the process with it.
package struct DriverFault: Error, Sendable, Equatable {
    package enum Slug: String, CaseIterable, Sendable {
        case noJSON = "no-json"
        case tooLong = "too-long"
        case noGreeting = "no-greeting"
        case otherVersion = "other-version"
        case secondGreeting = "second-greeting"
        case wrongType = "wrong-type"
        case unknownCallback = "unknown-callback"
        case unnamedCallback = "unnamed-callback"
        case unknownLoad = "unknown-load"
        case noCase = "no-case"
        case questionAgain = "question-again"
        case tooMuch = "too-much"
        case wrongEnd = "wrong-end"
        case noFile = "no-file"
    }

    package var slug: Slug
    /// The mistake, and what to write instead.
    package var sentence: String

    package init(_ slug: Slug, _ sentence: String) {
        self.slug = slug
        self.sentence = sentence
    }
}
