// StrikesAbove.swift: acts at a byte, and the message that stands below them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Makes sure that acts at a byte stand directly above a reply, in the order of their bytes.
struct StrikesAbove {
    private var lane = Lane.unnamed
    private var place: Place?
    private var byte = 0
    private var hasEnded = false

    /// Takes in the next line of any voice.
    mutating func meet(_ deed: Deed, _ lane: Lane, _ place: Place, _ faults: inout Faults) {
        if case .act(.at(let byte, let act)) = deed {
            if lane != self.lane { missReply(&faults) }
            add(act, at: byte, lane, place, &faults)
        } else if self.place != nil {
            if case .send(let line) = deed, line.startsMessage, lane == self.lane { self = Self() }
            missReply(&faults)
        }
    }

    private mutating func add(_ act: Act, at byte: Int, _ lane: Lane, _ place: Place, _ faults: inout Faults) {
        if self.place != nil, hasEnded || byte < self.byte {
            faults.add(
                .strikeOrder, place,
                hasEnded
                    ? "nothing is sent any more where this is to happen: the act above is the last"
                    : "byte \(byte) is sent before byte \(self.byte), of which the line above speaks",
                help: "write the acts of one reply in the order in which they happen")
        }
        self.lane = lane
        self.place = place
        self.byte = max(byte, self.byte)
        hasEnded = hasEnded || act.has(.endsSending)
    }

    /// Reports acts at a byte without a reply directly below them.
    mutating func missReply(_ faults: inout Faults) {
        guard let place else { return }
        self = Self()
        faults.add(
            .noMessage, place, "no reply stands directly below whose bytes could be counted",
            help: "put this line above the '<' line that begins the reply, or leave 'at=' out")
    }
}
