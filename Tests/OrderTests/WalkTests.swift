// WalkTests.swift: random walks through each grammar, and every small change of them, judged in two ways.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainOrder

@Suite struct `Random walks` {
    private static let walksPerContract = 40

    /// Random legal traces that also keep the guards that letters can express.
    private static func walks(_ contract: Contract, _ recogniser: Recogniser) -> [[Character]] {
        var chance = Chance(state: UInt64(contract.name.utf8.reduce(7) { $0 &* 31 &+ Int($1) } & 0xFFFF_FFFF))
        var walks: [[Character]] = []
        while walks.count < walksPerContract {
            let walk = recogniser.pattern.sample(&chance)
            if walk.count <= 14, recogniser.verdict(walk) == .legal { walks.append(walk) }
        }
        return walks
    }

    private static func verdict(
        _ contract: Contract, _ letters: [Character], isPrefix: Bool = false
    ) throws -> Recogniser.Verdict {
        var judgement = Judgement(contract)
        for (index, letter) in letters.enumerated() {
            let callback = letter == "!" ? .reply : contract.alphabet.first { $0.letter == letter }!.callback
            let findings = try judgement.happened(TraceEvent(callback, place: index))
            if findings.contains(where: { $0.weight == .failure }) {
                #expect(findings.first { $0.weight == .failure }?.event?.place == index)
                return .broken(at: index)
            }
        }
        let missing = judgement.finished(isPrefix: isPrefix).contains { $0.weight == .failure }
        return missing ? .unfinished : .legal
    }

    /// Metrics behind a handler's return, and progress between the writes, are open points: reported, but no breach.
    private static func isOpenPoint(_ contract: Contract, _ letters: [Character]) -> Bool {
        let (start, open): (Character, Character)
        switch contract {
        case .urlsessionHandler: (start, open) = ("X", "m")
        case .urlsessionDownload: (start, open) = ("W", "s")
        case .urlsessionData: (start, open) = ("K", "s")
        default: return false
        }
        guard let first = letters.firstIndex(of: start) else { return false }
        return letters[first...].contains(open)
    }

    @Test(arguments: Contract.allCases) func `are accepted, and so is each beginning`(contract: Contract) throws {
        let recogniser = Recogniser(contract)
        for walk in Self.walks(contract, recogniser) {
            #expect(try Self.verdict(contract, walk) == .legal, "\(String(walk))")
            for end in walk.indices {
                let beginning = Array(walk[..<end])
                #expect(try Self.verdict(contract, beginning, isPrefix: true) == .legal, "\(String(beginning))")
            }
        }
    }

    /// Dropped, doubled, swapped, inserted, replaced: every trace that one slip can make.
    private static func changes(_ walk: [Character], _ letters: [Character]) -> Set<[Character]> {
        var changes: Set<[Character]> = []
        for index in walk.indices {
            var changed = walk
            changed.remove(at: index)
            changes.insert(changed)
            changed = walk
            changed.insert(walk[index], at: index)
            changes.insert(changed)
            if index + 1 < walk.count {
                changed = walk
                changed.swapAt(index, index + 1)
                changes.insert(changed)
            }
            for letter in letters {
                changed = walk
                changed[index] = letter
                changes.insert(changed)
            }
        }
        for index in 0...walk.count {
            for letter in letters {
                var changed = walk
                changed.insert(letter, at: index)
                changes.insert(changed)
            }
        }
        return changes
    }

    @Test(arguments: Contract.allCases)
    func `with one change are judged as a plain search judges them`(contract: Contract) throws {
        let recogniser = Recogniser(contract)
        let letters = contract.alphabet.map(\.letter) + ["!"]
        var judged: [Recogniser.Verdict: Int] = [:]
        var differences: [String] = []
        for walk in Self.walks(contract, recogniser) {
            for change in Self.changes(walk, letters) where !Self.isOpenPoint(contract, change) {
                let expected = recogniser.verdict(change)
                let actual = try Self.verdict(contract, change)
                if actual != expected { differences.append("\(String(change)): \(actual), not \(expected)") }
                judged[expected == .legal || expected == .unfinished ? expected : .broken(at: 0), default: 0] += 1
            }
        }
        #expect(differences.isEmpty, "\(differences.count) of them: \(differences.prefix(5).joined(separator: "; "))")
        // All three verdicts have occurred.
        #expect(judged[.legal, default: 0] > 100)
        #expect(judged[.broken(at: 0), default: 0] > 1000)
        if contract != .urlprotocolClient { #expect(judged[.unfinished, default: 0] > 20) }
    }

    @Test(arguments: Contract.allCases) func `of many tasks at once do not disturb each other`(contract: Contract)
        throws
    {
        let recogniser = Recogniser(contract)
        var chance = Chance(state: 11)
        let walks = Self.walks(contract, recogniser).filter { !$0.contains("I") }
        for round in 0..<20 {
            var queues = (0..<5).map { walks[(round * 5 + $0) % walks.count] }
            var judgement = Judgement(contract)
            while queues.contains(where: { !$0.isEmpty }) {
                let task = chance.below(5)
                guard !queues[task].isEmpty else { continue }
                let letter = queues[task].removeFirst()
                let callback = letter == "!" ? .reply : contract.alphabet.first { $0.letter == letter }!.callback
                let findings = try judgement.happened(TraceEvent(callback, task: "\(task)"))
                #expect(findings.allSatisfy { $0.weight == .warning })
            }
            if contract.family == .session {
                #expect(try judgement.happened(TraceEvent(.didBecomeInvalid)).isEmpty)
            }
            #expect(judgement.finished(isPrefix: false).allSatisfy { $0.weight == .warning })
        }
    }
}
