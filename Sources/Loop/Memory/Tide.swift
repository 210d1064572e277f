// Tide.swift: when a crowd has left.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Knows when most of a crowd is gone, so that what it used can be given back: once for each crowd, however slowly it
/// leaves.
struct Tide {
    private var highest = 0

    mutating func rose(to count: Int) { highest = max(highest, count) }

    /// Whether it is low again for the first time since it was high.
    mutating func fell(to count: Int) -> Bool {
        guard highest >= Self.crowd, count <= highest / 4 else { return false }
        highest = count
        return true
    }

    /// Fewer leave nothing behind that counts.
    static let crowd = 256
}
