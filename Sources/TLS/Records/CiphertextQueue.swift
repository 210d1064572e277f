// CiphertextQueue.swift: a queue of ciphertext for OpenSSL or from it, and its BIO.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainOpenSSL

/// Bytes in one piece, appended at the end and consumed at the front; an empty one holds no memory.
///
/// OpenSSL's own memory BIO never shrinks while the connection lasts, and cannot be emptied without a copy; this
/// queue's bytes are sent in place.
final class CiphertextQueue {
    private var base: UnsafeMutableRawPointer?
    private var capacity = 0
    private var start = 0
    private var end = 0
    /// Whether OpenSSL's output is dropped, because a ``RecordSealer`` writes here now.
    var isDeafToOpenSSL = false
    /// The last bytes that OpenSSL wrote, up to 64: TLS 1.0 chains the next record to them.
    private(set) var tail: [UInt8] = []
    var keepsTail = false

    deinit { base?.deallocate() }

    var count: Int { end - start }
    var isEmpty: Bool { start == end }
    var bytes: UnsafeRawBufferPointer {
        guard let base else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return UnsafeRawBufferPointer(start: base + start, count: end - start)
    }

    func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress, bytes.count > 0 else { return }
        reserve(bytes.count)
        (base! + end).copyMemory(from: source, byteCount: bytes.count)
        end += bytes.count
    }

    /// Makes room for this many bytes at once, instead of growing step by step.
    func reserve(_ room: Int) {
        if capacity - end < room { makeRoom(room) }
    }

    func append(_ bytes: [UInt8]) { bytes.withUnsafeBytes { append($0) } }

    func consume(_ count: Int) {
        precondition(count >= 0 && count <= end - start, "more consumed than there is")
        start += count
        guard start == end else { return }
        base?.deallocate()
        base = nil
        (capacity, start, end) = (0, 0, 0)
    }

    private func makeRoom(_ room: Int) {
        let count = end - start
        if let base, capacity - count >= room, start >= capacity / 2 {
            base.copyMemory(from: base + start, byteCount: count)
        } else {
            var larger = max(capacity, 512)
            while larger - count < room { larger *= 2 }
            let fresh = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
            if let base {
                fresh.copyMemory(from: base + start, byteCount: count)
                base.deallocate()
            }
            base = fresh
            capacity = larger
        }
        (start, end) = (0, count)
    }

    // MARK: As OpenSSL sees it

    /// A BIO over this queue; the queue must outlive it.
    func makeBIO() -> OpaquePointer {
        guard let bio = BIO_new(Self.method) else { preconditionFailure("out of memory") }
        BIO_set_data(bio, Unmanaged.passUnretained(self).toOpaque())
        BIO_set_init(bio, 1)
        return bio
    }

    private static func behind(_ bio: OpaquePointer?) -> CiphertextQueue {
        Unmanaged<CiphertextQueue>.fromOpaque(BIO_get_data(bio)).takeUnretainedValue()
    }

    /// Set up once, never changed and never freed.
    private nonisolated(unsafe) static let method: OpaquePointer = {
        guard let method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "quintain") else {
            preconditionFailure("out of memory")
        }
        BIO_meth_set_write(method) { bio, source, count in
            let queue = behind(bio)
            quintain_bio_no_retry(bio)
            guard count > 0, !queue.isDeafToOpenSSL else { return count }
            let bytes = UnsafeRawBufferPointer(start: source, count: Int(count))
            queue.append(bytes)
            if queue.keepsTail { queue.tail = Array(bytes.suffix(64)) }
            return count
        }
        BIO_meth_set_read(method) { bio, target, room in
            let queue = behind(bio)
            quintain_bio_no_retry(bio)
            let count = min(Int(room), queue.count)
            guard let target, count > 0 else {
                quintain_bio_not_yet(bio)
                return -1
            }
            UnsafeMutableRawPointer(target).copyMemory(from: queue.bytes.baseAddress!, byteCount: count)
            queue.consume(count)
            return Int32(count)
        }
        BIO_meth_set_ctrl(method) { bio, command, _, _ in
            switch command {
            case BIO_CTRL_FLUSH: 1
            case BIO_CTRL_PENDING, BIO_CTRL_WPENDING: behind(bio).count
            default: 0
            }
        }
        return method
    }()
}
