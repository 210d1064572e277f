// WritingTests.swift: dates, numbers and phrases.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import Testing

@Suite struct `What is written` {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
        (4_107_542_400, "Mon, 01 Mar 2100 00:00:00 GMT"),
        (1_709_164_800, "Thu, 29 Feb 2024 00:00:00 GMT"),
        (253_402_300_799, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ])
    func `is a date in the one preferred form`(seconds: Int, text: String) {
        let bytes = HTTPDate.bytes(secondsSinceEpoch: seconds)
        #expect(String(decoding: bytes, as: UTF8.self) == text)
        #expect(bytes.count == HTTPDate.length)
    }

    func written(_ write: (inout OutputBytes) -> Void) -> String {
        var output = OutputBytes(capacity: 0)
        write(&output)
        return String(decoding: output.array, as: UTF8.self)
    }

    @Test func `is a number, decimal or hexadecimal`() {
        for number in [0, 7, 10, 99, 100, 4096, Int.max] {
            #expect(written { $0.append(decimal: number) } == String(number))
            #expect(written { $0.append(hex: number) } == String(number, radix: 16))
        }
        #expect(written { $0.append(decimal: Int.min) } == String(Int.min))
        #expect(written { $0.append(chunkHead: 255, extensions: "a=b") } == "ff;a=b\r\n")
    }

    @Test func `grows, and is dropped from its front`() {
        var output = OutputBytes(capacity: 64)
        var expected: [UInt8] = []
        for round in 0..<2_000 {
            let piece = [UInt8](repeating: UInt8(truncatingIfNeeded: round), count: round % 97)
            output.append(piece)
            expected += piece
            let drop = min(round % 61, expected.count)
            output.drop(drop)
            expected.removeFirst(drop)
        }
        let (array, count) = (output.array, output.count)
        #expect(array == expected)
        #expect(count == expected.count)
    }

    @Test func `has a phrase for each registered status`() {
        #expect(ReasonPhrase.phrase(for: 404)?.description == "Not Found")
        #expect(ReasonPhrase.phrase(for: 599) == nil)
    }
}
