// ContentCodings.swift: what `Content-Encoding` says, undone.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainWire

/// RFC 9110 section 8.4. A reference, as the chain in it is one.
final class ContentCodings {
    private var codings: [Coding]
    private var chain: DecodingChain?
    /// The first byte of what claims to be deflate, until there is a second.
    private var held: [UInt8] = []

    /// nil: nothing is coded, or with something that nobody here knows, and then it is handed on as it is.
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

    /// All that has come is whole.
    var isAtEnd: Bool { chain?.isAtEnd ?? false }

    /// How many of the bytes belong to it; nil: `receive` did not want what came out.
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
