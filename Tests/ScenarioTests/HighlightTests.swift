// HighlightTests.swift: the parts of a line and their kinds.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import Testing

@testable import QuintainScenario

/// `client-mark:> |method:GET|…`; plain text has no kind in front.
private func shown(_ parts: [Highlight.Part]) -> String {
    parts.map { $0.kind == .text ? $0.text : "\($0.kind.rawValue):\($0.text)" }.joined(separator: "|")
}

/// The last line of the text.
private func last(_ text: String) -> String { Highlight.parts(of: Array(text.utf8)).last.map(shown) ?? "" }

private let fixtures: [String] = {
    let root = TestFiles.root + "fixtures/"
    let groups = TestFiles.names(in: root, suffix: "").filter { !$0.hasPrefix(".") && $0 != "invalid" }
    return groups.flatMap { group in
        [".scenario", ".routes"].flatMap { TestFiles.names(in: root + group, suffix: $0) }.map { "\(group)/\($0)" }
    }
}()

@Suite struct `The highlighting` {
    @Test(arguments: [
        ("# a title", "comment:# a title"),
        ("> GET /a", "client-mark:>| |method:GET| |target:/a"),
        ("> GET /\n> Accept: */*", "client-mark:>| |field:Accept|punctuation::| */*"),
        ("> GET /\n>", "client-mark:>"),
        ("> GET /\n< 302 Found", "server-mark:<| |status:302| Found"),
        ("> GET /\n< HTTP/1.0 200", "server-mark:<| |version:HTTP/1.0| |status:200"),
        ("> GET /\n>\n> A: b", "client-mark:>| A: b"),
        ("> GET /\n< 200\n<\n< 200", "server-mark:<| 200"),
        ("> GET /\n< 100\n<\n< 200", "server-mark:<| |status:200"),
        ("> GET /\n< 200\n* waiting\n< A: b", "server-mark:<| A: b"),
        ("> GET /\n< 200\n# why\n< A: b", "server-mark:<| |field:A|punctuation::| b"),
        ("> GET /\n< 200\n<\n< x\n! trailers\n< A: b", "server-mark:<| |field:A|punctuation::| b"),
        ("> GET /\n> {{absent}}\n> GET /b", "client-mark:>| |method:GET| |target:/b"),
        ("routes\n> GET /\n< 200\n<\n> PUT /b", "client-mark:>| |method:PUT| |target:/b"),
        ("client GET / lane=b\n>b GET /", "client-mark:>|lane:b| |method:GET| |target:/"),
        ("either\n> GET /\nor\n> GET /b", "client-mark:>| |method:GET| |target:/b"),
        (
            "* redirect 302 /done method=GET -> follow",
            "callback-mark:*| |name:redirect| |number:302| |target:/done| |parameter:method|punctuation:=|GET |arrow:->"
                + "| |decision:follow"
        ),
        ("*b? fail timed-out", "callback-mark:*|lane:b|occurrence:?| |name:fail| |constant:timed-out"),
        ("* redirct -> folow", "callback-mark:*| |unknown:redirct| |arrow:->| |unknown:folow"),
        ("* [urlsession] finish", "callback-mark:*| |punctuation:[|constant:urlsession|punctuation:]| |name:finish"),
        (#"* data "a\n\q""#, #"callback-mark:*| |name:data| |string:"a|escape:\n|unknown:\q|string:""#),
        ("* response 200\n       ETag: x", "       |field:ETag|punctuation::| x"),
        ("! wait 200ms", "act-mark:!| |name:wait| |number:200ms"),
        ("! await close", "act-mark:!| |keyword:await| |name:close"),
        ("! wiat 1s", "act-mark:!| |unknown:wiat| |number:1s"),
        ("client POST /a as upload", "keyword:client| |method:POST| |target:/a| |keyword:as| |constant:upload"),
        ("client POST /a\n       body \"x\"", "       |keyword:body| |string:\"x\""),
        ("client cancel", "keyword:client| |name:cancel"),
        ("cases  name | to", "keyword:cases|  |column:name| |punctuation:||| |column:to".replacing("|||", with: "||")),
        ("cases  name | to\n       up   | ../g", "       |case:up|   |punctuation:|| |cell:../g"),
        ("cases  from \"a.tsv\"", "keyword:cases|  |keyword:from| |string:\"a.tsv\""),
        ("level  should", "keyword:level|  |constant:should"),
        ("level  soon", "keyword:level|  |unknown:soon"),
        (
            "origin web https certificate=expired",
            "keyword:origin| |origin:web| |constant:https| |parameter:certificate|punctuation:=|constant:expired"
        ),
        ("needs  delegate wings", "keyword:needs|  |constant:delegate| |unknown:wings"),
        (
            "> GET /\n< 200\n<\n< a{{bytes 3 | gzip}}b",
            "server-mark:<| a|brace:{{|function:bytes| |number:3| |brace:|| |function:gzip|brace:}}|b"
        ),
        (
            "> GET /\n< 200\n< A: {{now+1h}}{{token}}{{\"x\" | zip}}",
            "server-mark:<| |field:A|punctuation::| |brace:{{|function:now|number:+1h|brace:}}{{|variable:token"
                + "|brace:}}{{|string:\"x\"| |brace:|| |unknown:zip|brace:}}"
        ),
        ("cases  to\n       103\n       200\n> GET /\n< {{to}}\n<\n< 200", "server-mark:<| |status:200"),
        ("> GET /{{path}}", "client-mark:>| |method:GET| |target:/|brace:{{|variable:path|brace:}}"),
        ("> GET /\n< {{status}}", "server-mark:<| |brace:{{|variable:status|brace:}}"),
        ("routes\n> GET /\n< {{status 1}}", "server-mark:<| |brace:{{|function:status| |number:1|brace:}}"),
        ("> GET /{{", "client-mark:>| |method:GET| |target:/|unknown:{{"),
        ("wobble on", "unknown:wobble| on"),
        ("§ 5", "unknown:§| 5"),
        ("\tx", "unknown:\t|x"),
        ("", ""),
    ])
    func `tells the parts of a line apart`(text: String, expected: String) {
        #expect(last(text) == expected)
    }

    @Test(arguments: fixtures)
    func `covers each line of a fixture, and knows all its words`(name: String) throws {
        let bytes = try #require(TestFiles.bytes(TestFiles.root + "fixtures/" + name))
        let parts = Highlight.parts(of: bytes)
        #expect(parts.map { $0.map(\.text).joined() } == Lines.split(bytes).map { String(decoding: $0, as: UTF8.self) })
        for (index, line) in parts.enumerated() {
            #expect(!line.contains { $0.kind == .unknown }, "line \(index + 1): \(shown(line))")
            #expect(zip(line, line.dropFirst()).allSatisfy { $0.kind != $1.kind })
        }
    }

    /// The reader decides where messages begin, so both must find the same lines.
    @Test(arguments: fixtures)
    func `finds the start lines and fields that the reader finds`(name: String) throws {
        let folder = TestFiles.root + "fixtures/" + name.prefix { $0 != "/" } + "/"
        let bytes = try #require(TestFiles.bytes(TestFiles.root + "fixtures/" + name))
        let reading = ScenarioReader.read(bytes, file: name) { beside in
            TestFiles.bytes(folder + beside).map { .success($0) } ?? .failure(.missing)
        }
        guard let scenario = reading.scenarios.first else {
            #expect(reading.routes != nil)
            return
        }
        var starts: Set<Int> = []
        var fields: Set<Int> = []
        for line in Self.lines(scenario.nodes) {
            switch line.deed {
            case .receive(.start), .send(.start): starts.insert(line.place.line)
            case .receive(.field), .receive(.trailer), .send(.field(_, name: .some, _)): fields.insert(line.place.line)
            default: break
            }
        }
        // A table may insert a whole field, whose name cannot be shown.
        let typed = Lines.split(bytes)
        fields = fields.filter { !typed[$0 - 1].dropFirst(2).starts(with: "{{".utf8) }
        var shownStarts: Set<Int> = []
        var shownFields: Set<Int> = []
        for (index, parts) in Highlight.parts(of: bytes).enumerated() {
            guard let mark = parts.first?.kind, mark == .clientMark || mark == .serverMark else { continue }
            if parts.contains(where: { $0.kind == .field }) { shownFields.insert(index + 1) }
            let isStart = parts.contains { [.method, .status, .version].contains($0.kind) }
            // A status that is made by a value has braces in place of the number.
            if isStart || starts.contains(index + 1) && parts.count > 2 && parts[2].kind == .brace {
                shownStarts.insert(index + 1)
            }
        }
        #expect(shownStarts == starts)
        // Trailers that are sent have no name in the model.
        #expect(shownFields.isSuperset(of: fields))
    }

    private static func lines(_ nodes: [Node]) -> [Line] {
        nodes.flatMap { node -> [Line] in
            switch node {
            case .line(let line): [line]
            case .repeated(let block): lines(block.nodes)
            case .either(let either): either.branches.flatMap { lines($0.nodes) }
            case .anyOrder(let block): block.parts.flatMap { lines($0.nodes) }
            }
        }
    }

    @Test func `gives the lines that are asked for`() {
        let text = Array("> GET /\n>\n> A: b\n> C: d\n".utf8)
        #expect(Highlight.parts(of: text, after: 2, atMost: 1).map(shown) == ["client-mark:>| A: b"])
        #expect(Highlight.parts(of: text, after: 9).isEmpty)
    }

    @Test func `has a colour in the grammar for editors for every kind`() throws {
        let grammar = String(
            decoding: try #require(TestFiles.bytes(TestFiles.root + "editors/scenario.tmLanguage.json")), as: UTF8.self)
        for kind in Highlight.Kind.allCases {
            #expect(grammar.contains("\"\(Self.scope(kind)).scenario\""), "\(kind)")
        }
    }

    private static func scope(_ kind: Highlight.Kind) -> String {
        switch kind {
        case .text: "string.unquoted"
        case .comment: "comment.line.number-sign"
        case .clientMark: "keyword.operator.mark.client"
        case .serverMark: "keyword.operator.mark.server"
        case .callbackMark: "keyword.operator.mark.callback"
        case .actMark: "keyword.operator.mark.act"
        case .lane: "entity.name.tag.lane"
        case .occurrence: "keyword.operator.occurrence"
        case .keyword: "keyword.other.setting"
        case .name: "entity.name.function.callback"
        case .arrow: "keyword.operator.arrow"
        case .decision: "keyword.control.decision"
        case .method: "keyword.control.method"
        case .target: "string.other.url"
        case .status: "constant.numeric.status"
        case .version: "constant.language.version"
        case .field: "variable.other.member.field"
        case .parameter: "variable.parameter"
        case .constant: "constant.language"
        case .number: "constant.numeric"
        case .string: "string.quoted.double"
        case .escape: "constant.character.escape"
        case .brace: "punctuation.section.embedded.begin"
        case .function: "support.function.value"
        case .variable: "variable.other"
        case .punctuation: "punctuation.separator.field"
        case .cell, .column, .caseName: "string.unquoted.cell"
        case .origin: "entity.name.type.origin"
        case .unknown: "invalid.illegal.name"
        }
    }
}
