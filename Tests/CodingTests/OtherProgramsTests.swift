// OtherProgramsTests.swift: we read the files of other programs, and other programs read ours.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import Testing

@Suite struct `Other programs` {
    @Test(arguments: [
        ("gzip.gz", Coding.gzip()), ("named.gz", .gzip()), ("fields.gz", .gzip()), ("python.gz", .gzip()),
        ("python.zlib", .deflate()), ("python.deflate", .rawDeflate()), ("brotli.br", .brotli()),
        ("fast.br", .brotli()), ("zstd.zst", .zstd()), ("frames.zst", .zstd()), ("binhex.hqx", .binHex()),
        ("forks.hqx", .binHex()), ("macbinary1.bin", .macBinary()),
    ])
    func `have made files that we read`(name: String, coding: Coding) throws {
        let bytes = try Made.bytes(name)
        #expect(try coding.decoded(bytes, limit: 10_000) == Made.bytes("content"))
        #expect(try undone(coding, bytes, pieces: 1, room: 1) == Made.bytes("content"))
    }

    @Test(arguments: [("forks.hqx", Coding.binHex(fields)), ("macbinary1.bin", .macBinary(fields))])
    func `have put a name, a type, a creator and resources into them`(name: String, coding: Coding) throws {
        let chain = DecodingChain([coding])
        let taken = try Made.bytes(name).withUnsafeBytes { bytes in try chain.feed(bytes) { _ in true } }
        #expect(taken != nil)
        #expect(chain.isAsWritten)
    }

    private static let fields = MacFields(
        name: Array("Fox.data".utf8), type: Array("TEXT".utf8), creator: Array("ttxt".utf8),
        resource: [UInt8](repeating: 0, count: 300))

    @Test(arguments: [
        (Coding.gzip(), "gzip", ["-dc"]), (.gzip(level: 9, name: Array("x".utf8)), "gzip", ["-dc"]),
        (.brotli(), "brotli", ["-dc"]), (.brotli(level: 11), "brotli", ["-dc"]), (.zstd(), "zstd", ["-dc"]),
        (.zstd(level: 19), "zstd", ["-dc"]), (.deflate(), "python3", ["-c", inflate(15)]),
        (.rawDeflate(), "python3", ["-c", inflate(-15)]), (.binHex(), "sh", ["-c", "hexbin -d input && cat *.data"]),
        (.binHex(), "sh", ["-c", "hexbin -b input && macunpack -d *.bin && cat *.data"]),
        (.macBinary(), "sh", ["-c", "macunpack -d input && cat *.data"]),
        (.macBinary(MacFields(), .two), "sh", ["-c", "macunpack -d input && cat *.data"]),
    ])
    func `read what we have made`(coding: Coding, program: String, arguments: [String]) throws {
        for content in Contents.all where !content.isEmpty {
            #expect(try output(of: program, arguments, input: coding.encoded(content)) == content)
        }
    }

    private static func inflate(_ windowBits: Int) -> String {
        "import sys, zlib; sys.stdout.buffer.write(zlib.decompress(sys.stdin.buffer.read(), \(windowBits)))"
    }
}
