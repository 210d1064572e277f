// Encoder.swift: codes bytes, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// Encodes bytes in pieces of any size; the same bytes always give the same output.
///
/// A step writes no more than the output holds. After the last input, steps follow with the rest of it until `isAtEnd`.
package struct Encoder: ~Copyable {
    private let machine: any EncodingMachine

    /// `length` is the number of all bytes to come, because some formats begin with it.
    package init(_ coding: Coding, length: Int) {
        machine =
            switch coding {
            case .gzip(let level, let name): Deflater(.gzip, level: level, name: name)
            case .deflate(let level): Deflater(.zlib, level: level)
            case .rawDeflate(let level): Deflater(.raw, level: level)
            case .brotli(let level): BrotliEncoder(level: level)
            case .zstd(let level): ZstdEncoder(level: level, length: length)
            case .macBinary(let fields, let version):
                MacBinaryEncoder(MacHeader(fields, dataLength: length), fields.resource ?? [], version)
            case .binHex(let fields):
                BinHexEncoder(MacHeader(fields, dataLength: length), fields.resource ?? [])
            }
    }

    /// Whether all output was written.
    package var isAtEnd: Bool { machine.isAtEnd }

    /// `isLast`: no input follows this one.
    package mutating func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, into output: UnsafeMutableRawBufferPointer
    ) -> CodingStep {
        machine.step(input, isLast: isLast, output)
    }
}

/// A coding's own part of an ``Encoder``.
protocol EncodingMachine: AnyObject {
    var isAtEnd: Bool { get }
    func step(
        _ input: UnsafeRawBufferPointer, isLast: Bool, _ output: UnsafeMutableRawBufferPointer
    ) -> CodingStep
}
