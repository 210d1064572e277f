// HeaderDecoder.swift: decompresses blocks of fields.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainHPACK

/// One side's decompression of fields, RFC 7541: it lives as long as its connection, because blocks build on each other.
///
/// A block may come in fragments, each as in its frame. After a block that is wrong, or not decoded to its end, the
/// decoder is useless.
package struct HeaderDecoder: ~Copyable {
    /// The block is not one of RFC 7541. The connection ends with COMPRESSION_ERROR.
    package struct Fault: Error, Hashable, Sendable {}

    private let inflater: OpaquePointer

    package init() {
        var made: OpaquePointer?
        guard nghttp2_hd_inflate_new(&made) == 0, let made else { preconditionFailure("HPACK can begin") }
        inflater = made
    }

    deinit { nghttp2_hd_inflate_del(inflater) }

    /// The size of the table that the peer may use, once it has acknowledged the setting. Between blocks only: after a
    /// smaller size the next block must begin by saying that it keeps to it.
    package mutating func limitTable(to size: Int) {
        nghttp2_hd_inflate_change_table_size(inflater, size)
    }

    /// The number of bytes in the table, as RFC 7541 section 4.1 counts them.
    package var tableSize: Int { nghttp2_hd_inflate_get_dynamic_table_size(inflater) }

    /// Decodes a fragment of a block and puts the fields that end in it behind the others. A name or a value of more than
    /// 65,536 bytes is a fault.
    package mutating func decode(
        _ fragment: UnsafeRawBufferPointer, isLast: Bool, into fields: inout DecodedFields
    ) throws(Fault) {
        var rest = fragment
        while true {
            var field = nghttp2_nv()
            var flags: Int32 = 0
            let taken = nghttp2_hd_inflate_hd2(
                inflater, &field, &flags, rest.baseAddress?.assumingMemoryBound(to: UInt8.self), rest.count,
                isLast ? 1 : 0)
            if taken < 0 { throw Fault() }
            rest = UnsafeRawBufferPointer(rebasing: rest[taken...])
            if flags & emitted != 0 {
                fields.append(
                    UnsafeRawBufferPointer(start: field.name, count: field.namelen),
                    UnsafeRawBufferPointer(start: field.value, count: field.valuelen),
                    isNeverIndexed: UInt32(field.flags) & neverIndexed != 0)
            } else if flags & ended != 0 || rest.isEmpty {
                break
            }
        }
        if isLast { nghttp2_hd_inflate_end_headers(inflater) }
    }
}

private let emitted = Int32(NGHTTP2_HD_INFLATE_EMIT.rawValue)
private let ended = Int32(NGHTTP2_HD_INFLATE_FINAL.rawValue)
private let neverIndexed = NGHTTP2_NV_FLAG_NO_INDEX.rawValue
