// QuotingTests.swift: how two values that differ are told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `Two values that differ` {
    private func told(_ came: String, _ wanted: String) -> String {
        Quoting.difference(of: Array(came.utf8), from: Array(wanted.utf8))
    }

    private let long = String(repeating: "Lorem ipsum dolor. ", count: 8)

    @Test func `are told whole where they are short`() {
        #expect(told("a", "b") == #""a", not "b""#)
        #expect(told(String(long.prefix(100)), "b").hasSuffix(#"", not "b""#))
    }

    @Test func `are told from where they part, if they begin alike`() {
        #expect(
            told(long + "fido", long + "Fido")
                == #"…"lor. Lorem ipsum dolor. fido", not …"lor. Lorem ipsum dolor. Fido", from byte 152 on"#)
        #expect(
            told(long, long + "!")
                == #"…"lor. Lorem ipsum dolor. ", not …"lor. Lorem ipsum dolor. !", from byte 152 on"#)
    }

    @Test func `are cut behind that, and never within a character`() {
        let one = String(repeating: "é", count: 70)
        let sentence = told(one + "a" + long, one + "b" + long)
        #expect(sentence.hasPrefix("…\"éééééééééééé" + "aLorem"), "\(sentence)")
        #expect(sentence.contains("\"…, not …\"éééééééééééébLorem"), "\(sentence)")
        #expect(sentence.hasSuffix(", from byte 140 on"))
    }
}
