// DeflateTests.swift: gzip, zlib and raw deflate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import Testing

@Suite struct `gzip` {
    private let hello = Array("hello".utf8)

    @Test func `begins with a header without a time`() {
        // RFC 1952 section 2.3.1: magic, deflate, no flags, no time, no extra flags, system unknown.
        #expect(Coding.gzip().encoded(hello).prefix(10) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    }

    @Test func `tells the name of the file within`() {
        let coded = Coding.gzip(name: Array("a b.txt".utf8)).encoded(hello)
        #expect(coded[3] == 8)
        #expect(coded[10...].starts(with: Array("a b.txt\0".utf8)))
    }

    @Test func `has levels`() {
        let content = Contents.all[5]
        #expect(Coding.gzip(level: 0).encoded(content).count > content.count)
        #expect(Coding.gzip(level: 9).encoded(content).count < content.count / 10)
    }

    @Test func `of several members is one`() throws {
        let coded = Coding.gzip().encoded(hello) + Coding.gzip(level: 0).encoded([]) + Coding.gzip().encoded(hello)
        #expect(try Coding.gzip().decoded(coded, limit: 100) == hello + hello)
        #expect(try undone(.gzip(), coded, pieces: 1, room: 1) == hello + hello)
    }

    @Test func `whose second member is none goes on behind its end`() {
        let coded = Coding.gzip().encoded(hello)
        let fault = #expect(throws: CodingFault.self) {
            try Coding.gzip().decoded(coded + [0x1F, 1, 2, 3], limit: 100)
        }
        #expect(fault?.kind == .trailing)
        #expect(fault?.offset == coded.count)
    }

    @Test(arguments: [(-8, "incorrect data check"), (-4, "incorrect length check")])
    func `with a wrong check is corrupt`(place: Int, reason: String) {
        var coded = Coding.gzip().encoded(hello)
        coded[coded.count + place] ^= 1
        let fault = #expect(throws: CodingFault.self) { try Coding.gzip().decoded(coded, limit: 100) }
        #expect(fault?.kind == .corrupt)
        #expect(fault?.reason == reason)
        #expect(fault.map { coded.count + place..<coded.count + 1 ~= $0.offset } == true)
    }
}

@Suite struct `deflate` {
    @Test func `is the zlib format, and raw where that is asked for`() throws {
        let content = Array("hello".utf8)
        let zlib = Coding.deflate().encoded(content)
        let raw = Coding.rawDeflate().encoded(content)
        // RFC 1950 section 2.2: deflate with a window of 32 KiB, and a multiple of 31.
        #expect(zlib[0] == 0x78)
        #expect((Int(zlib[0]) * 256 + Int(zlib[1])) % 31 == 0)
        #expect(Array(zlib.dropFirst(2).dropLast(4)) == raw)
        #expect(throws: CodingFault.self) { try Coding.deflate().decoded(raw, limit: 100) }
    }

    @Test func `that wants a dictionary is corrupt`() {
        let fault = #expect(throws: CodingFault.self) {
            try Coding.deflate().decoded([0x78, 0xBB, 0, 0, 0, 1, 3, 0, 0, 0, 0, 1], limit: 100)
        }
        #expect(fault?.reason == "a dictionary is needed, which HTTP has none of")
    }
}

@Suite struct `zstd` {
    @Test func `that needs a window of more than 8 MiB is refused`() {
        // RFC 8878 section 3.1.1.1.2: exponent 14, which is 16 MiB.
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 14 << 3, 1, 0, 0]
        let fault = #expect(throws: CodingFault.self) { try Coding.zstd().decoded(frame, limit: 100) }
        #expect(fault?.kind == .corrupt)
        #expect(fault?.reason.contains("memory") == true)
        var allowed = frame
        allowed[5] = 13 << 3
        #expect((try? Coding.zstd().decoded(allowed, limit: 100)) == [])
    }

    @Test func `may have frames that are skipped`() throws {
        let skipped: [UInt8] = [0x50, 0x2A, 0x4D, 0x18, 3, 0, 0, 0, 1, 2, 3]
        let coded = Coding.zstd().encoded(Array("a".utf8)) + skipped + Coding.zstd().encoded(Array("b".utf8))
        #expect(try Coding.zstd().decoded(coded, limit: 100) == Array("ab".utf8))
    }
}
