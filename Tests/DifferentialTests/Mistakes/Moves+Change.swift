// Moves+Change.swift: finding and changing a client's moves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension [Move] {
    /// Changes the request with this first line, each time that it is sent.
    mutating func changeRequest(at line: Int, _ change: (inout RequestPlan) -> Void) {
        changeRequests(where: { move, _ in move.line == line }, change)
    }

    mutating func changeRequest(withFieldAt line: Int, _ change: (inout RequestPlan) -> Void) {
        changeRequests(where: { _, plan in plan.fields.contains { $0.line == line } }, change)
    }

    private mutating func changeRequests(
        where condition: (Move, RequestPlan) -> Bool, _ change: (inout RequestPlan) -> Void
    ) {
        for index in indices {
            guard case .request(var plan) = self[index].deed, condition(self[index], plan) else { continue }
            change(&plan)
            self[index].deed = .request(plan)
        }
    }

    /// Moves the move of this line to an earlier stretch, before a move that this stretch needs to end.
    mutating func hasten(_ line: Int, to stretch: Int, before place: Int) {
        var early = remove(at: firstIndex { $0.line == line }!)
        early.stretch = stretch
        early.isLoose = true
        insert(early, at: place)
        for index in self[(place + 1)...].indices where self[index].stretch == stretch {
            self[index].waitsFor = line
        }
    }

    mutating func changeCallback(at index: Int, _ change: (inout CallbackPlan) -> Void) {
        guard case .callback(var plan) = self[index].deed else { return }
        change(&plan)
        self[index].deed = .callback(plan)
    }
}

extension [UInt8] {
    /// One byte changed, added or dropped; text stays text.
    mutating func err(_ way: Way, _ chance: inout Chance) {
        switch way {
        case .changed where !isEmpty:
            let index = chance.roll(count)
            // Two digits or letters that differ by one.
            self[index] = self[index] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
        case .dropped where count > 1: remove(at: chance.roll(count))
        default: insert(UInt8(ascii: "~"), at: chance.roll(count + 1))
        }
    }

    enum Way: CaseIterable { case changed, added, dropped }
}
