// CodedBody.swift: a coded part of a body, compared with its content once the coding is undone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation

/// Compares the decoded content, because another compressor gives other bytes. No content is kept.
///
/// One owner feeds this object: a copy of the reference is the same part.
final class CodedBody: @unchecked Sendable {
    private let codings: [Coding]
    private let chain: DecodingChain
    private var content: BodyMatcher
    private var hasBegun = false
    /// The mismatch, as the end of a sentence whose subject precedes it: ` cannot be …`, `, undone from 'gzip', differs
    /// …`.
    private(set) var trouble: String?

    init(_ codings: [Coding], of content: BodyMatcher) {
        self.codings = codings
        chain = DecodingChain(codings)
        self.content = content
    }

    /// `gzip`, or `br, then gzip`: in the order in which they are undone.
    private var names: String { codings.reversed().map(\.name).joined(separator: ", then ") }

    /// The whole part has come, and is right.
    var isComplete: Bool { trouble == nil && chain.isAtEnd && content.isComplete && chain.isAsWritten }

    /// The missing part, if nothing more comes, as the end of a sentence.
    var shortfall: String {
        if !chain.isAtEnd { return " ends before its '\(names)' does" }
        if !content.isComplete {
            return ", undone from '\(names)', ended after \(content.matched)\(expectedCount) bytes"
        }
        return ", undone from '\(names)', is a file of another name, type or creator, or with other resources"
    }

    private var expectedCount: String { content.expectedCount.map { " of \($0)" } ?? "" }

    /// The number of bytes that belong to this part; nil: they are wrong.
    func feed(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard trouble == nil else { return nil }
        hasBegun = true
        do throws(CodingFault) {
            let taken = try bytes.withBytes { bytes throws(CodingFault) in
                try chain.feed(bytes) { piece in
                    let fitting = content.feed(piece)
                    if fitting == piece.count { return true }
                    let came = Quoting.quoted(piece.dropFirst(fitting).prefix(24))
                    trouble =
                        content.isComplete
                        ? ", undone from '\(names)', must end after \(content.matched) bytes, but there is more: \(came)"
                        : ", undone from '\(names)', differs at byte \(content.matched): "
                            + Quoting.difference(came, Quoting.quoted(content.expectedNext), " came")
                    return false
                }
            }
            if taken == 0, chain.isAtEnd, !isComplete { trouble = shortfall }
            return trouble == nil ? taken : nil
        } catch {
            trouble = " cannot be undone from '\(names)': it is \(error.sentence)"
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
