// Windows.swift: how many bytes of DATA may go either way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What the peer may send us, on a stream or on the connection. RFC 9113 section 6.9.
struct ReceiveWindow {
    /// How many bytes may still come. After a change of settings it may be negative.
    private(set) var left: Int
    /// What it is to be again and again.
    private(set) var size: Int
    /// Bytes that came, are consumed, and for which nothing has been granted yet.
    private var owed = 0

    init(size: Int) {
        left = size
        self.size = size
    }

    /// Takes in bytes that have come; false: they are more than there was room for.
    mutating func take(_ count: Int) -> Bool {
        left -= count
        return left >= 0 || count == 0
    }

    /// Bytes that are done with, with nothing granted for them now.
    mutating func owe(_ count: Int) { owed += count }

    /// How much to grant, now that bytes are done with: nothing until half of the window is used up.
    mutating func consumed(_ count: Int) -> Int {
        owed += count
        return isDue ? pay() : 0
    }

    /// What is owed is half of the window: a setting that makes it smaller may have made it so.
    var isDue: Bool { owed > 0 && owed >= size / 2 }

    /// Grants all that is owed, be it ever so little.
    mutating func pay() -> Int {
        defer { owed = 0 }
        left += owed
        return owed
    }

    /// Makes the window larger or, with a setting, smaller.
    mutating func resize(by difference: Int) {
        left += difference
        size += difference
    }
}

/// What we may send to the peer, on a stream or on the connection.
struct SendWindow {
    /// After a change of settings it may be negative.
    private(set) var left: Int

    init(size: Int) { left = size }

    mutating func take(_ count: Int) { left -= count }

    /// False: it would be larger than a window may be.
    mutating func grow(by difference: Int) -> Bool {
        if left + difference > largestWindow { return false }
        left += difference
        return true
    }
}

/// RFC 9113 section 6.9.1.
let largestWindow = Int(Int32.max)
