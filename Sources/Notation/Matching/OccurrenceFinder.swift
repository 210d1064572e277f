// OccurrenceFinder.swift: finds the places of one text in another.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Finds the places of a text from left to right, and looks at each byte once (Knuth, Morris and Pratt).
struct OccurrenceFinder {
    private let text: [UInt8]
    /// For each prefix of the text: the length of its longest beginning that is also its end.
    private let overlaps: [Int]
    /// How many bytes have been read.
    private var read: Int
    private var matched = 0
    private var found: Int?

    /// The text is not empty.
    init(_ text: [UInt8], from start: Int) {
        self.text = text
        read = start
        var overlaps = Array(repeating: 0, count: text.count)
        var matched = 0
        for index in text.indices.dropFirst() {
            while matched > 0, text[index] != text[matched] { matched = overlaps[matched - 1] }
            if text[index] == text[matched] { matched += 1 }
            overlaps[index] = matched
        }
        self.overlaps = overlaps
    }

    /// The first place at or after this one; calls must not go back to earlier places.
    mutating func next(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        if let found, found >= start { return found }
        found = nil
        while read < bytes.count {
            let byte = bytes[read]
            while matched > 0, byte != text[matched] { matched = overlaps[matched - 1] }
            if byte == text[matched] { matched += 1 }
            read += 1
            guard matched == text.count else { continue }
            matched = overlaps[matched - 1]
            guard read - text.count >= start else { continue }
            found = read - text.count
            break
        }
        return found
    }
}
