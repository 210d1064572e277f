// Windows.swift: the number of bytes of DATA that each side may send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The room for the peer's DATA, on a stream or on the connection: RFC 9113 section 6.9.
struct ReceiveWindow {
    /// The number of bytes that may still come. It may be negative after a change of settings.
    private(set) var left: Int
    /// The full size, to which the window returns.
    private(set) var size: Int
    /// Consumed bytes for which no room has been granted yet.
    private var owed = 0

    init(size: Int) {
        left = size
        self.size = size
    }

    /// Counts bytes that have come; false: there was no room for them.
    mutating func take(_ count: Int) -> Bool {
        left -= count
        return left >= 0 || count == 0
    }

    /// Counts consumed bytes, without granting room now.
    mutating func owe(_ count: Int) { owed += count }

    /// The room to grant after bytes were consumed: none until half of the window is used up.
    mutating func consumed(_ count: Int) -> Int {
        owed += count
        return isDue ? pay() : 0
    }

    /// Whether half of the window is owed; a setting that makes the window smaller can make this true.
    var isDue: Bool { owed > 0 && owed >= size / 2 }

    /// Grants all that is owed, even if it is little.
    mutating func pay() -> Int {
        defer { owed = 0 }
        left += owed
        return owed
    }

    /// Makes the window larger, or smaller after a setting.
    mutating func resize(by difference: Int) {
        left += difference
        size += difference
    }
}

/// The room for our DATA, on a stream or on the connection.
struct SendWindow {
    /// The number of bytes that may still be sent. It may be negative after a change of settings.
    private(set) var left: Int

    init(size: Int) { left = size }

    mutating func take(_ count: Int) { left -= count }

    /// false: the window would become larger than allowed.
    mutating func grow(by difference: Int) -> Bool {
        if left + difference > largestWindow { return false }
        left += difference
        return true
    }
}

/// The largest size of a window, RFC 9113 section 6.9.1.
let largestWindow = Int(Int32.max)
