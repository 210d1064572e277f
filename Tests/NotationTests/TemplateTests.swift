// TemplateTests.swift: text with values in it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct Templates {
    @Test func `two literals in a row are one`() {
        var template = Template("a")
        template.append([UInt8(ascii: "b")])
        template.append(Value(.text([UInt8(ascii: "c")]), at: Place(line: 1)))
        #expect(template.pieces == [.literal(Array("abc".utf8))])
        #expect(template.literalText == "abc")
    }

    @Test func `text that is transformed stays a value`() {
        let value = Value(.text([1]), [.coding(.gzip())], at: Place(line: 1))
        #expect(Template(value).soleValue == value)
        #expect(Template(value).literal == nil)
    }

    @Test func `nothing is the empty literal`() {
        #expect(Template("").isEmpty)
        #expect(Template("").literal == [])
    }
}

@Suite struct Quotes {
    @Test(arguments: [
        ("a\"b\\c", #""a\"b\\c""#), ("\r\n\t\0", #""\r\n\t\0""#), ("é", "\"é\""), ("\u{1}", #""\x01""#),
    ])
    func `escape what is not printable`(text: String, quoted: String) {
        #expect(Quoting.quoted(Array(text.utf8)) == quoted)
    }

    @Test func `escape bytes that are no text`() {
        #expect(Quoting.quoted([0xFF, 0x41]) == #""\xffA""#)
    }
}

@Suite struct `The pattern behind bytes` {
    @Test(arguments: [0, 1, 7, 8, 9, 4095])
    func `is the same from wherever it is taken`(offset: Int) {
        let whole = PatternBytes.array(5000)
        #expect(PatternBytes.array(900, from: offset) == Array(whole[offset..<(offset + 900)]))
        #expect(PatternBytes.byte(at: offset) == whole[offset])
    }

    @Test func `begins with the output of SplitMix64 for nought`() {
        // 0xE220A8397B1DCDAF, the generator's first output for the seed 0.
        #expect(PatternBytes.array(8) == [0xAF, 0xCD, 0x1D, 0x7B, 0x39, 0xA8, 0x20, 0xE2])
    }

    @Test(arguments: [0, 3, 8, 63])
    func `shows the first byte that differs`(index: Int) {
        var bytes = PatternBytes.array(64, from: 5)
        #expect(bytes.withUnsafeBytes { PatternBytes.firstDifference(in: $0, from: 5) } == nil)
        bytes[index] ^= 1
        #expect(bytes.withUnsafeBytes { PatternBytes.firstDifference(in: $0, from: 5) } == index)
    }

    @Test(arguments: [
        ([Transform.otherwise([42])], "*"), ([.base64, .otherwise([42])], "nothing at all"), ([], "nothing at all"),
    ])
    func `stands for something else where there is nothing, if it says so`(transforms: [Transform], text: String) {
        let value = Value(.requestHeader("X"), transforms, at: Place(line: 1))
        let bytes = value.bytes(in: EmptyEnvironment()).map { String(decoding: $0, as: UTF8.self) }
        #expect(bytes ?? "nothing at all" == text)
        #expect(Value(.hex([]), [.otherwise([42])], at: Place(line: 1)).bytes(in: EmptyEnvironment()) == [42])
        #expect(Value(.hex([1]), [.otherwise([42])], at: Place(line: 1)).bytes(in: EmptyEnvironment()) == [1])
    }
}
