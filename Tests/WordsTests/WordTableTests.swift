// WordTableTests.swift: each set of words has a table with a row for each word.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords
import Testing

@Suite struct `A set of words` {
    static let sets: [any WordSet.Type] = [
        CallbackKind.self, DecisionWord.self, ChallengeKind.self, FailKind.self, APIStyle.self, LoadKind.self,
    ]

    @Test(arguments: sets.indices)
    func `is numbered in its order, as its table is`(index: Int) {
        #expect(Self.numbers(Self.sets[index]) == Array(0..<Self.numbers(Self.sets[index]).count))
    }

    private static func numbers<Words: WordSet>(_ set: Words.Type) -> [Int] { set.allCases.map(\.number) }

    @Test func `has lower-case words, and none twice`() {
        for set in Self.sets where set != ChallengeKind.self {
            let words = set.words
            #expect(words.allSatisfy { $0 == $0.lowercased() })
            #expect(Set(words).count == words.count)
        }
    }
}

@Suite struct `A table of words` {
    private static func fault(_ words: [LoadKind]) -> String? { WordTable<LoadKind, Bool>.fault(in: words) }

    @Test func `has a row for each word, in their order`() {
        #expect(Self.fault(LoadKind.allCases) == nil)
    }

    @Test func `names the word that has no row`() {
        #expect(Self.fault(LoadKind.allCases.filter { $0 != .stream }) == "has no row for 'stream'")
    }

    @Test func `names the row that stands in the place of another one`() {
        let first = LoadKind.allCases[0].rawValue
        let last = LoadKind.allCases[LoadKind.allCases.count - 1].rawValue
        #expect(
            Self.fault(LoadKind.allCases.reversed()) == "has the row of '\(last)' where that of '\(first)' belongs")
        #expect(Self.fault(LoadKind.allCases + [.stream]) == "has a second row for 'stream'")
    }
}

@Suite struct `The table of callbacks` {
    @Test func `has questions for which nothing but a decision counts as an answer`() {
        for kind in CallbackKind.allCases {
            #expect(kind.isQuestion == (kind.decisions.first == .byDefault), "\(kind)")
            #expect(!kind.has(.isPlanned) || kind.isQuestion, "\(kind)")
        }
    }

    @Test func `says of values what the reference says`() {
        #expect(CallbackKind.response.subjectForm == "STATUS [TYPE]")
        #expect(CallbackKind.response.subjectCount == 1...2)
        #expect(CallbackKind.data.subjectForm == "[BYTES]")
        #expect(CallbackKind.data.subjectCount == nil)
        #expect(CallbackKind.finish.subjectForm.isEmpty)
        #expect(CallbackKind.finish.subjectCount == 0...0)
    }

    @Test func `has for every decision but those that any callback takes a callback that it answers`() {
        let answered = Set(CallbackKind.allCases.flatMap(\.decisions))
        #expect(DecisionWord.allCases.filter { !answered.contains($0) } == [.cancel, .hold])
    }

    @Test func `has an end of a load that is always counted`() {
        #expect(CallbackKind.allCases.filter(\.endsLoad) == [.finish, .fail])
        #expect(CallbackKind.allCases.allSatisfy { !$0.endsLoad || $0.isAlwaysCounted })
    }
}
