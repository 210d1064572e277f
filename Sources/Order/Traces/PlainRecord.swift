// PlainRecord.swift: reads the usual kind of record without copying its bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A reader for records like `{"callback": "didReceiveData", "task": 7, "bytes": 1000}`: one object of a few members,
/// whose values are numbers, words or plain ASCII text without escapes.
///
/// The strict reader reads all other records, and reports the wrong ones. Plain records give the same result in both,
/// which the tests compare. A trace may have millions of them.
struct PlainRecord {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0

    private init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    /// nil: the record is not plain.
    static func read(_ bytes: UnsafeBufferPointer<UInt8>) -> TraceMembers? {
        var record = PlainRecord(bytes)
        return record.members()
    }

    private mutating func members() -> TraceMembers? {
        var members = TraceMembers()
        var names = Names()
        guard take(UInt8(ascii: "{")) else { return nil }
        repeat {
            guard take(UInt8(ascii: "\"")), let name = text(), names.insert(name), take(UInt8(ascii: ":")) else {
                return nil
            }
            guard let member = TraceMember(name) else {
                guard pass() else { return nil }
                continue
            }
            guard read(member, into: &members) else { return nil }
        } while take(UInt8(ascii: ","))
        guard take(UInt8(ascii: "}")) else { return nil }
        skipBlanks()
        return index == bytes.count ? members : nil
    }

    private mutating func read(_ member: TraceMember, into members: inout TraceMembers) -> Bool {
        skipBlanks()
        guard index < bytes.count else { return false }
        if member == .callback {
            guard take(UInt8(ascii: "\"")), let name = text(), let number = TracedCallback.table.number(of: name) else {
                return false
            }
            members.set(callbackNumber: number)
            return true
        }
        guard let value = value() else { return false }
        members.set(member, value)
        return true
    }

    private mutating func value() -> TraceValue? {
        switch bytes[index] {
        case UInt8(ascii: "\""):
            index += 1
            return text().map { .text(String(decoding: $0, as: UTF8.self)) }
        case UInt8(ascii: "n"): return word("null") ? .null : nil
        case UInt8(ascii: "t"): return word("true") ? .bool(true) : nil
        case UInt8(ascii: "f"): return word("false") ? .bool(false) : nil
        default: return number().map { .number($0) }
        }
    }

    /// Skips a value that is not used.
    private mutating func pass() -> Bool {
        skipBlanks()
        guard index < bytes.count else { return false }
        switch bytes[index] {
        case UInt8(ascii: "\""):
            index += 1
            return text() != nil
        case UInt8(ascii: "n"): return word("null")
        case UInt8(ascii: "t"): return word("true")
        case UInt8(ascii: "f"): return word("false")
        default: return passNumber()
        }
    }

    /// Any number, RFC 8259 section 6.
    private mutating func passNumber() -> Bool {
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let start = index
        guard passDigits(), bytes[start] != 48 || index == start + 1 else { return false }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard passDigits() else { return false }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, bytes[index] == UInt8(ascii: "+") || bytes[index] == UInt8(ascii: "-") {
                index += 1
            }
            return passDigits()
        }
        return true
    }

    private mutating func passDigits() -> Bool {
        let start = index
        while index < bytes.count, 48...57 ~= bytes[index] { index += 1 }
        return index > start
    }

    /// Up to the closing quote; nil: it is not plain.
    private mutating func text() -> UnsafeBufferPointer<UInt8>? {
        let start = index
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                defer { index += 1 }
                return UnsafeBufferPointer(rebasing: bytes[start..<index])
            case UInt8(ascii: "\\"), 0..<0x20, 0x80...: return nil
            default: index += 1
            }
        }
        return nil
    }

    /// A whole number of at most 15 digits.
    private mutating func number() -> Int? {
        let isNegative = bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let start = index
        var number = 0
        while index < bytes.count, 48...57 ~= bytes[index], index - start < 16 {
            number = number * 10 + Int(bytes[index] - 48)
            index += 1
        }
        let count = index - start
        guard 1...15 ~= count, count == 1 || bytes[start] != 48 else { return nil }
        if index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0D: break
            default: return nil
            }
        }
        return isNegative ? -number : number
    }

    private mutating func word(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard bytes.count - index >= count else { return false }
        for offset in 0..<count where bytes[index + offset] != word.utf8Start[offset] { return false }
        index += count
        return true
    }

    private mutating func take(_ mark: UInt8) -> Bool {
        skipBlanks()
        guard index < bytes.count, bytes[index] == mark else { return false }
        index += 1
        return true
    }

    private mutating func skipBlanks() {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return
            }
        }
    }

    /// The names of an object's members so far: RFC 8259 wants each once.
    private struct Names {
        private var names: InlineNames = (nil, nil, nil, nil, nil, nil, nil, nil)
        private var count = 0

        /// Returns false if the name is there already, or if there are too many for a plain record.
        mutating func insert(_ name: UnsafeBufferPointer<UInt8>) -> Bool {
            if same(names.0, name) || same(names.1, name) || same(names.2, name) || same(names.3, name)
                || same(names.4, name) || same(names.5, name) || same(names.6, name) || same(names.7, name)
            {
                return false
            }
            switch count {
            case 0: names.0 = name
            case 1: names.1 = name
            case 2: names.2 = name
            case 3: names.3 = name
            case 4: names.4 = name
            case 5: names.5 = name
            case 6: names.6 = name
            case 7: names.7 = name
            default: return false
            }
            count += 1
            return true
        }

        private func same(_ one: UnsafeBufferPointer<UInt8>?, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
            guard let one, one.count == other.count else { return false }
            return one.elementsEqual(other)
        }
    }

    private typealias InlineNames = (
        UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?,
        UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?,
        UnsafeBufferPointer<UInt8>?, UnsafeBufferPointer<UInt8>?
    )
}
