// EditTests.swift: lines are named as they stood before any edit.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainSweep
import Testing

@Suite struct `Edits` {
    @Test func `name lines by where they stood`() {
        let edited = ["a", "b", "c"].edited([
            .insert("0", above: 0), .remove(0), .replace(1, with: ["B", "B"]), .insert("x", above: 2),
            .insert("y", above: 2), .insert("z", above: 3),
        ])
        #expect(edited == ["0", "B", "B", "x", "y", "c", "z"])
    }
}
