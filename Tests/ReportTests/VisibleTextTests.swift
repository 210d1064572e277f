// VisibleTextTests.swift: control characters that a terminal must not obey.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainReport
import QuintainSides
import Testing

@Suite struct `Text for a terminal` {
    @Test(arguments: [
        ("plain, naïve, 犬\tand\nlines", "plain, naïve, 犬\tand\nlines"),
        ("a title\u{1B}]0;evil\u{7}", "a title\\u{1B}]0;evil\\u{7}"),
        ("\u{1B}[2J\u{1B}[Hgone", "\\u{1B}[2J\\u{1B}[Hgone"),
        ("\u{1B}[8mhidden", "\\u{1B}[8mhidden"),
        ("\u{1B}[31mred\u{1B}[0m", "\\u{1B}[31mred\\u{1B}[0m"),
        ("over\rwritten", "over\\u{D}written"),
        ("fail\r\u{1B}[Kpass", "fail\\u{D}\\u{1B}[Kpass"),
        ("abc\u{202E}cba\u{2066}x\u{2069}", "abc\\u{202E}cba\\u{2066}x\\u{2069}"),
        ("\u{9B}31m, \u{85}, \u{2028}", "\\u{9B}31m, \\u{85}, \\u{2028}"),
    ])
    func `shows what would not be seen`(text: String, shown: String) {
        #expect(VisibleText.of(text) == shown)
    }

    @Test(arguments: [
        ("::error::no", "\\::error::no"), ("a\n \t::stop-commands::x\n", "a\n \t\\::stop-commands::x\n"),
        ("a ##[error]b", "a #\\#[error]b"), ("[::1]:80 a::b\n:c", "[::1]:80 a::b\n:c"),
    ])
    func `gives the runner of GitHub no commands`(text: String, shown: String) {
        #expect(VisibleText.forGitHub(text) == shown)
    }

    @Test func `keeps what is ours`() {
        let styled = VisibleText.wipe + Style(colour: true)("fail \u{1B}[31m", .bad)
        #expect(VisibleText.of(styled) == VisibleText.wipe + "\u{1B}[31mfail \\u{1B}[31m\u{1B}[0m")
    }
}
