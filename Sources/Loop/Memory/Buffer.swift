// Buffer.swift: bytes that were read or wait to be sent, contiguous.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Bytes that were read and not parsed yet.
package typealias ReadBuffer = Buffer
/// Bytes to send.
package typealias WriteBuffer = Buffer

/// A queue of bytes, always contiguous: appended at the end, consumed at the front.
///
/// It borrows a block from its loop's pool for the first byte, grows by doubling, and returns its memory when it
/// `rests` empty. It lives in the frame of the task that owns it (`~Copyable`), so that using it costs neither
/// reference counting nor exclusivity checks.
package struct Buffer: ~Copyable {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    private var start = 0
    private var end = 0
    private let pool: BlockPool
    /// The limit for reading. Appending has none: the server's own output is never cut off.
    package let limit: Int

    package init(loop: EventLoop, limit: Int = 1 << 20) {
        loop.assertOnLoop()
        pool = loop.pool
        self.limit = limit
    }

    deinit { Self.release(base, capacity, to: pool) }

    package var count: Int { end - start }
    package var isEmpty: Bool { start == end }
    package var isFull: Bool { count >= limit }

    // MARK: In

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        (base! + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    package mutating func append(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { append($0) }
    }

    package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    package mutating func append(_ text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    package mutating func append(_ byte: UInt8) {
        reserve(1)
        (base! + end).storeBytes(of: byte, as: UInt8.self)
        end += 1
    }

    /// Lets `body` write into at least `room` free bytes; `body` returns the number of bytes it wrote.
    package mutating func append(room: Int, _ body: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
        reserve(max(room, 1))
        let written = body(UnsafeMutableRawBufferPointer(start: base! + end, count: capacity - end))
        precondition(written >= 0 && written <= capacity - end)
        end += written
        return written
    }

    // MARK: Out

    /// The pointer is good until the buffer changes.
    package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try body(bytes)
    }

    /// The bytes without a copy, valid until the buffer changes: for the hot path.
    package var bytes: UnsafeRawBufferPointer {
        guard let base else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: base + start, count: end - start)
    }

    package mutating func consume(_ count: Int) {
        precondition(count >= 0 && count <= end - start, "more consumed than there is")
        start += count
        if start == end {
            start = 0
            end = 0
        }
    }

    package mutating func removeAll() { consume(count) }

    /// All bytes, copied and consumed.
    package mutating func drain() -> [UInt8] {
        let all = [UInt8](bytes)
        removeAll()
        return all
    }

    /// Gives the memory back if nothing is held: call it before waiting for a peer that may be idle for long.
    package mutating func rest() {
        guard start == end, base != nil else { return }
        Self.release(base, capacity, to: pool)
        base = nil
        capacity = 0
    }

    // MARK: Memory

    private mutating func reserve(_ room: Int) {
        if capacity - end >= room { return }
        makeRoom(room)
    }

    @inline(never)
    private mutating func makeRoom(_ room: Int) {
        let count = end - start
        if capacity - count >= room && start >= capacity / 2 {
            // Half of the memory or more has been consumed: moving the rest to the front costs less than it frees.
            base!.copyMemory(from: base! + start, byteCount: count)
        } else {
            var larger = max(capacity, BlockPool.blockSize)
            while larger - count < room { larger *= 2 }
            let fresh =
                larger == BlockPool.blockSize
                ? pool.take() : UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
            if let base { fresh.copyMemory(from: base + start, byteCount: count) }
            Self.release(base, capacity, to: pool)
            base = fresh
            capacity = larger
        }
        start = 0
        end = count
    }

    private static func release(_ base: UnsafeMutableRawPointer?, _ capacity: Int, to pool: BlockPool) {
        guard let base else { return }
        if capacity == BlockPool.blockSize { pool.give(base) } else { base.deallocate() }
    }
}
