// TraceWords.swift: finds the number of a word by its bytes, without making a string.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

struct TraceWords: Sendable {
    private let words: [[UInt8]]
    /// The number of each word plus one, by hash; 0: the slot is free.
    private let slots: [UInt8]

    /// Takes some 60 words at most, so that a number fits into one byte and few words share a slot.
    init(_ words: [String]) {
        var slots = [UInt8](repeating: 0, count: Self.size)
        self.words = words.map { Array($0.utf8) }
        for (number, word) in self.words.enumerated() {
            var slot = word.withUnsafeBufferPointer(Self.hash)
            while slots[slot] != 0 { slot = (slot + 1) % Self.size }
            slots[slot] = UInt8(number + 1)
        }
        self.slots = slots
    }

    func number(of word: UnsafeBufferPointer<UInt8>) -> Int? {
        var slot = Self.hash(word)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if words[number].count == word.count, words[number].elementsEqual(word) { return number }
            slot = (slot + 1) % Self.size
        }
        return nil
    }

    /// A bad choice of words costs only a few more steps, because the table has a fixed size.
    private static func hash(_ word: UnsafeBufferPointer<UInt8>) -> Int {
        var hash = UInt32(truncatingIfNeeded: word.count)
        for byte in word.prefix(48) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
        return Int((hash ^ hash >> 15) % UInt32(size))
    }

    private static let size = 512
}
