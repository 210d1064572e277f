// OutputBytes.swift: a growing buffer in which a reply is put together.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A growing run of bytes outside of arrays: appending needs no check of uniqueness, and bytes are dropped from the
/// front.
package struct OutputBytes: ~Copyable {
    @usableFromInline var base: UnsafeMutableRawPointer
    @usableFromInline var start = 0
    @usableFromInline var end = 0
    @usableFromInline var capacity: Int

    package init(capacity: Int = 2_048) {
        self.capacity = max(capacity, 64)
        base = .allocate(byteCount: self.capacity, alignment: 8)
    }

    deinit { base.deallocate() }

    @inlinable
    package var count: Int { end - start }

    @inlinable
    package var isEmpty: Bool { start == end }

    /// The current bytes, valid until the next change.
    @inlinable
    package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base + start, count: end - start) }

    package var array: [UInt8] { Array(bytes) }

    @inlinable
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        base.storeBytes(of: byte, toByteOffset: end, as: UInt8.self)
        end += 1
    }

    @inlinable
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    @inlinable
    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    @inlinable
    package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    package mutating func append(decimal number: Int) {
        if number < 0 { append(UInt8(ascii: "-")) }
        append(number.magnitude, radix: 10)
    }

    /// The number in lower-case hexadecimal, without a prefix or leading zeros.
    package mutating func append(hex number: Int) {
        append(UInt(bitPattern: number), radix: 16)
    }

    /// The line before the bytes of a chunk, as in `1a0;ext\r
    /// `.
    package mutating func append(chunkHead size: Int, extensions: String = "") {
        append(hex: size)
        if !extensions.isEmpty {
            append(UInt8(ascii: ";"))
            append(extensions)
        }
        append("\r\n" as StaticString)
    }

    /// Appends `count` bytes, which `fill` writes.
    package mutating func append(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Void) {
        reserve(count)
        fill(UnsafeMutableRawBufferPointer(start: base + end, count: count))
        end += count
    }

    /// Overwrites bytes at the offset; they must exist.
    package mutating func overwrite(at offset: Int, with bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        precondition(offset >= 0 && offset + bytes.count <= count, "what is overwritten must be there")
        (base + start + offset).copyMemory(from: source, byteCount: bytes.count)
    }

    /// Forgets all but the first `count` bytes.
    package mutating func cut(to count: Int) { end = min(end, start + count) }

    /// Forgets the first `count` bytes, once they are sent.
    @inlinable
    package mutating func drop(_ count: Int) {
        start += count
        if start == end {
            start = 0
            end = 0
        }
    }

    /// Drops all bytes and keeps the memory.
    @inlinable
    package mutating func clear() {
        start = 0
        end = 0
    }

    @inlinable
    package mutating func reserve(_ count: Int) {
        if capacity - end < count { grow(by: count) }
    }

    @usableFromInline
    mutating func grow(by count: Int) {
        let used = end - start
        if capacity - used >= count, start >= used {
            base.copyMemory(from: base + start, byteCount: used)
        } else {
            let room = max(capacity * 2, used + count)
            let wider = UnsafeMutableRawPointer.allocate(byteCount: room, alignment: 8)
            wider.copyMemory(from: base + start, byteCount: used)
            base.deallocate()
            base = wider
            capacity = room
        }
        start = 0
        end = used
    }

    private mutating func append(_ number: UInt, radix: UInt) {
        var divisor: UInt = 1
        while number / divisor >= radix { divisor *= radix }
        while divisor > 0 {
            let digit = UInt8(number / divisor % radix)
            append(digit < 10 ? 0x30 + digit : 0x57 + digit)
            divisor /= radix
        }
    }
}
