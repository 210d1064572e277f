// ByteKeyTable.swift: a hash table from bytes to numbers, read without allocating.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A hash table from a scope and some bytes to a number. It is filled once and then only read; a key may be a part of a
/// request's bytes.
struct ByteKeyTable: Sendable {
    private struct Entry {
        var hash: UInt64
        var scope: Int32
        var start: Int32
        var count: Int32
        var value: Int32
    }

    private var entries: [Entry] = []
    /// Indices of entries, by the lowest bits of their hash; -1: free. Never more than half full.
    private var slots: [Int32] = Array(repeating: -1, count: 16)
    private var keys: [UInt8] = []

    /// The number under the key; a new key is given `next` first.
    mutating func find(_ key: [UInt8], in scope: Int32, orAdd next: Int32) -> Int32 {
        if let found = key.withUnsafeBytes({ find($0, in: scope) }) { return found }
        let hash = key.withUnsafeBytes { Self.hash($0, scope) }
        entries.append(
            Entry(hash: hash, scope: scope, start: Int32(keys.count), count: Int32(key.count), value: next))
        keys += key
        if entries.count * 2 > slots.count { widen() } else { place(entries.count - 1) }
        return next
    }

    func find(_ key: UnsafeRawBufferPointer, in scope: Int32) -> Int32? {
        let hash = Self.hash(key, scope)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] >= 0 {
            let entry = entries[Int(slots[slot])]
            if entry.hash == hash, entry.scope == scope, entry.count == key.count, isKey(entry, key) {
                return entry.value
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    private func isKey(_ entry: Entry, _ key: UnsafeRawBufferPointer) -> Bool {
        keys.withUnsafeBytes { keys in
            var index = 0
            let start = Int(entry.start)
            while index + 8 <= key.count {
                let one = keys.loadUnaligned(fromByteOffset: start + index, as: UInt64.self)
                if one != key.loadUnaligned(fromByteOffset: index, as: UInt64.self) { return false }
                index += 8
            }
            while index < key.count {
                if keys[start + index] != key[index] { return false }
                index += 1
            }
            return true
        }
    }

    private mutating func widen() {
        slots = Array(repeating: -1, count: slots.count * 4)
        for index in entries.indices { place(index) }
    }

    private mutating func place(_ index: Int) {
        var slot = Int(truncatingIfNeeded: entries[index].hash) & (slots.count - 1)
        while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = Int32(index)
    }

    /// Hashes eight bytes at a time; each word is folded in with one multiplication.
    private static func hash(_ key: UnsafeRawBufferPointer, _ scope: Int32) -> UInt64 {
        var hash = UInt64(truncatingIfNeeded: scope) &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: key.count)
        var index = 0
        while index + 8 <= key.count {
            hash = mixed(hash ^ key.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        var tail: UInt64 = 0
        while index < key.count {
            tail = tail << 8 | UInt64(key[index])
            index += 1
        }
        return mixed(hash ^ tail)
    }

    private static func mixed(_ word: UInt64) -> UInt64 {
        let (high, low) = word.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
        return high ^ low
    }
}
