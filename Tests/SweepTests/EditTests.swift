// EditTests.swift: edits name lines by their numbers before any edit.
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

@Suite struct `Names of variants` {
    @Test func `are of values, and of the places that several have in common`() throws {
        let subject = try Subject(text: "# t\n> GET /\n< 200\n")
        let first = Variant(subject, .connection, Change("close", place: "every reply", edits: []))
        let change = Change("17-rst", place: "in a chunk's size", edits: [])
        let pair = Variant(subject, .cut, change, of: first.parts)
        #expect(pair.label == "connection:close+cut:17-rst")
        #expect(pair.placeLabel == "connection:every-reply+cut:in-a-chunk-size")
    }
}
