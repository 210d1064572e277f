// HPACKTests.swift: the examples of RFC 7541, and blocks that a decoder must refuse.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `HPACK` {
    /// Blocks of one connection, with the fields and the size of the table behind each: appendix C.
    struct Example: CustomTestStringConvertible {
        var name: String
        var tableSize = 4_096
        var blocks: [(bytes: String, fields: KeyValuePairs<String, String>, size: Int)]
        var testDescription: String { name }
    }

    static let first: KeyValuePairs = [
        ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com",
    ]
    static let second: KeyValuePairs = [
        ":method": "GET", ":scheme": "http", ":path": "/", ":authority": "www.example.com", "cache-control": "no-cache",
    ]
    static let third: KeyValuePairs = [
        ":method": "GET", ":scheme": "https", ":path": "/index.html", ":authority": "www.example.com",
        "custom-key": "custom-value",
    ]
    static let found: KeyValuePairs = [
        ":status": "302", "cache-control": "private", "date": "Mon, 21 Oct 2013 20:13:21 GMT",
        "location": "https://www.example.com",
    ]
    static let temporary: KeyValuePairs = [
        ":status": "307", "cache-control": "private", "date": "Mon, 21 Oct 2013 20:13:21 GMT",
        "location": "https://www.example.com",
    ]
    static let ok: KeyValuePairs = [
        ":status": "200", "cache-control": "private", "date": "Mon, 21 Oct 2013 20:13:22 GMT",
        "location": "https://www.example.com", "content-encoding": "gzip",
        "set-cookie": "foo=ASDJKHQKBZXOQWEOPIUAXQWEOIU; max-age=3600; version=1",
    ]

    static let examples: [Example] = [
        Example(
            name: "C.2.1",
            blocks: [
                (
                    "400a 6375 7374 6f6d 2d6b 6579 0d63 7573 746f 6d2d 6865 6164 6572",
                    ["custom-key": "custom-header"], 55
                )
            ]),
        Example(name: "C.2.2", blocks: [("040c 2f73 616d 706c 652f 7061 7468", [":path": "/sample/path"], 0)]),
        Example(name: "C.2.3", blocks: [("1008 7061 7373 776f 7264 0673 6563 7265 74", ["password": "secret"], 0)]),
        Example(name: "C.2.4", blocks: [("82", [":method": "GET"], 0)]),
        Example(
            name: "C.3",
            blocks: [
                ("8286 8441 0f77 7777 2e65 7861 6d70 6c65 2e63 6f6d", first, 57),
                ("8286 84be 5808 6e6f 2d63 6163 6865", second, 110),
                ("8287 85bf 400a 6375 7374 6f6d 2d6b 6579 0c63 7573 746f 6d2d 7661 6c75 65", third, 164),
            ]),
        Example(
            name: "C.4",
            blocks: [
                ("8286 8441 8cf1 e3c2 e5f2 3a6b a0ab 90f4 ff", first, 57),
                ("8286 84be 5886 a8eb 1064 9cbf", second, 110),
                ("8287 85bf 4088 25a8 49e9 5ba9 7d7f 8925 a849 e95b b8e8 b4bf", third, 164),
            ]),
        Example(
            name: "C.5", tableSize: 256,
            blocks: [
                (
                    """
                    4803 3330 3258 0770 7269 7661 7465 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32
                    3120 474d 546e 1768 7474 7073 3a2f 2f77 7777 2e65 7861 6d70 6c65 2e63 6f6d
                    """, found, 222
                ),
                ("4803 3330 37c1 c0bf", temporary, 222),
                (
                    """
                    88c1 611d 4d6f 6e2c 2032 3120 4f63 7420 3230 3133 2032 303a 3133 3a32 3220 474d 54c0 5a04 677a 6970
                    7738 666f 6f3d 4153 444a 4b48 514b 425a 584f 5157 454f 5049 5541 5851 5745 4f49 553b 206d 6178 2d61
                    6765 3d33 3630 303b 2076 6572 7369 6f6e 3d31
                    """, ok, 215
                ),
            ]),
        Example(
            name: "C.6", tableSize: 256,
            blocks: [
                (
                    """
                    4882 6402 5885 aec3 771a 4b61 96d0 7abe 9410 54d4 44a8 2005 9504 0b81 66e0 82a6 2d1b ff6e 919d 29ad
                    1718 63c7 8f0b 97c8 e9ae 82ae 43d3
                    """, found, 222
                ),
                ("4883 640e ffc1 c0bf", temporary, 222),
                (
                    """
                    88c1 6196 d07a be94 1054 d444 a820 0595 040b 8166 e084 a62d 1bff c05a 839b d9ab 77ad 94e7 821d d7f2
                    e6c7 b335 dfdf cd5b 3960 d5af 2708 7f36 72c1 ab27 0fb5 291f 9587 3160 65c0 03ed 4ee5 b106 3d50 07
                    """, ok, 215
                ),
            ]),
    ]

    @Test(arguments: examples)
    func `decodes the examples of appendix C, however they are cut`(example: Example) throws {
        for size in [1, 2, 3, 1_000] {
            var decoder = HeaderDecoder()
            var fields = DecodedFields()
            for (index, block) in example.blocks.enumerated() {
                // The examples with a smaller table do not announce its size.
                let change: [UInt8] = index == 0 && example.tableSize == 256 ? hex("3f e1 01") : []
                fields.removeAll()
                try decoder.decode(change + hex(block.bytes), in: size, into: &fields)
                #expect(fields.fields.map(\.plain) == block.fields.map { [$0.key, $0.value] })
                #expect(decoder.tableSize == block.size)
            }
        }
    }

    @Test func `encodes so that it is decoded, and learns`() throws {
        var encoder = HeaderEncoder()
        var decoder = HeaderDecoder()
        var fields = DecodedFields()
        var lengths: [Int] = []
        for sent in [Self.third, Self.third, Self.ok, [:], ["UPPER case": "\u{0}\r\n"]] {
            var output = OutputBytes()
            encoder.append(sent.map { HeaderField($0.key, $0.value) }, to: &output)
            fields.removeAll()
            try decoder.decode(output.array, into: &fields)
            #expect(fields.fields.map(\.plain) == sent.map { [$0.key, $0.value] })
            #expect(encoder.tableSize == decoder.tableSize)
            lengths.append(output.count)
        }
        #expect(lengths[1] == Self.third.count)
        #expect(lengths[3] == 0)
    }

    @Test func `says that it keeps to the peer's table`() throws {
        var encoder = HeaderEncoder()
        encoder.limitTable(to: 0)
        encoder.limitTable(to: 100)
        var output = OutputBytes()
        encoder.begin(&output)
        #expect(output.array == hex("20 3f45"))
        output.append(literal: HeaderField("A", "b"))
        encoder.append(HeaderField(":method", "GET"), to: &output)
        #expect(output.array == hex("20 3f45 00 01 41 01 62 82"))
        var decoder = HeaderDecoder()
        decoder.limitTable(to: 0)
        decoder.limitTable(to: 100)
        var fields = DecodedFields()
        try decoder.decode(output.array, into: &fields)
        #expect(fields.fields == [HeaderField("A", "b"), HeaderField(":method", "GET")])
    }

    @Test func `keeps secrets out of tables, section 7.1.3`() throws {
        var encoder = HeaderEncoder()
        var decoder = HeaderDecoder()
        var fields = DecodedFields()
        var output = OutputBytes()
        encoder.append(HeaderField("x-secret", "1", isNeverIndexed: true), to: &output)
        output.append(literal: HeaderField("x-secret", "2", isNeverIndexed: true))
        try decoder.decode(output.array, into: &fields)
        #expect(fields.fields.map(\.isNeverIndexed) == [true, true])
        #expect(encoder.tableSize == 0 && decoder.tableSize == 0)
    }

    @Test(arguments: [
        (10, 5, "0a"), (1_337, 5, "1f9a0a"), (42, 8, "2a"), (31, 5, "1f00"), (127, 7, "7f00"), (255, 7, "7f8001"),
    ])
    func `writes integers as appendix C.1 does`(number: Int, bits: Int, bytes: String) {
        var output = OutputBytes()
        output.append(prefixed: number, bits: bits, pattern: 0)
        #expect(output.array == hex(bytes))
    }

    @Test func `writes what no encoder would`() {
        var output = OutputBytes()
        output.append(tableSize: 4_097)
        output.append(literal: HeaderField("Upper", "\n"))
        #expect(output.array == hex("3fe21f 00 05 5570706572 01 0a"))
    }

    @Test(arguments: [
        // Sections 2.3.3 and 6.1: no index 0, and none beyond both tables.
        "80", "be", "7e 01 61", "0f 2f 01 61",
        // Section 4.2: changes of the table's size come first.
        "82 20",
        // Section 5.1: an integer without end.
        "ff 80 80 80 80 80 80 80 80 80 80 01",
        // Section 5.2: padding of eight bits, padding that is not all ones, an end of string.
        "00 01 61 82 1f ff", "00 01 61 81 18", "00 01 61 84 ff ff ff ff",
        // Section 6.3: a table that is larger than was allowed.
        "3f e2 1f",
        // The block ends in the middle of a field.
        "40", "40 01 61", "40 01 61 05 61", "ff",
    ])
    func `refuses what is no block`(block: String) {
        for size in [1, 1_000] {
            var decoder = HeaderDecoder()
            var fields = DecodedFields()
            #expect(throws: HeaderDecoder.Fault.self) { try decoder.decode(hex(block), in: size, into: &fields) }
        }
    }

    @Test func `counts while it decodes, and keeps the table all the same`() throws {
        var limits = Limits()
        limits.head = 20
        limits.fields = 2
        var decoder = HeaderDecoder()
        var fields = DecodedFields(limits: limits)
        try decoder.decode(hex("40 01 61 01 62 be be be"), into: &fields)
        #expect(fields.overrun == .fields)
        #expect(fields.fields.count == 2)
        fields.removeAll()
        try decoder.decode(hex("40 01 63 0f") + Array(repeating: 0x64, count: 15), into: &fields)
        #expect(fields.overrun == nil)
        fields.removeAll()
        try decoder.decode(hex("be be bf"), into: &fields)
        #expect(fields.overrun == .size)
        #expect(fields.fields.count == 1)
        fields.removeAll()
        try decoder.decode(hex("bf"), into: &fields)
        #expect(fields.fields == [HeaderField("a", "b")])
    }
}

extension HeaderField {
    var plain: [String] { [String(decoding: name, as: UTF8.self), String(decoding: value, as: UTF8.self)] }
}

extension HeaderDecoder {
    /// A whole block in fragments of this size.
    mutating func decode(_ block: [UInt8], in size: Int = .max, into fields: inout DecodedFields) throws {
        var rest = block[...]
        repeat {
            let fragment = Array(rest.prefix(size))
            rest = rest.dropFirst(fragment.count)
            try fragment.withUnsafeBytes { try decode($0, isLast: rest.isEmpty, into: &fields) }
        } while !rest.isEmpty
    }
}
