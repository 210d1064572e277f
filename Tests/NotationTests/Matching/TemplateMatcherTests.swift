// TemplateMatcherTests.swift: what fits a template and what does not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

struct Answers: TemplateEnvironment {
    var known: [Function: String] = [:]

    func bytes(of function: Function) -> [UInt8]? { known[function].map { Array($0.utf8) } }

    func accepts(_ bytes: [UInt8], as function: Function) -> Acceptance? {
        guard case .digest = function else { return nil }
        switch String(decoding: bytes, as: UTF8.self) {
        case "right": return .whole
        case "so far": return .soFar
        default: return .differs("it is wrong")
        }
    }
}

extension Template {
    /// Pieces as text, values in between.
    init(_ pieces: Part...) {
        self.init()
        for piece in pieces {
            switch piece {
            case .text(let text): append(Array(text.utf8))
            case .value(let function): append(Value(function, at: Place(line: 1)))
            }
        }
    }

    enum Part: ExpressibleByStringLiteral, Sendable {
        case text(String)
        case value(Function)

        init(stringLiteral text: String) { self = .text(text) }
        static func regex(_ text: String) -> Part {
            guard let pattern = try? BytePattern(Array(text.utf8)) else { preconditionFailure("'\(text)' is wrong") }
            return .value(.regex(pattern))
        }

        static func of(_ function: Function) -> Part { .value(function) }
    }
}

@Suite struct `A template against bytes` {
    func match(_ template: Template, _ text: String, _ known: [Function: String] = [:]) -> Match {
        template.matches(Array(text.utf8), in: Answers(known: known))
    }

    @Test func `of plain text fits that text and no other`() {
        #expect(match(Template("abc"), "abc").fits)
        #expect(match(Template("abc"), "abd") == Match(fits: false, reach: 2))
        #expect(match(Template("abc"), "abcd") == Match(fits: false, reach: 3))
        #expect(match(Template("abc"), "ab") == Match(fits: false, reach: 2))
        #expect(match(Template(), "").fits)
    }

    @Test(
        arguments: [
            ([.of(.capture("x")), "&b=", .of(.captured("x"))], "1&b=1", "1"),
            ([.of(.capture("x")), "&b=", .of(.captured("x"))], "1&b=2&b=1&b=2", "1&b=2"),
            ([.of(.capture("x")), "-", .of(.any), "-", .of(.captured("x"))], "a-b-c-a-b", "a-b"),
            ([.of(.any), "=", .of(.capture("x")), ";", .of(.captured("x"))], "k=a=b;b", "b"),
            ([.of(.capture("x")), .of(.captured("x"))], "abab", "ab"),
            ([.of(.capture("x")), .of(.captured("x"))], "", ""),
            ([.of(.capture("x")), .of(.captured("x"))], "aba", nil),
            (
                [.of(.capture("x")), "-", .of(.capture("y")), ":", .of(.captured("y")), .of(.captured("x"))], "1-2:21",
                "1"
            ),
            (
                [.of(.capture("x")), "-", .of(.capture("y")), ":", .of(.captured("y")), .of(.captured("x"))], "1-2:12",
                nil
            ),
            (
                [.of(.capture("x")), "/", .regex("[0-9]+"), "/", .of(.captured("x")), "/", .of(.captured("x"))],
                "a/7/a/a", "a"
            ),
        ] as [([Template.Part], String, String?)])
    func `in which a capture stands again takes whatever makes it fit`(
        parts: [Template.Part], text: String, taken: String?
    ) {
        var template = Template()
        for part in parts {
            switch part {
            case .text(let text): template.append(Array(text.utf8))
            case .value(let function): template.append(Value(function, at: Place(line: 1)))
            }
        }
        let match = match(template, text, [.captured("x"): "of another text"])
        #expect(match.fits == (taken != nil))
        #expect(match.captures["x"].map { String(decoding: $0, as: UTF8.self) } == taken)
    }

