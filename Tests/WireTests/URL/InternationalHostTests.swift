// InternationalHostTests.swift: hosts beyond ASCII, and the names that are looked up.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainWire

@Suite struct `Text in Punycode` {
    /// RFC 3492 section 7.1; its sample of Russian has one letter in capitals, which means nothing.
    @Test(arguments: [
        (
            "\u{644}\u{64A}\u{647}\u{645}\u{627}\u{628}\u{62A}\u{643}\u{644}\u{645}\u{648}\u{634}\u{639}"
                + "\u{631}\u{628}\u{64A}\u{61F}",
            "egbpdaj6bu4bxfgehfvwxn"
        ),
        ("\u{4ED6}\u{4EEC}\u{4E3A}\u{4EC0}\u{4E48}\u{4E0D}\u{8BF4}\u{4E2D}\u{6587}", "ihqwcrb4cv8a8dqg056pqjye"),
        ("\u{4ED6}\u{5011}\u{7232}\u{4EC0}\u{9EBD}\u{4E0D}\u{8AAA}\u{4E2D}\u{6587}", "ihqwctvzc91f659drss3x8bo0yb"),
        (
            "\u{5DC}\u{5DE}\u{5D4}\u{5D4}\u{5DD}\u{5E4}\u{5E9}\u{5D5}\u{5D8}\u{5DC}\u{5D0}\u{5DE}\u{5D3}"
                + "\u{5D1}\u{5E8}\u{5D9}\u{5DD}\u{5E2}\u{5D1}\u{5E8}\u{5D9}\u{5EA}",
            "4dbcagdahymbxekheh6e0a7fei0b"
        ),
        (
            "\u{92F}\u{939}\u{932}\u{94B}\u{917}\u{939}\u{93F}\u{928}\u{94D}\u{926}\u{940}\u{915}\u{94D}"
                + "\u{92F}\u{94B}\u{902}\u{928}\u{939}\u{940}\u{902}\u{92C}\u{94B}\u{932}\u{938}\u{915}\u{924}"
                + "\u{947}\u{939}\u{948}\u{902}",
            "i1baa7eci9glrd9b2ae1bj0hfcgg6iyaf8o0a1dig0cd"
        ),
        (
            "\u{306A}\u{305C}\u{307F}\u{3093}\u{306A}\u{65E5}\u{672C}\u{8A9E}\u{3092}\u{8A71}\u{3057}"
                + "\u{3066}\u{304F}\u{308C}\u{306A}\u{3044}\u{306E}\u{304B}",
            "n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa"
        ),
        (
            "\u{C138}\u{ACC4}\u{C758}\u{BAA8}\u{B4E0}\u{C0AC}\u{B78C}\u{B4E4}\u{C774}\u{D55C}\u{AD6D}"
                + "\u{C5B4}\u{B97C}\u{C774}\u{D574}\u{D55C}\u{B2E4}\u{BA74}\u{C5BC}\u{B9C8}\u{B098}\u{C88B}"
                + "\u{C744}\u{AE4C}",
            "989aomsvi5e83db1d2a355cv1e0vak1dwrv93d5xbh15a0dt30a5jpsd879ccm6fea98c"
        ),
        (
            "\u{43F}\u{43E}\u{447}\u{435}\u{43C}\u{443}\u{436}\u{435}\u{43E}\u{43D}\u{438}\u{43D}\u{435}"
                + "\u{433}\u{43E}\u{432}\u{43E}\u{440}\u{44F}\u{442}\u{43F}\u{43E}\u{440}\u{443}\u{441}\u{441}"
                + "\u{43A}\u{438}",
            "b1abfaaepdrnnbgefbadotcwatmq2g4l"
        ),
        ("Porqu\u{E9}nopuedensimplementehablarenEspa\u{F1}ol", "PorqunopuedensimplementehablarenEspaol-fmd56a"),
        ("3\u{5E74}B\u{7D44}\u{91D1}\u{516B}\u{5148}\u{751F}", "3B-ww4c5e180e575a65lsy2b"),
        ("\u{5B89}\u{5BA4}\u{5948}\u{7F8E}\u{6075}-with-SUPER-MONKEYS", "-with-SUPER-MONKEYS-pc58ag80a8qai00g7n9n"),
        (
            "Hello-Another-Way-\u{305D}\u{308C}\u{305E}\u{308C}\u{306E}\u{5834}\u{6240}",
            "Hello-Another-Way--fc4qua05auwb3674vfr0b"
        ),
        ("\u{3072}\u{3068}\u{3064}\u{5C4B}\u{6839}\u{306E}\u{4E0B}2", "2-u9tlzr9756bt3uc0v"),
        ("Maji\u{3067}Koi\u{3059}\u{308B}5\u{79D2}\u{524D}", "MajiKoi5-783gue6qz075azm5e"),
        ("\u{30D1}\u{30D5}\u{30A3}\u{30FC}de\u{30EB}\u{30F3}\u{30D0}", "de-jg4avhby1noc0d"),
        ("\u{305D}\u{306E}\u{30B9}\u{30D4}\u{30FC}\u{30C9}\u{3067}", "d9juau41awczczp"),
        ("-> $1.00 <-", "-> $1.00 <--"),
        ("Pro\u{10D}prost\u{11B}nemluv\u{ED}\u{10D}esky", "Proprostnemluvesky-uyb24dma41a"),
        (
            "T\u{1EA1}isaoh\u{1ECD}kh\u{F4}ngth\u{1EC3}ch\u{1EC9}n\u{F3}iti\u{1EBF}ngVi\u{1EC7}t",
            "TisaohkhngthchnitingVit-kjcr8268qyxafd2f1b9g"
        ),
    ])
    func `is what RFC 3492 section 7_1 shows`(text: String, code: String) {
        #expect(Punycode.encoded(text.unicodeScalars) == code)
    }

