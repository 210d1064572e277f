// PictureTests.swift: the pictures show the machines, and can be read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainOrder

@Suite struct `The pictures` {
    @Test(arguments: Contract.allCases) func `lead where the machine leads`(contract: Contract) {
        let diagram = StateDiagram(contract)
        var seen: Set<UInt8> = [contract.firstPhase]
        for box in diagram.boxes {
            for callback in TracedCallback.allCases {
                let next = contract.next(box.phase, callback)
                #expect(diagram.next(box.phase, callback) == next, "\(contract.title(box.phase)): \(callback)")
                if let next { seen.insert(next) }
            }
        }
        #expect(seen == Set(diagram.boxes.map(\.phase)))
        // Every phase is used.
        #expect(seen.count == contract.phaseCount)
    }

    @Test(arguments: Contract.allCases) func `have every callback, and an arrow between phases alone`(
        contract: Contract
    ) {
        let diagram = StateDiagram(contract)
        let dot = diagram.dot
        for entry in contract.alphabet where contract.letters.contains(entry.letter) {
            #expect(dot.contains(entry.callback.label))
        }
        #expect(dot.ranges(of: " -> ").count == diagram.arrows.count && dot.ranges(of: "\"").count.isMultiple(of: 2))
    }

    /// A rule that is not listed cannot be broken in that contract.
    @Test(arguments: Contract.allCases) func `list every rule that the grammar can break`(contract: Contract) {
        let rules = Set(contract.rules)
        for phase in 0..<UInt8(contract.phaseCount) {
            if let missing = contract.missing(phase) { #expect(rules.contains(missing)) }
            for entry in contract.alphabet
            where contract.next(phase, entry.callback) == nil && entry.callback != .didBecomeInvalid {
                let rule = contract.breach(phase, entry.callback).rule
                #expect(rules.contains(rule), "\(rule.name) at \(entry.callback) in \(contract.title(phase))")
            }
        }
    }
}
