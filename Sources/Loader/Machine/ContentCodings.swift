// ContentCodings.swift: decodes a body according to `Content-Encoding`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainWire

/// Decodes a body, RFC 9110 section 8.4. A class, because a `DecodingChain` is one.
final class ContentCodings {
    private var codings: [Coding]
    private var chain: DecodingChain?
    /// The first byte of a body in deflate, kept until the second one has come.
    private var held: [UInt8] = []

    /// nil: the body has no coding, or an unknown one, with which it is delivered as it is.
    init?(_ head: ResponseHead) {
        codings = []
        for member in head.members(of: "Content-Encoding") {
            switch String(decoding: member.map(Octet.lowercased), as: UTF8.self) {
            case "gzip", "x-gzip": codings.append(.gzip())
            case "deflate": codings.append(.deflate())
            case "br": codings.append(.brotli())
            case "zstd": codings.append(.zstd())
            case "identity", "": break
            default: return nil
            }
        }
        if codings.isEmpty { return nil }
    }

    /// Whether the codings end where the bytes end. An empty body always does, because nothing was decoded.
    var isAtEnd: Bool { chain?.isAtEnd ?? held.isEmpty }

    /// The number of bytes that belong to the coded body; nil: `receive` refused the decoded bytes.
    func feed(_ bytes: [UInt8], _ receive: (ArraySlice<UInt8>) -> Bool) throws(CodingFault) -> Int? {
        let before = held.count
        let bytes = held + bytes
        held = []
        guard let chain = chain ?? makeChain(bytes) else {
            held = bytes
            return bytes.count - before
        }
        let taken = try bytes[...].withBytes { input throws(CodingFault) in
            try chain.feed(input, receive)
        }
        return taken.map { $0 - before }
    }

    /// Some servers send deflate without a zlib header, RFC 9110 section 8.4.1.2; the first two bytes show which it is.
    private func makeChain(_ bytes: [UInt8]) -> DecodingChain? {
        if case .deflate = codings.last {
            guard bytes.count >= 2 else { return nil }
            let header = Int(bytes[0]) << 8 | Int(bytes[1])
            if bytes[0] & 0x0F != 8 || header % 31 != 0 { codings[codings.count - 1] = .rawDeflate() }
        }
        chain = DecodingChain(codings)
        return chain
    }
}
