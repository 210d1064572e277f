// Mutant.swift: one fault of a client, by name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A fault of the reference client, for tests only: a scenario or rule that does not notice a mutant is blind there.
package struct Mutant: Sendable {
    /// The name, hyphenated words that finish the sentence "a client that …".
    package let name: String
    /// The fault, finishing the same sentence.
    package let wrong: String
    /// The rule that the fault breaks.
    package let citation: String
    /// The way of loading to test it with, as `quintain check` calls it.
    package let way: String
    /// The groups of scenarios to try first.
    package let groups: [String]
    let sabotage: Sabotage

    init(
        _ name: String, _ wrong: String, breaks citation: String, way: String = "delegate", in groups: String...,
        sabotage: Sabotage
    ) {
        self.name = name
        self.wrong = wrong
        self.citation = citation
        self.way = way
        self.groups = groups
        self.sabotage = sabotage
    }

    package static let all: [Mutant] =
        ofOrder + ofQuestions + ofRequests + ofTargets + ofRedirects + ofFraming + ofHeads + ofFields + ofCodings
        + ofConnections
        + ofCookies + ofCaches + ofChallenges + ofDigest + ofSecurity + ofProxies + ofDownloads + ofUploads
        + ofMetadata + ofTime + ofStreams + ofFrames

    package static func named(_ name: String) -> Mutant? { all.first { $0.name == name } }
}
