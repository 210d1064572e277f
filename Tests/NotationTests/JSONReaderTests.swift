// JSONReaderTests.swift: JSON, read strictly.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `A JSON reader` {
    @Test func `reads what the writer writes`() throws {
        let value = JSONText.object([
            ("a", .list([.null, true, false, .number(-12), "x\n\"\\\u{1F}é𝄞", .object([])])), ("b", 0),
        ])
        #expect(try JSONText(parsing: value.description) == value)
    }

    @Test(arguments: [
        (#""\u0041\u00e9""#, "Aé"), (#""\ud834\udd1e""#, "𝄞"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"),
        (" \"x\" \r\n\t", "x"),
    ])
    func `undoes escapes`(json: String, text: String) throws {
        #expect(try JSONText(parsing: json).text == text)
    }

    @Test(arguments: [
        (#""\u+1a1""#, 3, "four hexadecimal digits are missing"),
        (#""\u-001""#, 3, "four hexadecimal digits are missing"),
        (#""\u12""#, 3, "four hexadecimal digits are missing"),
        (#""\ud834""#, 7, "half a surrogate pair"),
        (#""\udd1e""#, 7, "half a surrogate pair"),
        (#""\x41""#, 2, "no such escape"),
        (#"{"a":1,"b":2,"a":3}"#, 13, #"the member "a" stands there twice"#),
        (#"{"a":1,"\u0061":3}"#, 7, #"the member "a" stands there twice"#),
        ("{\"a\":1,}", 7, "a member's name is missing"),
        ("[1,]", 3, "no value begins like this"),
        ("\u{FEFF}{}", 0, "a byte order mark stands in front, which JSON must not have"),
        ("[\u{FEFF}]", 1, "no value begins like this"),
        ("01", 0, "no value begins like this"),
        ("+1", 0, "no value begins like this"),
        ("1.0", 1, "the number is not whole"),
        ("99999999999999999999", 0, "no value begins like this"),
        ("\"a\nb\"", 2, "a control character stands in a string"),
        ("\"a", 2, "a string does not end"),
        ("{} {}", 3, "something follows the value"),
        ("", 0, "a value is missing"),
        (String(repeating: "[", count: 40), 33, "nested too deeply"),
    ])
    func `says where a text is no JSON`(json: String, offset: Int, message: String) {
        let fault = #expect(throws: JSONFault.self) { try JSONText(parsing: json) }
        #expect(fault?.offset == offset)
        #expect(fault?.message == message)
    }

    @Test func `refuses what is not UTF-8`() {
        let fault = #expect(throws: JSONFault.self) { try JSONText(parsing: [34, 0xC3, 0x28, 34]) }
        #expect(fault?.message == "a string is not UTF-8")
    }

    @Test func `reads a string that is all escapes`() throws {
        let json = "\"" + String(repeating: "\\n", count: 200_000) + "\""
        #expect(try JSONText(parsing: json).text?.utf8.count == 200_000)
    }
}
