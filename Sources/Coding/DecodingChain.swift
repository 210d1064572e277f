// DecodingChain.swift: undoes several codings at once, piece by piece.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// Undoes the codings, the last of them first, without keeping what lies between.
///
/// It has one owner, who feeds it; a copy of the reference is the same chain.
package final class DecodingChain: @unchecked Sendable {
    private let coding: Coding
    private var decoder: Decoder
    private var buffer = [UInt8](repeating: 0, count: 16_384)
    /// The chain that decodes this one's output.
    private let inner: DecodingChain?

    /// `codings` in the order in which they were done; at least one.
    package init(_ codings: [Coding]) {
        guard let last = codings.last else { preconditionFailure("there is nothing to undo") }
        coding = last
        decoder = Decoder(last)
        inner = codings.count > 1 ? DecodingChain(codings.dropLast()) : nil
    }

    /// Whether all input so far is complete.
    package var isAtEnd: Bool { decoder.isAtEnd && inner?.isAtEnd ?? true }

    /// The name that the innermost archive gives to its file, once it has come.
    package var innerName: [UInt8]? { inner?.innerName ?? decoder.innerName }

    /// Whether the Macintosh files agree with the fields that the codings were given.
    package var isAsWritten: Bool {
        let isRight =
            switch coding {
            case .macBinary(let fields, _), .binHex(let fields): decoder.macFile?.fits(fields) ?? false
            case .gzip, .deflate, .rawDeflate, .brotli, .zstd: true
            }
        return isRight && inner?.isAsWritten ?? true
    }

    /// Takes the bytes that belong to the coded input, and returns their number; nil: `receive` refused the output.
    package func feed(
        _ bytes: UnsafeRawBufferPointer, _ receive: (ArraySlice<UInt8>) -> Bool
    ) throws(CodingFault) -> Int? {
        var taken = 0
        while true {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[taken...])
            let step = try buffer.withMutableBytes { output throws(CodingFault) in
                try decoder.step(rest, into: output)
            }
            if step.taken == 0, step.made == 0 { return taken }
            taken += step.taken
            guard step.made > 0 else { continue }
            guard try handOn(step.made, receive) else { return nil }
        }
    }

    private func handOn(_ count: Int, _ receive: (ArraySlice<UInt8>) -> Bool) throws(CodingFault) -> Bool {
        guard let inner else { return receive(buffer[..<count]) }
        let wanted = try buffer[..<count].withBytes { bytes throws(CodingFault) in
            try inner.feed(bytes, receive)
        }
        guard let wanted else { return false }
        guard wanted == count else {
            throw CodingFault(.trailing, at: wanted, "what '\(coding.name)' holds goes on behind its end")
        }
        return true
    }
}
