// Decoder.swift: decodes bytes, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// The result of one step.
package struct CodingStep: Hashable, Sendable {
    /// The number of input bytes that were taken.
    package var taken: Int
    /// The number of output bytes that were written.
    package var made: Int

    package init(taken: Int = 0, made: Int = 0) {
        self.taken = taken
        self.made = made
    }
}

/// Takes coded bytes in pieces of any size, and writes no more than the output holds in a step.
///
/// ```swift
/// var decoder = Decoder(.gzip())
/// while true {
///     let step = try decoder.step(input, into: output)   // the rest of the input is offered again
///     …
/// }
/// try decoder.finish()                                    // nothing more comes
/// ```
///
/// A step that takes and writes nothing needs more input; after the end of the coded bytes no more is taken.
package struct Decoder: ~Copyable {
    private let machine: any DecodingMachine
    /// The number of coded bytes that were taken.
    package private(set) var offset = 0
    /// The number of coded bytes that were taken when the input was last complete.
    private var wholeAt = 0

    package init(_ coding: Coding) {
        machine =
            switch coding {
            case .gzip: Inflater(.gzip)
            case .deflate: Inflater(.zlib)
            case .rawDeflate: Inflater(.raw)
            case .brotli: BrotliDecoder()
            case .zstd: ZstdDecoder()
            case .macBinary: MacBinaryDecoder()
            case .binHex: BinHexDecoder()
            }
    }

    /// Whether the input so far is whole. Some formats allow more: another member of gzip, another frame of zstd.
    package var isAtEnd: Bool { machine.isAtEnd }

    /// The header of a Macintosh file, as far as it has come.
    package var macFile: MacHeader? { machine.macFile }

    /// The name that the archive gives to the file within, once it has come; nil: none.
    package var innerName: [UInt8]? { machine.innerName }

    package mutating func step(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(CodingFault) -> CodingStep {
        do throws(MachineFault) {
            let step = try machine.step(input, output)
            offset += step.taken
            if machine.isAtEnd { wholeAt = offset }
            return step
        } catch {
            throw CodingFault(
                error.kind, at: error.kind == .trailing ? wholeAt : offset + error.taken, error.reason)
        }
    }

    /// Ends the input; throws if it is not complete.
    package mutating func finish() throws(CodingFault) {
        if !machine.isAtEnd { throw CodingFault(.truncated, at: offset, "more of it must come") }
    }
}

/// A coding's own part of a ``Decoder``.
protocol DecodingMachine: AnyObject {
    var isAtEnd: Bool { get }
    var macFile: MacHeader? { get }
    var innerName: [UInt8]? { get }
    func step(
        _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer
    ) throws(MachineFault) -> CodingStep
}

extension DecodingMachine {
    var macFile: MacHeader? { nil }
    var innerName: [UInt8]? { macFile?.name }
}

/// A fault, and how many bytes of the step's input stand before it.
struct MachineFault: Error {
    var kind = CodingFault.Kind.corrupt
    let taken: Int
    let reason: String
}
