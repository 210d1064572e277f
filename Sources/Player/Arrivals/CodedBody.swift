// CodedBody.swift: a coded part of a body, compared with its content once the coding is undone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainTranscript

/// Compares the decoded content, because another compressor gives other bytes. No content is kept.
///
/// One owner feeds this object: a copy of the reference is the same part.
final class CodedBody: @unchecked Sendable {
    private let codings: [Coding]
    private let chain: DecodingChain
    private var content: BodyMatcher
    private var hasBegun = false
    private(set) var trouble: CodingDifference?

    init(_ codings: [Coding], of content: BodyMatcher) {
        self.codings = codings
        chain = DecodingChain(codings)
        self.content = content
    }

    private func differs(_ found: CodingDifference.Found) -> CodingDifference {
        CodingDifference(codings.reversed().map(\.name), found)
    }

    /// The whole part has come, and is right.
    var isComplete: Bool { trouble == nil && chain.isAtEnd && content.isComplete && chain.isAsWritten }

    /// What is missing, if nothing more comes.
    var shortfall: CodingDifference {
        if !chain.isAtEnd { return differs(.notWhole) }
        return differs(
            content.isComplete ? .otherFile : .short(after: content.matched, of: content.expectedCount))
    }

    /// The number of bytes that belong to this part; nil: they are wrong.
    func feed(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard trouble == nil else { return nil }
        hasBegun = true
        do throws(CodingFault) {
            let taken = try bytes.withBytes { bytes throws(CodingFault) in
                try chain.feed(bytes) { piece in
                    let fitting = content.feed(piece)
                    if fitting == piece.count { return true }
                    let came = Array(piece.dropFirst(fitting).prefix(24))
                    trouble = differs(
                        content.isComplete
                            ? .more(came, behind: content.matched)
                            : .byte(content.matched, Unlike(came, content.expectedNext)))
                    return false
                }
            }
            if taken == 0, chain.isAtEnd, !isComplete { trouble = shortfall }
            return trouble == nil ? taken : nil
        } catch {
            trouble = differs(.fault(error.sentence))
            return nil
        }
    }

    /// Whether the part could begin with this byte, as far as this is known without taking it.
    func mayBegin(with byte: UInt8) -> Bool {
        guard !hasBegun, let first = codings.last?.firstByte else { return true }
        return byte == first
    }
}

extension Coding {
    /// The byte with which any data under this coding begins.
    fileprivate var firstByte: UInt8? {
        switch self {
        case .gzip: 0x1F
        case .macBinary: 0
        case .deflate, .rawDeflate, .brotli, .zstd, .binHex: nil
        }
    }
}
