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

    @Test(arguments: Contract.allCases) func `have room for everything`(contract: Contract) {
        let diagram = StateDiagram(contract)
        let geometry = DiagramGeometry(diagram, top: 90)
        let boxes = Array(geometry.boxes)
        #expect(boxes.count == diagram.boxes.count)
        for (index, one) in boxes.enumerated() {
            #expect(one.value.x > 0 && one.value.y > 80 && one.value.right < geometry.size.x)
            for other in boxes[(index + 1)...] {
                #expect(
                    !one.value.meets(other.value), "\(contract.title(one.key)) lies on \(contract.title(other.key))")
            }
            for placed in geometry.arrows {
                #expect(!placed.label.meets(one.value), "\(placed.lines) lies on \(contract.title(one.key))")
            }
        }
        for (index, one) in geometry.arrows.enumerated() {
            #expect(one.label.x > 0 && one.label.right < geometry.size.x, "\(one.lines) is cut off")
            for other in geometry.arrows[(index + 1)...] {
                #expect(!one.label.meets(other.label), "\(one.lines) lies on \(other.lines)")
            }
        }
    }

    @Test(arguments: Contract.allCases) func `have no arrow that runs through a box or a word`(contract: Contract) {
        let geometry = DiagramGeometry(StateDiagram(contract), top: 90)
        var crossed: Set<String> = []
        for placed in geometry.arrows {
            for (one, other) in zip(placed.points, placed.points.dropFirst()) {
                // Every stretch of a line is level or upright; it is checked point by point.
                for step in 1..<100 {
                    let share = Double(step) / 100
                    let point = Point(x: one.x + (other.x - one.x) * share, y: one.y + (other.y - one.y) * share)
                    for box in geometry.boxes where box.value.contains(point) {
                        crossed.insert("\(placed.lines) runs through \(contract.title(box.key))")
                    }
                    for label in geometry.arrows where label.label.contains(point) {
                        crossed.insert("\(placed.lines) runs through \(label.lines)")
                    }
                }
            }
        }
        #expect(crossed.isEmpty)
    }

    @Test(arguments: Contract.allCases) func `are well-formed and spell everything out`(contract: Contract) {
        let svg = StateDiagram(contract).svg
        for tag in ["svg", "style", "text", "title", "defs", "marker"] {
            let opened = svg.ranges(of: "<\(tag) ").count + svg.ranges(of: "<\(tag)>").count
            #expect(opened == svg.ranges(of: "</\(tag)>").count)
        }
        #expect(svg.ranges(of: "&").count == svg.matches(of: /&(amp|lt|gt|quot);/).count)
        for entry in contract.alphabet where contract.letters.contains(entry.letter) {
            #expect(svg.contains(entry.callback.label))
        }
        for rule in contract.rules { #expect(svg.contains(">\(rule.name)  ")) }
    }

    /// A rule that the legend leaves out cannot be broken in that contract.
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
