// CodingEnvironment.swift: the transforms that the notation leaves to us.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// An environment that can code, decode and hash.
package protocol CodingEnvironment: TemplateEnvironment {}

extension CodingEnvironment {
    package func transformed(_ bytes: [UInt8], by transform: Transform) -> [UInt8]? { transform.coded(bytes) }

    package func extent(of bytes: UnsafeRawBufferPointer, coding content: [UInt8], by codings: [Coding]) -> Int? {
        let chain = DecodingChain(codings)
        var come = 0
        do throws(CodingFault) {
            let taken = try chain.feed(bytes) { piece in
                guard come + piece.count <= content.count, content[come...].starts(with: piece) else { return false }
                come += piece.count
                return true
            }
            return taken != nil && chain.isAtEnd && chain.isAsWritten && come == content.count ? taken : nil
        } catch {
            return nil
        }
    }
}

extension Transform {
    /// The bytes after a coding; nil: the notation itself does this transform.
    package func coded(_ bytes: [UInt8]) -> [UInt8]? {
        switch self {
        case .coding(let coding): coding.encoded(bytes)
        case .base64, .percent, .truncate, .corrupt, .otherwise, .lineEnds, .chunks: nil
        }
    }
}
