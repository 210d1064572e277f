// Tide.swift: notices that most of many connections have closed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Knows when most of a crowd of connections is gone, so that their memory can be given back: once for each crowd,
/// however slowly it leaves.
struct Tide {
    private var highest = 0

    mutating func rose(to count: Int) { highest = max(highest, count) }

    /// Whether the count is low for the first time since it was high.
    mutating func fell(to count: Int) -> Bool {
        guard highest >= Self.crowd, count <= highest / 4 else { return false }
        highest = count
        return true
    }

    /// Fewer connections leave too little memory to matter.
    static let crowd = 256
}