    @Test func `of what is ASCII alone ends in a hyphen, and of nothing is nothing`() {
        #expect(Punycode.encoded("abc".unicodeScalars) == "abc-")
        #expect(Punycode.encoded("".unicodeScalars) == "")
    }

    @Test func `is given up before its numbers overflow`() {
        #expect(Punycode.encoded([Unicode.Scalar](repeating: "a", count: 3_000) + ["\u{10FFFF}"]) == nil)
    }
}

@Suite struct `A host beyond ASCII` {
    @Test(
        arguments: [
            ("b\u{FC}cher.example", "xn--bcher-kva.example"), ("B\u{DC}CHER.Example", "xn--bcher-kva.example"),
            ("b%C3%BCcher.example", "xn--bcher-kva.example"),
            // Decomposed, RFC 5891 section 5.3: two spellings of one name are one host.
            ("bu\u{308}cher.example", "xn--bcher-kva.example"), ("BU\u{308}CHER.example", "xn--bcher-kva.example"),
            ("vie\u{302}\u{323}t.example", "xn--vit-5kz.example"), ("vi\u{EA}\u{323}t.example", "xn--vit-5kz.example"),
            ("\u{1112}\u{1161}\u{11AB}.example", "xn--6q8b.example"), ("\u{D55C}.example", "xn--6q8b.example"),
            ("fa\u{DF}.example", "xn--fa-hia.example"),
            ("\u{3B2}\u{3CC}\u{3BB}\u{3BF}\u{3C2}.example", "xn--nxasmm1c.example"),
            ("\u{4F8B}\u{3048}.\u{30C6}\u{30B9}\u{30C8}", "xn--r8jz45g.xn--zckzah"),
            ("\u{4F8B}\u{3048}\u{3002}\u{30C6}\u{30B9}\u{30C8}", "xn--r8jz45g.xn--zckzah"),
            ("\u{43F}\u{440}\u{438}\u{43C}\u{435}\u{440}.example", "xn--e1afmkfd.example"),
            ("\u{2603}.example", "xn--n3h.example"), ("a\u{AD}b.example", "ab.example"),
            ("\u{FF45}\u{FF58}\u{FF41}\u{FF4D}\u{FF50}\u{FF4C}\u{FF45}\u{FF0E}com", "example.com"),
            ("\u{FF11}\u{FF12}\u{FF17}\u{FF0E}0.0.1", "127.0.0.1"),
            ("\u{915}\u{94D}\u{200D}\u{937}.example", "xn--11b2ezcw70k.example"),
            ("xn--bcher-kva.b\u{FC}cher", "xn--bcher-kva.xn--bcher-kva"), ("b\u{FC}cher.", "xn--bcher-kva."),
        ])
    func `is looked up in Punycode`(text: String, host: String) throws {
        #expect(try URLHost(text).text == host)
        #expect(try HTTPURL("http://\(text)/x").hostField == host)
        #expect(try HTTPURL("http://\(text)/x") == HTTPURL("http://\(host)/x"))
    }

    @Test(arguments: [
        // A ligature, a superscript and a fraction would have to be mapped; no name may have the others.
        "\u{FB01}sh.example", "a\u{B2}.example", "\u{BD}.example", "a\u{2028}b.example", "a\u{A0}b.example",
        "\u{E000}.example", "\u{308}a.example", "-\u{FC}.example", "\u{FC}-.example", "ab--\u{FC}.example",
        "a\u{200D}\u{FC}.example", "\u{202E}moc.example", "\u{378}.example",
    ])
    func `is refused where it is none`(host: String) {
        #expect(throws: URLFault.self) { try URLHost(host) }
    }

    @Test func `has labels and a whole that the DNS can carry`() throws {
        #expect(throws: URLFault.self) { try URLHost(String(repeating: "\u{FC}a\u{E9}", count: 40)) }
        #expect(throws: URLFault.self) { try URLHost(String(repeating: "\u{FC}.", count: 60)) }
        #expect(throws: URLFault.self) { try URLHost(String(repeating: "e\u{301}", count: 40_000)) }
    }

    @Test func `that is no UTF-8 is refused`() {
        #expect(throws: URLFault.host("b%FCcher")) { try URLHost("b%FCcher") }
    }

    @Test func `is mapped to ASCII that has to be a host as well`() {
        #expect(throws: URLFault.self) { try URLHost("a\u{FF0F}b") }
        #expect(throws: URLFault.self) { try URLHost("\u{AD}") }
    }
}
