// Decoder.swift: undoes a coding, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// What one step has done.
package struct CodingStep: Hashable, Sendable {
    /// How many bytes of the input were taken.
    package var taken: Int
    /// How many bytes of the output were filled.
    package var made: Int

    package init(taken: Int = 0, made: Int = 0) {
        self.taken = taken
        self.made = made
    }
}

/// Takes coded bytes however they are cut, and fills no more than the output in a step.
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
/// A step that takes and makes nothing needs more input; after the end it takes no more.
package struct Decoder: ~Copyable {
    private let machine: any DecodingMachine
    /// How many coded bytes have been taken.
    package private(set) var offset = 0
    /// How many had been when it was whole last.
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

    /// The name of the file within, if the archive has one, as soon as it has come.
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

    /// Nothing more comes.
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
