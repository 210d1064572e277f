// PairChoice.swift: which two changes are made together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Pairs of changes of two families: each two places at least once, as far as the budget goes.
package enum PairChoice {
    /// The indices of the singles that get a second change: one of each family and place.
    package static func sources(among singles: [VariantChoice.Single], seed: UInt64) -> [Int] {
        var dice = SeededGenerator(seed &+ 1)
        var groups: [String: [Int]] = [:]
        for (index, single) in singles.enumerated() where !single.family.strikesAtBytes {
            groups["\(single.family.name) \(single.change.place)", default: []].append(index)
        }
        return groups.sorted { $0.key < $1.key }.compactMap { $0.value.randomElement(using: &dice) }.sorted()
    }

    /// The second changes of a variant, which was read and surveyed anew: of each later family one at each place.
    package static func seconds(
        of subject: Subject, behind first: Family, among families: [Family], seed: UInt64
    ) -> [(family: Family, change: Change)] {
        var dice = SeededGenerator(seed &+ 2)
        guard let start = families.firstIndex(where: { $0.name == first.name }) else { return [] }
        return families[(start + 1)...].flatMap { family -> [(family: Family, change: Change)] in
            var groups: [String: [Change]] = [:]
            for change in family.changes(of: subject).all { groups[change.place, default: []].append(change) }
            return groups.sorted { $0.key < $1.key }.compactMap { place in
                place.value.randomElement(using: &dice).map { (family, $0) }
            }
        }
    }
}
