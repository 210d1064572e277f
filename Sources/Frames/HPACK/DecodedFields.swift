// DecodedFields.swift: the decoded fields of one block.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A field as a peer sent it, or as it is to be sent: the name in any case, `:method` and the like included.
package struct HeaderField: Hashable, Sendable {
    package var name: [UInt8]
    package var value: [UInt8]
    /// No intermediary may put the field into a table, RFC 7541 section 7.1.3.
    package var isNeverIndexed: Bool

    package init(_ name: [UInt8], _ value: [UInt8], isNeverIndexed: Bool = false) {
        self.name = name
        self.value = value
        self.isNeverIndexed = isNeverIndexed
    }

    package init(_ name: String, _ value: String, isNeverIndexed: Bool = false) {
        self.init(Array(name.utf8), Array(value.utf8), isNeverIndexed: isNeverIndexed)
    }
}

/// The fields of a block in memory of their own, which is used again for the next block.
///
/// The list is bounded while it is decoded: fields beyond a limit are noted as an overrun, and not kept.
package struct DecodedFields: ~Copyable {
    /// The place of a field: its value stands right behind its name.
    package struct Span {
        package fileprivate(set) var start: Int32
        package fileprivate(set) var middle: Int32
        package fileprivate(set) var end: Int32
        package fileprivate(set) var isNeverIndexed: Bool

        package var name: Range<Int> { Int(start)..<Int(middle) }
        package var value: Range<Int> { Int(middle)..<Int(end) }
    }

    /// The limit that the list exceeds, as HTTP/1 counts: names, values, and four bytes of punctuation for each field.
    package enum Overrun: Hashable, Sendable {
        case size, fields
    }

    package private(set) var spans: [Span] = []
    package private(set) var overrun: Overrun?

    /// The bytes of all fields; those that are made from others come last.
    var memory = OutputBytes(capacity: 0)
    /// The fields as HTTP/1 would have them, once `makePlain` has found them.
    var plain: [FieldSpan] = []

    private let sizeLimit: Int
    private let countLimit: Int
    private var size = 0

    package init(limits: Limits = .standard) {
        sizeLimit = min(limits.head, Int(Int32.max))
        countLimit = limits.fields
    }

    package var bytes: UnsafeRawBufferPointer { memory.bytes }

    package func name(_ span: Span) -> UnsafeRawBufferPointer { .init(rebasing: memory.bytes[span.name]) }
    package func value(_ span: Span) -> UnsafeRawBufferPointer { .init(rebasing: memory.bytes[span.value]) }

    /// All fields, copied.
    package var fields: [HeaderField] {
        spans.map { HeaderField(Array(name($0)), Array(value($0)), isNeverIndexed: $0.isNeverIndexed) }
    }

    package mutating func removeAll() {
        spans.removeAll(keepingCapacity: true)
        plain.removeAll(keepingCapacity: true)
        memory.clear()
        overrun = nil
        size = 0
    }

    mutating func append(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, isNeverIndexed: Bool
    ) {
        if overrun != nil { return }
        size += name.count + value.count + punctuation
        if size > sizeLimit { return overrun = .size }
        if spans.count == countLimit { return overrun = .fields }
        let start = memory.count
        memory.append(name)
        memory.append(value)
        spans.append(
            Span(
                start: Int32(start), middle: Int32(start + name.count), end: Int32(memory.count),
                isNeverIndexed: isNeverIndexed))
    }
}

/// The colon, the blank and the line end of a field in HTTP/1, because the limits are made for HTTP/1.
private let punctuation = 4
