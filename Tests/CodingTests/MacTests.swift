// MacTests.swift: MacBinary and BinHex.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainCoding

@Suite struct `Macintosh files` {
    private let fields = MacFields(
        name: Array("a b".utf8), type: Array("TEXT".utf8), creator: Array("ttxt".utf8), resource: [1, 2, 3])

    /// The header that a decoder finds in these bytes.
    private func header(_ coding: Coding, _ bytes: [UInt8]) throws -> MacHeader? {
        var decoder = Decoder(coding)
        _ = try decoder.run(bytes, limit: 1000) { _ in }
        try decoder.finish()
        return decoder.macFile
    }

    @Test func `are checked with the CRC of XMODEM`() {
        // The check value that catalogues of CRCs give for CRC-16/XMODEM.
        #expect(CRC16("123456789".utf8).value == 0x31C3)
    }

    @Test(arguments: [MacBinaryVersion.one, .two, .three])
    func `in MacBinary have a header, two forks and a version`(version: MacBinaryVersion) throws {
        let coding = Coding.macBinary(fields, version)
        let coded = coding.encoded(Array("hello".utf8))
        #expect(coded.count == 128 * 3)
        #expect(coded[102..<106].elementsEqual("mBIN".utf8) == (version == .three))
        #expect(coded[122] == [0, 129, 130][version.rawValue - 1])
        let header = try #require(try header(coding, coded))
        #expect(header.version == version)
        #expect(header.fits(fields))
        #expect((header.dataLength, header.resourceLength) == (5, 3))
    }

    @Test func `in BinHex have the same header`() throws {
        let header = try #require(try header(.binHex(), Coding.binHex(fields).encoded(Array("hello".utf8))))
        #expect(header.fits(fields))
        #expect(header.version == nil)
        #expect((header.dataLength, header.resourceLength) == (5, 3))
    }

    @Test func `do not fit what is written of others`() throws {
        let header = try #require(try header(.binHex(), Coding.binHex(fields).encoded([])))
        #expect(header.fits(MacFields()))
        #expect(!header.fits(MacFields(name: Array("c".utf8))))
        #expect(!header.fits(MacFields(type: Array("BINA".utf8))))
        #expect(!header.fits(MacFields(creator: Array("BINA".utf8))))
        #expect(!header.fits(MacFields(resource: [])))
    }

    @Test func `in MacBinary with a wrong check are corrupt`() {
        var coded = Coding.macBinary(fields).encoded([])
        coded[70] ^= 1
        let fault = #expect(throws: CodingFault.self) { try Coding.macBinary().decoded(coded, limit: 100) }
        #expect(fault?.kind == .corrupt)
        #expect(fault?.reason == "the header's check does not hold")
    }

    @Test func `in BinHex with a wrong check are corrupt, and say which`() {
        let content = Array("hello, hello".utf8)
        let text = Coding.binHex(fields).encoded(content)
        // The digits behind the announcement and its colon; 22 header bytes and their check are 32 digits.
        let first = text.firstIndex(of: UInt8(ascii: ":"))! + 1
        for (offset, part) in [(4, "header"), (36, "data fork")] {
            var spoilt = text
            spoilt[first + offset] = spoilt[first + offset] == UInt8(ascii: "3") ? UInt8(ascii: "4") : UInt8(ascii: "3")
            let fault = #expect(throws: CodingFault.self) { try Coding.binHex().decoded(spoilt, limit: 100) }
            #expect(fault?.kind == .corrupt)
            #expect(fault?.reason == "the check of the \(part) does not hold")
        }
    }

    @Test func `in BinHex may stand in a mail`() throws {
        let text = Array("From: a\n\n(This file is not it)\n".utf8) + Coding.binHex().encoded([7]) + Array("\n\n".utf8)
        #expect(try Coding.binHex().decoded(text, limit: 10) == [7])
    }

    @Test func `in BinHex have short lines of its alphabet`() {
        let lines = Coding.binHex().encoded(PatternBytes.array(2000)).split(separator: 13)
        #expect(lines.allSatisfy { $0.count <= 65 })
        #expect(lines.count > 40)
    }

    @Test func `cannot claim resources without end`() {
        var header = MacHeader(
            name: [65], type: [1, 2, 3, 4], creator: [1, 2, 3, 4], dataLength: 0, resourceLength: 1)
        header.resourceLength = 0x7FFF_FFFF
        let fault = #expect(throws: CodingFault.self) {
            try Coding.macBinary().decoded(MacBinaryLayout.bytes(header, .three), limit: 100)
        }
        #expect(fault?.kind == .tooLong)
    }
}
