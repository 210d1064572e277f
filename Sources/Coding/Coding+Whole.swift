// Coding+Whole.swift: codes and decodes bytes that are all there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

extension Coding {
    /// The bytes, coded.
    package func encoded(_ bytes: [UInt8]) -> [UInt8] {
        var encoder = Encoder(self, length: bytes.count)
        var result: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: Self.pieceSize)
        var taken = 0
        bytes.withUnsafeBytes { bytes in
            while !encoder.isAtEnd {
                let made = buffer.withUnsafeMutableBytes { output in
                    let step = encoder.step(
                        UnsafeRawBufferPointer(rebasing: bytes[taken...]), isLast: true, into: output)
                    taken += step.taken
                    return step.made
                }
                result += buffer[..<made]
            }
        }
        return result
    }

    /// The decoded bytes, if there are no more than `limit`.
    package func decoded(_ bytes: [UInt8], limit: Int) throws(CodingFault) -> [UInt8] {
        var result: [UInt8] = []
        try check(bytes, limit: limit) { result += $0 }
        return result
    }

    /// Checks that the bytes are complete and correct, without keeping the decoded ones.
    package func check(
        _ bytes: [UInt8], limit: Int, _ receive: (ArraySlice<UInt8>) -> Void = { _ in }
    ) throws(CodingFault) {
        var decoder = Decoder(self)
        let taken = try decoder.run(bytes, limit: limit, receive)
        try decoder.finish()
        // Empty lines may follow the digits of BinHex, as at the end of a mail.
        let rest = bytes[taken...]
        var isBlank = false
        if case .binHex = self { isBlank = rest.allSatisfy { $0 == 13 || $0 == 10 || $0 == 32 || $0 == 9 } }
        if !rest.isEmpty, !isBlank {
            throw CodingFault(.trailing, at: taken, "\(rest.count) bytes, \(Quoting.quoted(rest.prefix(8))) …")
        }
    }

    private static let pieceSize = 65_536
}

extension Decoder {
    /// Decodes as many bytes as the coder takes, passes the output on, and returns how many it took.
    mutating func run(
        _ bytes: [UInt8], limit: Int, _ receive: (ArraySlice<UInt8>) -> Void
    ) throws(CodingFault) -> Int {
        var buffer = [UInt8](repeating: 0, count: min(65_536, max(1, limit + 1)))
        var taken = 0
        var made = 0
        while true {
            let done: CodingStep = try bytes[taken...].withBytes { input throws(CodingFault) in
                try buffer.withMutableBytes { output throws(CodingFault) in try step(input, into: output) }
            }
            taken += done.taken
            made += done.made
            if made > limit { throw CodingFault(.tooLong, at: offset, "more than \(limit) bytes come out of it") }
            receive(buffer[..<done.made])
            if done.taken == 0, done.made == 0 { return taken }
        }
    }
}
