// CodedReading.swift: laws that hold for any input of a decoder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation

enum CodedReading {
    /// What is wrong with a decoder, as this input shows; nil: nothing. The fuzz harness checks the same.
    static func fault(in input: [UInt8]) -> String? {
        guard let number = input.first else { return nil }
        let codings: [Coding] = [.gzip(), .deflate(), .rawDeflate(), .brotli(), .zstd(), .macBinary(), .binHex()]
        let coding = codings[Int(number) % codings.count]
        let coded = Array(input.dropFirst())
        let whole = outcome(coding, coded, pieces: coded.count + 1, room: 4096)
        if whole.taken > coded.count { return "\(coding.name) took more than there was" }
        for (pieces, room) in [(1, 4096), (3, 5)] {
            let cut = outcome(coding, coded, pieces: pieces, room: room)
            // Which fault a library finds first may depend on the size of the pieces; whether it finds one may not.
            if (cut.kind == nil) != (whole.kind == nil) { return "\(coding.name) depends on how it is cut" }
            if whole.kind == nil, cut.made != whole.made || cut.taken != whole.taken {
                return "\(coding.name) gives other bytes when it is cut"
            }
        }
        guard whole.kind == nil, whole.made.count < atMost, !isMac(coding) else { return nil }
        let again = coding.encoded(whole.made)
        if outcome(coding, again, pieces: 7, room: 11).made != whole.made { return "\(coding.name) does not come back" }
        return nil
    }

    private struct Outcome {
        var made: [UInt8] = []
        var taken = 0
        var kind: CodingFault.Kind?
    }

    private static func outcome(_ coding: Coding, _ coded: [UInt8], pieces: Int, room: Int) -> Outcome {
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { output.deallocate() }
        var decoder = Decoder(coding)
        var outcome = Outcome()
        do throws(CodingFault) {
            var end = 0
            while outcome.made.count < atMost {
                // Bytes that were not taken are offered again, with more behind them.
                end = min(coded.count, max(end, outcome.taken + pieces))
                let step = try coded[outcome.taken..<end].withBytes { piece throws(CodingFault) in
                    try decoder.step(piece, into: output)
                }
                if step.made > room { return Outcome(kind: .tooLong) }
                outcome.taken += step.taken
                outcome.made += output[..<step.made]
                if step.taken == 0, step.made == 0 { break }
            }
            if outcome.made.count >= atMost { return Outcome(kind: .tooLong) }
            try decoder.finish()
        } catch {
            outcome.kind = error.kind
        }
        return outcome
    }

    private static func isMac(_ coding: Coding) -> Bool {
        switch coding {
        case .macBinary, .binHex: true
        case .gzip, .deflate, .rawDeflate, .brotli, .zstd: false
        }
    }

    private static let atMost = 100_000
}
