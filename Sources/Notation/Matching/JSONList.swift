// JSONList.swift: lists of JSON whose values are not compared one by one, in order: `unordered [1, 2]`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension JSONPattern {
    /// The word before a list without an order.
    package static let unorderedWord = "unordered"

    /// The most values that may be written in a list without an order.
    package static let unorderedAtMost = 64
}

extension ValueComparison {
    mutating func differences(
        of values: [JSONText], fromUnordered wanted: [JSONPattern], mayHaveOthers: Bool, at path: String
    ) -> [String] {
        var pairing = ListPairing(wanted.count)
        for (index, pattern) in wanted.enumerated() {
            for (place, value) in values.enumerated() {
                effort.spend(Self.stepsOfValue)
                guard !effort.isSpent else { return ["\(Self.listName(path)): \(MatchEffort.objection)"] }
                var trial = self
                let found = trial.differences(of: value, from: pattern, at: "\(path)[\(place)]")
                let taken = trial.environment.taken
                if pairing.tried(index, place, found, taking: pattern.captures(from: taken), pattern.isLike(value)) {
                    break
                }
            }
        }
        pairing.pair()
        for captures in pairing.captures { take(captures) }
        return missing(pairing, wanted, at: path)
            + (mayHaveOthers ? [] : unwritten(values, pairing, at: path))
    }

    private func missing(_ pairing: ListPairing, _ wanted: [JSONPattern], at path: String) -> [String] {
        pairing.unpaired.prefix(Self.mostTold).map { index in
            let isTaken = !pairing.fitting[index].isEmpty
            let nearest = pairing.nearest(to: index).map {
                "; the nearest differs: \($0.prefix(2).joined(separator: ", "))"
            }
            return "\(Self.listName(path)) has no \(isTaken ? "other " : "")\(shown(wanted[index]))"
                + (isTaken ? "" : nearest ?? "")
        }
    }

    private func unwritten(_ values: [JSONText], _ pairing: ListPairing, at path: String) -> [String] {
        let paired = Set(pairing.paired)
        return values.indices.lazy.filter { !paired.contains($0) }.prefix(Self.mostTold).map {
            "\(path)[\($0)] is \(values[$0].excerpt), and is not written"
        }
    }

    private static func listName(_ path: String) -> String { path.isEmpty ? "the list" : path }

    /// The JSON of a pattern, in short.
    private func shown(_ pattern: JSONPattern) -> String {
        let text = pattern.demand
        return text.count > 80 ? text.prefix(80) + "…" : text
    }
}

/// Pairs each written value with one that came, as far as there are enough.
private struct ListPairing {
    /// The places of values that fit each pattern: not all of them, but enough to find a pairing if there is one. A pattern
    /// with as many places as there are patterns gets one of them, whichever the others have.
    private(set) var fitting: [[Int]]
    private var taken: [[Int: [String: [UInt8]]]]
    private var closest: [(place: Int, differences: [String])?]
    /// The pattern that has a place.
    private var owners: [Int: Int] = [:]

    init(_ count: Int) {
        fitting = Array(repeating: [], count: count)
        taken = Array(repeating: [:], count: count)
        closest = Array(repeating: nil, count: count)
    }

    /// Notes a comparison. true: there are places enough for the pattern.
    mutating func tried(
        _ index: Int, _ place: Int, _ differences: [String], taking captures: [String: [UInt8]], _ isLike: Bool
    ) -> Bool {
        if differences.isEmpty {
            fitting[index].append(place)
            if !captures.isEmpty { taken[index][place] = captures }
        } else if isLike, closest[index].map({ differences.count < $0.differences.count }) ?? true {
            closest[index] = (place, differences)
        }
        return fitting[index].count >= fitting.count
    }

    /// Augmenting paths: a pattern may push another one to another place.
    mutating func pair() {
        for index in fitting.indices {
            var visited: Set<Int> = []
            _ = place(index, &visited)
        }
    }

    private mutating func place(_ index: Int, _ visited: inout Set<Int>) -> Bool {
        for place in fitting[index] where visited.insert(place).inserted {
            if let owner = owners[place], !self.place(owner, &visited) { continue }
            owners[place] = index
            return true
        }
        return false
    }

    var paired: some Sequence<Int> { owners.keys }

    /// The patterns without a place.
    var unpaired: [Int] {
        let placed = Set(owners.values)
        return fitting.indices.filter { !placed.contains($0) }
    }

    /// What the paired values have taken, in the order of the patterns.
    var captures: [[String: [UInt8]]] {
        owners.sorted { $0.value < $1.value }.compactMap { taken[$0.value][$0.key] }
    }

    /// How the value differs that is most like a pattern without a place; nil: it belongs to another pattern.
    func nearest(to index: Int) -> [String]? {
        guard let (place, differences) = closest[index], owners[place] == nil else { return nil }
        return differences
    }
}

extension JSONPattern {
    /// Whether more may come than is written, or in another order, so that it produces nothing.
    var isOpen: Bool {
        switch self {
        case .null, .bool, .number, .text, .value: false
        case .list(let list): list.contains(where: \.isOpen)
        case .object(let members, let others): others || members.contains(where: \.pattern.isOpen)
        case .unordered: true
        }
    }

    /// Whether a difference from the value is worth telling: both are objects, or both are lists.
    fileprivate func isLike(_ value: JSONText) -> Bool {
        switch (self, value) {
        case (.object, .object), (.list, .list), (.unordered, .list): true
        default: false
        }
    }

    /// Those of the captures that are taken within the pattern.
    fileprivate func captures(from taken: [String: [UInt8]]) -> [String: [UInt8]] {
        guard !taken.isEmpty else { return [:] }
        let names = templates.flatMap { $0.values.flatMap(\.all) }.compactMap { value -> String? in
            if case .capture(let name, _) = value.function { name } else { nil }
        }
        return taken.filter { names.contains($0.key) }
    }

    /// The pattern as it is written, more or less, for messages.
    fileprivate var demand: String {
        switch self {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .number(let digits): return digits
        case .text(let template):
            return template.literalText.map { JSONText.text($0).description } ?? "\"\(template.demand)\""
        case .value(let template): return template.demand
        case .list(let list): return "[\(Self.joined(list.map(\.demand), false))]"
        case .unordered(let list, let others):
            return "\(Self.unorderedWord) [\(Self.joined(list.map(\.demand), others))]"
        case .object(let members, let others):
            let written = members.map { "\(JSONText.text($0.name).description): \($0.pattern.demand)" }
            return "{\(Self.joined(written, others))}"
        }
    }

    private static func joined(_ texts: [String], _ others: Bool) -> String {
        (texts + (others ? ["..."] : [])).joined(separator: ", ")
    }
}
