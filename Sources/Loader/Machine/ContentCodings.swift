// ContentCodings.swift: decodes a body as `Content-Encoding` says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainWire

/// RFC 9110 section 8.4. A class, because the chain in it is one.
final class ContentCodings {
    private var codings: [Coding]
    private var chain: DecodingChain?
    /// The first byte of a body in deflate, until the second one is there.
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

    /// The codings have ended where the bytes have. Of a body without a byte nothing is undone, however its end was told.
    var isAtEnd: Bool { chain?.isAtEnd ?? held.isEmpty }

    /// How many of the bytes belong to the coded body; nil: `receive` refused what was decoded.
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

    /// Some servers call deflate what has no zlib header, section 8.4.1.2; its first two bytes tell.
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
