// JSONTextTests.swift: JSON, written.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `JSON text` {
    @Test func `keeps the order of members and puts no blanks`() {
        let text = JSONText.object([("b", 1), ("a", .list([true, .null, "x", .object([])]))])
        #expect(text.description == #"{"b":1,"a":[true,null,"x",{}]}"#)
    }

    @Test(arguments: [
        ("\"\\/", #""\"\\/""#),
        ("\n\r\t", #""\n\r\t""#),
        ("\0\u{8}\u{1F}\u{7F}", #""\u0000\u0008\u001f\u007f""#),
        ("\u{2028}\u{2029}", #""\u2028\u2029""#), ("\u{9B}31m", #""\u009b31m""#),
        ("é𝄞🎯", #""é𝄞🎯""#),
        ("\r\n", #""\r\n""#),
    ])
    func `escapes what would break a line or a string`(text: String, written: String) {
        #expect(JSONText.text(text).description == written)
        #expect(JSONText.object([(text, .null)]).description == "{\(written):null}")
    }

    @Test func `writes numbers whole`() {
        #expect(
            JSONText.list([.number(.min), 0, .number(.max)]).description
                == "[-9223372036854775808,0,9223372036854775807]")
    }
}
