// VariantChoice.swift: which of many variants are played, within a budget.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Chooses single changes, so that no family has more than its share and every place has some.
package struct VariantChoice: Sendable {
    /// A change of a subject, by the subject's index.
    package struct Single: Sendable {
        package let subject: Int
        package let family: Family
        package let change: Change
    }

    /// The chosen changes, in the order of subjects, families and changes.
    package private(set) var singles: [Single] = []
    /// How many changes of each family there are beyond the budget.
    package private(set) var beyond: [String: Int] = [:]
    /// How many places were not varied, by family and reason.
    package private(set) var leftOut: [String: [String: Int]] = [:]

    package init(of subjects: [Subject], by families: [Family], budget: Int, seed: UInt64) {
        var all: [String: [Single]] = [:]
        for (index, subject) in subjects.enumerated() {
            for family in families {
                let changes = family.changes(of: subject)
                all[family.name, default: []] += changes.all.map { Single(subject: index, family: family, change: $0) }
                leftOut[family.name, default: [:]].merge(changes.leftOut, uniquingKeysWith: +)
            }
        }
        let counts = families.map { all[$0.name]?.count ?? 0 }
        let shares = Self.shares(of: counts, budget: budget)
        var dice = SeededGenerator(seed)
        var chosen: [Single] = []
        for (family, share) in zip(families, shares) {
            let ofFamily = all[family.name] ?? []
            chosen += Self.spread(ofFamily, share, &dice)
            if share < ofFamily.count { beyond[family.name] = ofFamily.count - share }
        }
        singles = chosen.enumerated()
            .sorted { ($0.element.subject, $0.offset) < ($1.element.subject, $1.offset) }.map(\.element)
    }

    /// The number of changes to take of each family: all if they fit; of three families none has more than 40 % of the
    /// whole.
    static func shares(of counts: [Int], budget: Int) -> [Int] {
        var most = budget
        var shares = counts.map { min($0, most) }
        // A smaller whole allows each family less: the highest bound that holds is looked for from above.
        while most > 0 {
            shares = Self.level(counts, atMost: most, budget: budget)
            let whole = shares.reduce(0, +)
            let bound = counts.count(where: { $0 > 0 }) < 3 ? whole : whole * 2 / 5
            if shares.allSatisfy({ $0 <= max(1, bound) }) { break }
            most = min(most - 1, max(1, bound))
        }
        return shares
    }

    /// Small families are taken whole; what is left of the budget is shared by the others.
    private static func level(_ counts: [Int], atMost most: Int, budget: Int) -> [Int] {
        var shares = counts.map { min($0, most) }
        guard shares.reduce(0, +) > budget else { return shares }
        var low = 0
        var high = most
        while low < high {
            let middle = (low + high + 1) / 2
            if counts.reduce(0, { $0 + min($1, middle) }) <= budget { low = middle } else { high = middle - 1 }
        }
        shares = counts.map { min($0, low) }
        for index in shares.indices where shares.reduce(0, +) < budget && shares[index] < counts[index] {
            shares[index] += 1
        }
        return shares
    }

    /// Draws a number of changes, equally many of each subject and place as far as there are enough.
    private static func spread(_ all: [Single], _ count: Int, _ dice: inout SeededGenerator) -> [Single] {
        guard count < all.count else { return all }
        var groups: [[Int]] = []
        var places: [String: Int] = [:]
        for (index, one) in all.enumerated() {
            let key = "\(one.subject) \(one.change.place)"
            if let group = places[key] {
                groups[group].append(index)
            } else {
                places[key] = groups.count
                groups.append([index])
            }
        }
        for index in groups.indices { groups[index].shuffle(using: &dice) }
        var taken: [Int] = []
        var round = 0
        while taken.count < count {
            for group in groups where round < group.count && taken.count < count { taken.append(group[round]) }
            round += 1
        }
        return taken.sorted().map { all[$0] }
    }
}

/// SplitMix64: the same numbers for the same seed.
package struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    package init(_ seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
