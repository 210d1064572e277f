// StreamList.swift: the open streams of a connection, in the order of their numbers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Streams are opened with ever higher numbers and close in roughly that order, so a list with binary search will do. A
/// closed stream leaves an empty place until there are too many of them.
struct StreamList {
    private var numbers: [Int] = []
    private var states: [OpenStream?] = []
    /// All places before this one are empty.
    private var first = 0
    private(set) var count = 0

    /// What is got is a copy: to yield the place itself would take memory for each access.
    subscript(stream: Int) -> OpenStream? {
        get { index(of: stream).flatMap { states[$0] } }
        set { if let index = index(of: stream) { states[index] = newValue } }
    }

    /// Adds a stream with a higher number than all before it.
    mutating func append(_ state: OpenStream, as stream: Int) {
        numbers.append(stream)
        states.append(state)
        count += 1
    }

    /// Removes a stream; nothing happens if it is not open.
    mutating func remove(_ stream: Int) {
        guard let index = index(of: stream) else { return }
        states[index] = nil
        count -= 1
        if count == 0 {
            clear(upTo: states.count)
        } else {
            while states[first] == nil { first += 1 }
            if states.count > Self.emptyAtMost + 2 * count { compact() }
        }
    }

    /// The numbers of the streams that satisfy the condition, the lowest first.
    func numbers(where isMeant: (OpenStream) -> Bool) -> [Int] {
        (first..<states.count).compactMap { index in states[index].flatMap { isMeant($0) ? numbers[index] : nil } }
    }

    /// Changes all streams, until one cannot be changed. false: that happened.
    mutating func changeAll(_ change: (inout OpenStream) -> Bool) -> Bool {
        for index in first..<states.count where states[index] != nil {
            if !change(&states[index]!) { return false }
        }
        return true
    }

    private func index(of stream: Int) -> Int? {
        guard let last = numbers.last, stream <= last else { return nil }
        var (low, high) = (first, numbers.count)
        // A client opens every second number, so most often the place is known.
        let likely = high - 1 - (last - stream) / 2
        if likely >= low, numbers[likely] == stream {
            low = likely
        } else {
            while low < high {
                let middle = (low + high) / 2
                if numbers[middle] < stream { low = middle + 1 } else { high = middle }
            }
        }
        guard numbers[low] == stream, states[low] != nil else { return nil }
        return low
    }

    private mutating func compact() {
        var next = 0
        for index in first..<states.count where states[index] != nil {
            numbers[next] = numbers[index]
            states[next] = states[index]
            next += 1
        }
        numbers.removeLast(numbers.count - next)
        states.removeLast(states.count - next)
        first = 0
    }

    private mutating func clear(upTo count: Int) {
        numbers.removeFirst(count)
        states.removeFirst(count)
        first = 0
    }

    private static let emptyAtMost = 64
}
