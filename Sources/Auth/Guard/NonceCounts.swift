// NonceCounts.swift: the counts of used nonces, in bounded memory.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Remembers the counts of a number of nonces, by their running numbers. Beyond that the nonce that was used first is
/// forgotten, and with it every unused older one: these nonces are no longer accepted.
struct NonceCounts: Sendable {
    enum Use { case fresh, used, forgotten }

    private struct Row: Sendable {
        var highest = 0
        /// Bit n: the count `highest - n` was used.
        var window: UInt64 = 0
        /// The client nonce of the first use, for the key of a session.
        var clientNonce: [UInt8]?
    }

    private let capacity: Int
    private var rows: [UInt64: Row] = [:]
    /// The numbers in the order of their first use, as a ring.
    private var ring: [UInt64] = []
    private var oldest = 0
    private var forgottenUpTo: UInt64 = 0

    init(capacity: Int) { self.capacity = max(1, capacity) }

    var count: Int { rows.count }

    /// Requests that were sent together may arrive in another order, so the last 64 counts are told apart.
    func use(of number: UInt64, _ count: Int) -> Use {
        guard let row = rows[number] else { return number <= forgottenUpTo ? .forgotten : .fresh }
        if count > row.highest { return .fresh }
        let age = row.highest - count
        return age >= 64 || row.window & (1 << UInt64(age)) != 0 ? .used : .fresh
    }

    func clientNonce(of number: UInt64) -> [UInt8]? { rows[number]?.clientNonce }

    mutating func note(_ number: UInt64, _ count: Int, clientNonce: [UInt8]?) {
        var row = rows[number] ?? Row()
        if rows[number] == nil {
            makeRoom(for: number)
            if let clientNonce, clientNonce.count <= Self.clientNonceAtMost { row.clientNonce = clientNonce }
        }
        if count > row.highest {
            let step = count - row.highest
            row.window = step >= 64 ? 1 : row.window << UInt64(step) | 1
            row.highest = count
        } else if row.highest - count < 64 {
            row.window |= 1 << UInt64(row.highest - count)
        }
        rows[number] = row
    }

    private mutating func makeRoom(for number: UInt64) {
        guard ring.count == capacity else {
            ring.append(number)
            return
        }
        rows[ring[oldest]] = nil
        forgottenUpTo = max(forgottenUpTo, ring[oldest])
        ring[oldest] = number
        oldest = (oldest + 1) % capacity
    }

    private static let clientNonceAtMost = 128
}
