// BreachCatalogue.swift: the meaning of each kind of breach, for `quintain explain`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Breach.Slug {
    /// The explanation of this kind of breach, and what to look at.
    package var explanation: String {
        guard let text = Self.explanations[rawValue] else { preconditionFailure("breaches.txt lacks '\(rawValue)'") }
        return text
    }

    /// The texts of `Catalogue`, by slug: `=== SLUG`, and the explanation.
    private static let explanations: [String: String] = {
        let sections = String(decoding: PackageResources.breaches_txt, as: UTF8.self).split(separator: "\n=== ")
            .dropFirst()
        let entries = sections.map { $0.split(separator: "\n", maxSplits: 1).map(String.init) }
        return Dictionary(
            uniqueKeysWithValues: entries.map { ($0[0], $0[1].hasSuffix("\n") ? String($0[1].dropLast()) : $0[1]) })
    }()
}