    @Test func `in which captures stand again in too many ways is given up`() {
        let template = Template(
            .of(.capture("a")), .of(.capture("b")), .of(.capture("c")), .of(.captured("c")), .of(.captured("b")), "!",
            .of(.captured("a")))
        let match = match(template, String(repeating: "x", count: 2000))
        #expect(!match.fits)
        #expect(match.objection == "there are too many ways to read it")
    }

    @Test func `captures what stands between its texts`() {
        let template = Template("Bearer ", .of(.capture("token")))
        #expect(match(template, "Bearer x y").captures == ["token": Array("x y".utf8)])
        #expect(!match(template, "bearer x").fits)
        let two = Template("a=", .of(.capture("a")), "; b=", .of(.capture("b")), ";")
        #expect(match(two, "a=1; b=2; b=3;").captures == ["a": Array("1".utf8), "b": Array("2; b=3".utf8)])
    }

    @Test(
        arguments: [
            (Template("W/", .of(.any)), "W/\"x\"", true),
            (Template(.of(.any)), "", true),
            (Template(.of(.any), "b", .of(.any), "c"), "abbcbc", true),
            (Template(.of(.any), "b", .of(.any), "c"), "abbcbcd", false),
            (Template(.regex("text/.*")), "text/html", true),
            (Template(.regex("text/.*")), "Text/html", false),
            (Template(.regex(".*;.*=.")), "a;b=c", true),
            (Template(.regex(".*;.*=.")), "a;b=", false),
            (Template(.regex(".*gzip.*")), "br, gzip", true),
            (Template(.regex(".*gzip.*")), "br, gzi", false),
            (Template("a", .of(.upTo), "bc"), "a", true),
            (Template("a", .of(.upTo), "bc"), "ab", true),
            (Template("a", .of(.upTo), "bc"), "abc", true),
            (Template("a", .of(.upTo), "bc"), "", false),
            (Template("a", .of(.upTo), "bc"), "ac", false),
            (Template("a", .of(.upTo), "bc"), "abcd", false),
            (Template(.of(.any), .of(.upTo), "end"), "the end, the e", true),
            (Template(.of(.upTo), .of(.bytes(count: 9, from: 0)), "x"), "", true),
            (Template(.regex("[a-z]+[0-9]")), "abc1", true),
            (Template(.regex("[a-z]+[0-9]")), "abc12", false),
            (Template("v", .regex("[0-9]+"), ".", .regex("[0-9]+")), "v10.2", true),
            (Template("v", .regex("[0-9]+"), ".", .regex("[0-9]+")), "v10.x", false),
            (Template(.of(.any), .regex("b|cab"), .of(.any), "b"), "cabcab", true),
            (Template(.of(.listHas("gzip"))), "br;q=1, GZIP ;q=0.5", true),
            (Template(.of(.listHas("gzip"))), "br, xgzip", false),
            (Template(.of(.listHas("a"))), "\"x, a, y\"", false),
            (Template(.of(.pathSegment("x")), ".txt"), "a.txt", true),
            (Template(.of(.pathSegment("x")), ".txt"), "a/b.txt", false),
            (Template(.of(.pathSegment("x"))), "", false),
            (Template(.of(.absent)), "", false),
            (Template(.of(.digest(Credentials(user: "a", password: "b"), DigestDemands()))), "right", true),
            (Template(.of(.digest(Credentials(user: "a", password: "b"), DigestDemands()))), "wrong", false),
            (Template(.of(.basic(Credentials(user: "a", password: "b")))), "nobody judges it", false),
        ] as [(Template, String, Bool)])
    func `fits as its functions say`(template: Template, text: String, fits: Bool) {
        #expect(match(template, text).fits == fits)
    }

    @Test func `stands for what the run gives to its values`() {
        let template = Template("/hop/", .of(.count(offset: 1)))
        #expect(match(template, "/hop/3", [.count(offset: 1): "3"]).fits)
        #expect(!match(template, "/hop/4", [.count(offset: 1): "3"]).fits)
        #expect(!match(template, "/hop/").fits)
    }

