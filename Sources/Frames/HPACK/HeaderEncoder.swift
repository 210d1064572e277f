// HeaderEncoder.swift: compresses blocks of fields, or writes them literally for tests of peers.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import CQuintainHPACK
package import QuintainWire

/// One side's compression of fields, RFC 7541: it lives as long as its connection, because blocks build on each other.
///
/// Names and values are written as they are given, also those that no peer accepts.
package struct HeaderEncoder: ~Copyable {
    private let deflater: OpaquePointer

    /// - Parameter table: the largest size of the table, whatever the peer allows.
    package init(table: Int = 4_096) {
        var made: OpaquePointer?
        guard nghttp2_hd_deflate_new(&made, table) == 0, let made else { preconditionFailure("HPACK can begin") }
        deflater = made
    }

    deinit { nghttp2_hd_deflate_del(deflater) }

    /// Applies the peer's SETTINGS_HEADER_TABLE_SIZE. The next block announces the size that is used.
    package mutating func limitTable(to size: Int) {
        nghttp2_hd_deflate_change_table_size(deflater, size)
    }

    /// The number of bytes in the table, as RFC 7541 section 4.1 counts them.
    package var tableSize: Int { nghttp2_hd_deflate_get_dynamic_table_size(deflater) }

    /// Writes what must precede the first field of a block: the new size of the table, if the peer has asked for one.
    /// The first compressed field writes it too; this call is for blocks that begin with a literal.
    package mutating func begin(_ output: inout OutputBytes) {
        encode(nil, 0, output: &output)
    }

    /// Writes one field of a block, compressed. Neither name nor value is kept.
    package mutating func append(
        _ name: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer, isNeverIndexed: Bool = false,
        to output: inout OutputBytes
    ) {
        var field = nghttp2_nv(
            name: UnsafeMutablePointer(mutating: name.baseAddress?.assumingMemoryBound(to: UInt8.self)),
            value: UnsafeMutablePointer(mutating: value.baseAddress?.assumingMemoryBound(to: UInt8.self)),
            namelen: name.count, valuelen: value.count,
            flags: isNeverIndexed ? UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) : 0)
        encode(&field, 1, output: &output)
    }

    package mutating func append(_ field: HeaderField, to output: inout OutputBytes) {
        field.name.withUnsafeBytes { name in
            field.value.withUnsafeBytes { value in
                append(name, value, isNeverIndexed: field.isNeverIndexed, to: &output)
            }
        }
    }

    package mutating func append(_ fields: [HeaderField], to output: inout OutputBytes) {
        for field in fields { append(field, to: &output) }
    }

    private mutating func encode(_ fields: UnsafePointer<nghttp2_nv>?, _ count: Int, output: inout OutputBytes) {
        // Two changes of the table's size may come first, of at most six bytes each.
        let bound = nghttp2_hd_deflate_bound(deflater, fields, count)
        var written = 0
        let before = output.count
        output.append(count: bound) { room in
            written = nghttp2_hd_deflate_hd(
                deflater, room.baseAddress?.assumingMemoryBound(to: UInt8.self), room.count, fields, count)
            precondition(written >= 0, "a field fits into its bound")
        }
        output.cut(to: before + written)
    }
}

/// Fields that are written without an encoder's table, to test peers with them.
extension OutputBytes {
    /// A literal that does not enter the table, without Huffman coding: RFC 7541 sections 6.2.2 and 6.2.3.
    package mutating func append(literal field: HeaderField) {
        append(field.isNeverIndexed ? 0x10 as UInt8 : 0)
        append(prefixed: field.name.count, bits: 7, pattern: 0)
        append(field.name)
        append(prefixed: field.value.count, bits: 7, pattern: 0)
        append(field.value)
    }

    /// An update of the table's size, RFC 7541 section 6.3, of which the connection's encoder does not know.
    package mutating func append(tableSize size: Int) {
        append(prefixed: size, bits: 5, pattern: 0x20)
    }

    /// An integer in the low bits of a first byte and those behind it. RFC 7541 section 5.1.
    package mutating func append(prefixed number: Int, bits: Int, pattern: UInt8) {
        let most = 1 << bits - 1
        if number < most { return append(pattern | UInt8(number)) }
        append(pattern | UInt8(most))
        var rest = number - most
        while rest >= 128 {
            append(UInt8(rest & 127 | 128))
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
