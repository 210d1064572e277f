// CodingTests.swift: coded content decodes to the original, in pieces of any size.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import Testing

@Suite struct `A coding` {
    @Test(arguments: Coding.everyKind, Contents.all)
    func `gives back what was coded`(coding: Coding, content: [UInt8]) throws {
        let coded = coding.encoded(content)
        #expect(try coding.decoded(coded, limit: content.count) == content)
        #expect(coding.encoded(content) == coded, "the same bytes give the same")
    }

    @Test(arguments: Coding.everyKind, [(1, 1), (3, 7), (64, 1), (1, 1000), (100_000, 1)])
    func `is undone however it is cut`(coding: Coding, sizes: (pieces: Int, room: Int)) throws {
        for content in Contents.all {
            let coded = coding.encoded(content)
            #expect(try undone(coding, coded, pieces: sizes.pieces, room: sizes.room) == content)
        }
    }

    @Test(arguments: Coding.everyKind, [1, 10, 4096])
    func `is done however there is room`(coding: Coding, room: Int) {
        let bytes = Contents.all.flatMap { $0 + $0 }
        var encoder = Encoder(coding, length: bytes.count)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
        defer { output.deallocate() }
        var result: [UInt8] = []
        var start = 0
        while !encoder.isAtEnd {
            let end = min(bytes.count, start + 777)
            let step = bytes[start..<end].withUnsafeBytes {
                encoder.step($0, isLast: end == bytes.count, into: output)
            }
            #expect(step.made <= room)
            start += step.taken
            result += output[..<step.made]
        }
        #expect((try? coding.decoded(result, limit: bytes.count)) == bytes)
    }

    @Test(arguments: Coding.everyKind)
    func `that is cut short is told from one that is whole`(coding: Coding) {
        let content = Contents.all[5]
        let coded = coding.encoded(content)
        // BinHex ends in a line end, and the padding at MacBinary's end may be missing.
        let whole =
            switch coding {
            case .binHex: coded.count - 2
            case .macBinary: 128 + content.count
            case .gzip, .deflate, .rawDeflate, .brotli, .zstd: coded.count
            }
        for count in 0..<whole {
            let fault = #expect(throws: CodingFault.self) {
                try coding.decoded(Array(coded[..<count]), limit: content.count)
            }
            #expect(fault?.kind == .truncated)
            #expect(fault?.offset == count)
        }
    }

    @Test(arguments: Coding.everyKind)
    func `with something behind it is told from one without`(coding: Coding) {
        let coded = coding.encoded(Array("hello".utf8))
        let fault = #expect(throws: CodingFault.self) { try coding.decoded(coded + Array("XYZ".utf8), limit: 100) }
        #expect(fault?.kind == .trailing)
        if case .binHex = coding { return }
        #expect(fault?.offset == coded.count)
    }

    @Test(arguments: Coding.everyKind)
    func `makes no more than it may`(coding: Coding) {
        let coded = coding.encoded([UInt8](repeating: 0, count: 1_000_000))
        let fault = #expect(throws: CodingFault.self) { try coding.decoded(coded, limit: 999_999) }
        #expect(fault?.kind == .tooLong)
        #expect((try? coding.decoded(coded, limit: 1_000_000).count) == 1_000_000)
    }

    @Test(arguments: Coding.everyKind)
    func `takes any bytes without failing`(coding: Coding) {
        for seed in 0..<200 {
            let noise = PatternBytes.array(seed * 3, from: seed * 1000)
            _ = try? coding.decoded(noise, limit: 100_000)
            var spoilt = coding.encoded(Contents.all[seed % Contents.all.count])
            spoilt[seed * 7919 % spoilt.count] ^= UInt8(1 << (seed % 8))
            _ = try? coding.decoded(spoilt, limit: 100_000)
        }
    }
}
