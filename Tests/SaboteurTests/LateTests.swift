// LateTests.swift: a client that is right, and tells it late.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainRunner
import QuintainScenario
import Testing

@Suite struct `A client that tells late` {
    /// A connection's end reaches the server before the callback that tells why, where a client has a thread or a queue
    /// for its callbacks.
    @Test func `passes where it may choose, though its wire is ahead of its callbacks`() async throws {
        try await OnLoop.run {
            let program = try Stage.program()
            let honest = ClientUnderTest(name: "reference", words: [program])
            let late = ClientUnderTest(name: "late", words: [program, "--late", "20"])
            let written = try Stage.scenarios().filter(\.leavesAChoice)
            #expect(written.count > 100)
            // This client takes one branch. It is the upper one here or there, which an event must not choose that fits both.
            let scenarios = written + written.map(\.upsideDown)
            let results = await Stage.playRight(scenarios.map { Case($0, client: late) }, workers: 16)
            // A scenario that is upside down may find something of every client.
            let suspects = scenarios.indices.filter { results[$0]?.catcher != nil }
            let plain = await Stage.playRight(suspects.map { Case(scenarios[$0], client: honest) }, workers: 1)
            let sentence = { (result: CaseResult?) in result?.findings.first?.sentence ?? "nothing" }
            for (place, index) in suspects.enumerated() {
                #expect(
                    results[index]?.catcher == plain[place]?.catcher,
                    "\(scenarios[index].name): \(sentence(results[index])), and in time: \(sentence(plain[place]))")
            }
        }
    }
}

extension Scenario {
    /// The same with the branches of each `either` in the other order.
    fileprivate var upsideDown: Scenario {
        var other = self
        other.nodes = nodes.map(\.upsideDown)
        return other
    }

    /// Some lines are of one branch of several.
    fileprivate var leavesAChoice: Bool { nodes.contains(where: \.leavesAChoice) }
}

extension Node {
    fileprivate var upsideDown: Node {
        switch self {
        case .line: return self
        case .either(var block):
            block.branches = block.branches.reversed().map(\.upsideDown)
            return .either(block)
        case .repeated(var block):
            block.nodes = block.nodes.map(\.upsideDown)
            return .repeated(block)
        case .anyOrder(var block):
            block.parts = block.parts.map(\.upsideDown)
            return .anyOrder(block)
        }
    }

    fileprivate var leavesAChoice: Bool {
        switch self {
        case .line: false
        case .either: true
        case .repeated(let block): block.rounds.count > 1 || block.nodes.contains(where: \.leavesAChoice)
        case .anyOrder(let block): block.parts.contains { $0.nodes.contains(where: \.leavesAChoice) }
        }
    }
}

extension Either.Branch {
    fileprivate var upsideDown: Self {
        var other = self
        other.nodes = nodes.map(\.upsideDown)
        return other
    }
}
