// ListMembers.swift: the members of a comma-separated field value.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Members between commas, RFC 9110 section 5.6.1, without the blanks around them and without empty ones. A comma in a
/// quoted string does not separate members.
package struct ListMembers: Sequence, IteratorProtocol {
    private var rest: UnsafeRawBufferPointer

    package init(_ value: UnsafeRawBufferPointer) { rest = value }

    package mutating func next() -> UnsafeRawBufferPointer? {
        while !rest.isEmpty {
            let end = memberEnd()
            var first = 0
            var last = end
            while first < last, Octet.isBlank(rest[first]) { first += 1 }
            while last > first, Octet.isBlank(rest[last - 1]) { last -= 1 }
            let member = UnsafeRawBufferPointer(rebasing: rest[first..<last])
            rest = .init(rebasing: rest[Swift.min(end + 1, rest.count)...])
            if !member.isEmpty { return member }
        }
        return nil
    }

    /// All members, each as an array.
    package static func copied(from value: [UInt8]) -> [[UInt8]] {
        value.withUnsafeBytes { bytes in ListMembers(bytes).map { Array($0) } }
    }

    private func memberEnd() -> Int {
        var index = 0
        var isQuoted = false
        while index < rest.count {
            switch rest[index] {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case UInt8(ascii: "\\") where isQuoted: index += 1
            case UInt8(ascii: ",") where !isQuoted: return index
            default: break
            }
            index += 1
        }
        return rest.count
    }
}
