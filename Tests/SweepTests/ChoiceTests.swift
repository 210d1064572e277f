// ChoiceTests.swift: which variants are played within a budget.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `A choice of variants` {
    private func family(_ name: String, _ count: Int, places: Int = 1) -> Family {
        Family(name, "") { _ in
            var changes = Changes()
            for index in 0..<count {
                changes.append(Change("\(index)", place: "place \(index % places)", edits: []))
            }
            return changes
        }
    }

    private func chosen(_ families: [Family], budget: Int, seed: UInt64 = 1) throws -> VariantChoice {
        VariantChoice(of: [try Subject(text: "# t\n> GET /\n< 200")], by: families, budget: budget, seed: seed)
    }

    @Test func `has all of them if they fit`() throws {
        let choice = try chosen([family("a", 40), family("b", 40), family("c", 40)], budget: 200)
        #expect(choice.singles.count == 120)
        #expect(choice.beyond.isEmpty)
    }

    @Test func `has no more of one family than 40 percent`() throws {
        let choice = try chosen([family("a", 1_000), family("b", 30), family("c", 30)], budget: 3_000)
        let counts = ["a", "b", "c"].map { name in choice.singles.count { $0.family.name == name } }
        #expect(counts == [40, 30, 30])
        #expect(choice.beyond == ["a": 960])
    }

    @Test func `is no larger than the budget`() throws {
        for budget in [1, 7, 100, 150] {
            let choice = try chosen([family("a", 90), family("b", 90), family("c", 90)], budget: budget)
            #expect(choice.singles.count <= budget)
            #expect(choice.singles.count + choice.beyond.values.reduce(0, +) == 270)
        }
    }

    @Test func `has some of every place, the same for the same seed`() throws {
        let families = [family("a", 100, places: 5), family("b", 100, places: 20)]
        func names(_ seed: UInt64) throws -> [String] {
            try chosen(families, budget: 50, seed: seed).singles.map { "\($0.family.name)\($0.change.value)" }
        }
        let choice = try chosen(families, budget: 50)
        #expect(Set(choice.singles.map { $0.family.name + $0.change.place }).count == 25)
        #expect(try names(3) == names(3))
        #expect(try names(3) != names(4))
    }
}
