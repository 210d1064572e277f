// Mutant.swift: one way in which a client can err, by name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// For tests only: what notices nothing of a mutant is blind there.
package struct Mutant: Sendable {
    /// Words with hyphens, as they would finish the sentence "a client that …".
    package let name: String
    /// What it does wrong, finishing the same sentence.
    package let wrong: String
    /// What it breaks.
    package let citation: String
    /// The ways of loading that are looked at, as `quintain check` calls them.
    package let way: String
    /// The groups of scenarios that are looked at first.
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
        ofOrder + ofQuestions + ofRequests + ofTargets + ofRedirects + ofFraming + ofCodings + ofConnections
        + ofCookies + ofCaches + ofChallenges + ofDigest + ofSecurity + ofProxies + ofDownloads + ofUploads
        + ofMetadata + ofTime + ofStreams + ofFrames

    package static func named(_ name: String) -> Mutant? { all.first { $0.name == name } }
}
