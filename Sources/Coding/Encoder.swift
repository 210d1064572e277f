// Encoder.swift: codes bytes, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// Codes bytes however they are cut; the same bytes give the same result at any time and for any cut.
///
/// A step fills no more than the output that it is given. After the last input it is called, with the rest of it,
/// until it is at its end.
package struct Encoder: ~Copyable {
    private let machine: any EncodingMachine

    /// `length` is that of all that will come: some formats begin with it.
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

    /// All has been made.
    package var isAtEnd: Bool { machine.isAtEnd }

    /// `isLast`: nothing comes behind this input.
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
