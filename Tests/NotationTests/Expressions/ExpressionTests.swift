// ExpressionTests.swift: what each construct of a regular expression matches.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@Suite struct `A regular expression` {
    @Test(
        arguments: [
            // Characters stand for themselves.
            ("", [""], ["a"]),
            ("abc", ["abc"], ["ab", "abcd", "xabc", "ABC"]),
            ("é€😀", ["é€😀"], ["é€"]),
            ("]}-,=!", ["]}-,=!"], [""]),
            ("\\.\\*\\/\\\\\\é\\ ", [".*/\\é "], ["xx/\\é "]),
            ("[{]}[(]", ["{}("], [""]),
            // Any character, but no line end.
            (".", ["a", "é", "😀", "\t", "\0"], ["", "ab", "\n", "\r"]),
            ("a.c", ["abc"], ["ac", "a\nc", "abbc"]),
            ("(?s).", ["\n", "\r"], ["\r\n"]),
            ("(?s:.).", ["\n."], ["\n\n"]),
            ("(?s-s).", ["a"], ["\n"]),
            // Classes.
            ("[abc]", ["a", "b", "c"], ["", "d", "ab"]),
            ("[a-c0-9_]", ["b", "5", "_"], ["d", "-", "A"]),
            ("[^a-c]", ["d", "é", "\n", "-"], ["a", "b", "c", ""]),
            ("[-a]", ["-", "a"], ["b"]),
            ("[a-]", ["-", "a"], ["b"]),
            ("[\\d-]", ["-", "7"], ["d"]),
            ("[\\]\\[\\\\^]", ["]", "[", "\\", "^"], ["a"]),
            ("[.*+?(){}|$]", [".", "*", "+", "?", "(", ")", "{", "}", "|", "$"], ["a"]),
            ("[à-ü]", ["é"], ["e", "Ã"]),
            ("[\\x00-\\x1f]", ["\0", "\u{1F}"], [" "]),
            ("[&~-]", ["&", "~", "-"], ["a"]),
            ("\\d\\D", ["1a", "0é"], ["11", "aa", "١a"]),
            ("\\w\\W", ["a-", "_é", "9 "], ["aa", "--", "é-"]),
            ("\\s\\S", [" a", "\ta", "\n1", "\r1", "\u{B}1", "\u{C}1"], ["  ", "aa", "\u{A0}a"]),
            ("[\\D]", ["a"], ["1"]),
            ("[^\\W_]", ["a", "1"], ["_", "-"]),
            // Escapes.
            ("\\n\\r\\t\\f\\v", ["\n\r\t\u{C}\u{B}"], [""]),
            ("\\x41\\x{42}\\x{20ac}\\x{1F600}", ["AB€😀"], [""]),
            // Repetition.
            ("a*", ["", "a", "aaaa"], ["b", "aab"]),
            ("a+", ["a", "aaaa"], ["", "b"]),
            ("a?", ["", "a"], ["aa"]),
            ("a{3}", ["aaa"], ["aa", "aaaa"]),
            ("a{0}", [""], ["a"]),
            ("a{2,}", ["aa", "aaaaa"], ["", "a"]),
            ("a{0,}", ["", "aa"], ["b"]),
            ("a{1,3}", ["a", "aa", "aaa"], ["", "aaaa"]),
            ("a{0,2}b", ["b", "ab", "aab"], ["aaab"]),
            ("(ab){2,3}", ["abab", "ababab"], ["ab", "aba", "abababab"]),
            ("(a|b{2}){2}", ["aa", "abb", "bba", "bbbb"], ["a", "ab", "bbb"]),
            ("a*?b+?c??d{1,2}?", ["bd", "aabbcdd"], ["ad"]),
            ("(a*)*", ["", "aaa"], ["b"]),
            ("(a*)+b", ["b", "aab"], ["a"]),
            ("(a?){3}", ["", "aaa"], ["aaaa"]),
            ("(|a)+", ["", "aa"], ["b"]),
            // Choices and groups.
            ("GET|POST", ["GET", "POST"], ["GETPOST", "GE", "GPOST"]),
            ("P(OST|UT|)", ["POST", "PUT", "P"], ["PO"]),
            ("a|", ["a", ""], ["b"]),
            ("()", [""], ["a"]),
            ("(?:ab)+", ["abab"], ["aba"]),
            ("((a)|(b(c)))d", ["ad", "bcd"], ["bd"]),
            // Either case.
            ("(?i)AbC-é", ["abc-é", "ABC-é"], ["abc-É"]),
            ("(?i)[a-c]x", ["BX"], ["DX"]),
            ("(?i)[^a-c]", ["d"], ["B"]),
            ("a(?i)b|c", ["aB", "C"], ["AB"]),
            ("(a(?i)b)c", ["aBc"], ["aBC", "Abc"]),
            ("(?i:a)b", ["Ab"], ["aB"]),
            ("(?i)a(?-i)b", ["Ab"], ["AB"]),
            ("(?is).A", ["\na"], ["a"]),
            // Anchors change nothing: the whole text must match anyway.
            ("^abc$", ["abc"], ["abc\n", "ab"]),
            ("a^b", [], ["ab", "b"]),
            ("a$b", [], ["ab", "a"]),
            ("(^a|b)+", ["a", "ab", "bb", "abb"], ["ba", "aa"]),
            ("(a|b$)+", ["ab", "aa", "b"], ["ba", "bb"]),
            ("a*^b", ["b"], ["ab"]),
            ("a$b*", ["a"], ["ab"]),
            ("^$", [""], ["a"]),
            ("(^|x)a", ["a", "xa"], ["xxa"]),
            ("a($|x)", ["a", "ax"], ["axx"]),
            ("(^)*a($)?", ["a"], [""]),
        ] as [(String, [String], [String])])
    func `fits these texts and not those`(expression: String, fitting: [String], others: [String]) {
        let template = Template(.regex(expression))
        for text in fitting { #expect(template.matches(Array(text.utf8), in: EmptyEnvironment()).fits, "\(text)") }
        for text in others { #expect(!template.matches(Array(text.utf8), in: EmptyEnvironment()).fits, "\(text)") }
    }

    @Test(
        arguments: [
            // é in Latin-1, alone and before a byte that would continue it.
            (".", [0xE9], true), ("é", [0xE9], true), ("é.", [0xE9, 0x41], true), ("..", [0xC3, 0xA9], false),
            // Too short, cut off, overlong, a surrogate, and beyond Unicode: each byte is a character.
            ("..", [0xE2, 0x82], true), (".", [0xE2, 0x82], false), ("..", [0xC0, 0x80], true),
            ("...", [0xED, 0xA0, 0x80], true), ("....", [0xF4, 0x90, 0x80, 0x80], true), (".", [0xFF], true),
            (".", [0xF0, 0x9F, 0x98, 0x80], true), ("\\x{ff}", [0xFF], true), ("[\\x80-\\xff]+", [0x80, 0xFF], true),
        ] as [(String, [UInt8], Bool)])
    func `takes a byte that is no UTF-8 for a character of Latin-1`(expression: String, bytes: [UInt8], fits: Bool) {
        #expect(Template(.regex(expression)).matches(bytes, in: EmptyEnvironment()).fits == fits)
    }

    @Test func `may itself be bytes that are no UTF-8`() throws {
        let pattern = try BytePattern([0xFF, UInt8(ascii: "+")])
        #expect(Template(.of(.regex(pattern))).matches([0xFF, 0xFF], in: EmptyEnvironment()).fits)
        #expect(!Template(.of(.regex(pattern))).matches([0xFE], in: EmptyEnvironment()).fits)
    }

    @Test func `is the same as one that is written alike`() throws {
        #expect(try BytePattern(Array("a+".utf8)) == BytePattern(Array("a+".utf8)))
        #expect(try BytePattern(Array("a+".utf8)) != BytePattern(Array("aa*".utf8)))
    }
}