    @Test func `says what is said of what others judge`() {
        let digest = Template.Part.of(.digest(Credentials(user: "a", password: "b"), DigestDemands()))
        #expect(match(Template(digest), "wrong").objection == "it is wrong")
        #expect(match(Template(digest), "right").objection == nil)
        #expect(match(Template("x", digest), "xwrong").objection == nil)
        #expect(match(Template(digest), "so far").isProvisional)
        #expect(match(Template("x", digest), "xso far").isProvisional)
        #expect(!match(Template(digest), "right").isProvisional)
    }

    @Test func `names the first byte that is no beginning`() {
        let template = Template("a: ", .of(.upTo), "roses", .of(.bytes(count: 4, from: 0)))
        #expect(match(template, "a: rosy").objection == "byte 6 differs: \"y\" came, not \"es\"")
        #expect(match(template, "b").objection == nil)
        let bytes = Array("a: roses".utf8) + PatternBytes.array(4, from: 0)
        #expect(TemplateMatcher(template).match(bytes, in: Answers()).fits)
        let more = TemplateMatcher(template).match(bytes + [33], in: Answers())
        #expect(more.objection == "there is more behind byte 12: \"!\" came")
        let other = TemplateMatcher(template).match(Array(bytes.dropLast()) + [33], in: Answers())
        #expect(other.reach == 11 && !other.fits)
    }

    @Test func `finds the first wrong byte of the fixed stream`() {
        var bytes = PatternBytes.array(100_000, from: 3)
        let template = Template("x", .of(.bytes(count: 100_000, from: 3)), "y")
        #expect(template.matches(Array("x".utf8) + bytes + Array("y".utf8), in: EmptyEnvironment()).fits)
        bytes[77_777] ^= 1
        let wrong = template.matches(Array("x".utf8) + bytes + Array("y".utf8), in: EmptyEnvironment())
        #expect(wrong == Match(fits: false, reach: 77_778))
        #expect(!template.matches(Array("x".utf8) + bytes.prefix(10), in: EmptyEnvironment()).fits)
    }

    @Test func `absent fits nothing but absence`() {
        let absent: [UInt8]? = nil
        #expect(Template(.of(.absent)).matches(absent, in: EmptyEnvironment()).fits)
        #expect(!Template(.of(.any)).matches(absent, in: EmptyEnvironment()).fits)
    }

    @Test func `takes time in proportion to the input, however many gaps there are`() {
        var template = Template()
        for _ in 0..<30 { template.append(Template(.of(.any), "ab")) }
        let input = String(repeating: "a", count: 100_000)
        #expect(!match(template, input).fits)
        #expect(!match(template, String(repeating: "ab", count: 29)).fits)
        #expect(match(template, String(repeating: "ab", count: 30)).fits)
    }
}

@Suite struct `A template as bytes` {
    func render(_ value: Value, _ known: [Function: String] = [:]) -> String {
        String(decoding: Template(value).rendered(in: Answers(known: known)), as: UTF8.self)
    }

    let place = Place(line: 1)

    @Test func `is its text with its values in it`() throws {
        let template = Template("/hop/", .of(.count(offset: 1)), "?x")
        #expect(template.rendered(in: Answers(known: [.count(offset: 1): "2"])) == Array("/hop/2?x".utf8))
        #expect(template.rendered(in: EmptyEnvironment()) == Array("/hop/?x".utf8))
        #expect(throws: UnavailableValue.self) { try template.checkedRendering(in: EmptyEnvironment()) }
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ])
    func `goes through base64 as RFC 4648 section 10 has it`(text: String, encoded: String) {
        #expect(Base64.encoded(Array(text.utf8)) == Array(encoded.utf8))
    }

    @Test func `goes through its transforms in order`() {
        #expect(render(Value(.hex([1, 2, 3]), [.truncate(1), .base64], at: place)) == "AQ==")
        #expect(render(Value(.text(Array("abc".utf8)), [.corrupt(at: 1), .base64], at: place)) == "YZ1j")
        #expect(render(Value(.text(Array("abc".utf8)), [.chunks([])], at: place)) == "abc")
    }

    @Test func `is nothing where a transform is not to be had`() {
        #expect(render(Value(.text(Array("abc".utf8)), [.coding(.brotli(level: nil))], at: place)) == "")
    }
}
