// ShorthandTests.swift: lines that stand for others.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import QuintainScenario
import Testing

@Suite struct `Shorthand` {
    @Test(arguments: [
        (">> GET /a\n< 200\n* ok\n", "client GET /a\n> GET /a\n< 200\n* response 200\n* finish\n"),
        (
            ">> GET /a\n>> X: 1\n> Y: 2\n< 200\n<\n< a \"b\"\n< \\c\n* ok\n",
            "client GET /a\n       X: 1\n> GET /a\n> X: 1\n> Y: 2\n< 200\n<\n< a \"b\"\n< \\c\n"
                + "* response 200\n* data \"a \\\"b\\\"\\n\\\\c\"\n* finish\n"
        ),
        (
            ">> POST /a\n>>\n>> one\n>>\n>> GET /two\n< 200\n",
            "client POST /a\n       body \"one\\n\\nGET /two\"\n> POST /a\n>\n> one\n>\n> GET /two\n< 200\n"
        ),
        (
            ">>b PUT /a\n>>b\n>>b {{bytes 9}}\n<b 200\n<b\n<b {{bytes 7}}\nshould *b? ok\n",
            "client PUT /a lane=b\n       body {{bytes 9}}\n>b PUT /a\n>b\n>b {{bytes 9}}\n<b 200\n<b\n<b {{bytes 7}}\n"
                + "should *b? response 200\nshould *b? data {{bytes 7}}\nshould *b? finish\n"
        ),
        (
            "> POST /a\n>json {\n>   \"a\": [1, \"}\"],\n>\n>   ...\n> }\n< 200\n<json {\"b\": {}}\n* ok\n",
            "> POST /a\n>\n> {{json {   \"a\": [1, \"}\"],    ... }}}\n< 200\n<\n< {{json {\"b\": {}}}}\n"
                + "* response 200\n* data {{json {\"b\": {}}}}\n* finish\n"
        ),
        (
            ">> POST /a\n>>json [1]\n< 200\n",
            "client POST /a\n       body {{json [1]}}\n> POST /a\n>\n> {{json [1]}}\n< 200\n"
        ),
        (
            "> GET /a\n> X: {{x = any}}\n< 200\n<\n< it is {{x}}, {{\"a\"}}\n* ok\n",
            "> GET /a\n> X: {{x = any}}\n< 200\n<\n< it is {{x}}, {{\"a\"}}\n* response 200\n"
                + "* data \"it is \" {{x}} \", \" {{\"a\"}}\n* finish\n"
        ),
        (">> GET /a\n>> GET /b\n< 200\n", "client GET /a\n> GET /a\nclient GET /b\n> GET /b\n< 200\n"),
        (
            ">> HEAD /a\n< 103\n< 200\n<\n< page\n* ok\n",
            "client HEAD /a\n> HEAD /a\n< 103\n< 200\n<\n< page\n* response 200\n* finish\n"
        ),
        ("> GET /a\nshould\n< 404 Gone\nend\n* ok\n", "> GET /a\nshould\n< 404 Gone\nend\n* response 404\n* finish\n"),
    ])
    func `stands for these lines`(short: String, long: String) throws {
        let (one, other) = (read(short), read(long))
        #expect(one.advised.filter { $0.severity == .error } == [] && !other.hasErrors)
        let scenario = try #require(one.scenarios.first)
        #expect(scenario.ownText.map { $0.text + "\n" }.joined() == long)
        #expect(scenario.nodes.deeds == other.scenarios.first?.nodes.deeds)
    }

    @Test(arguments: [
        "* ok\n", "> GET /\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}\n* ok\n",
        "> GET /\n< 200\n< Content-Encoding: gzip\n<\n< {{\"a\" | gzip}}\n* ok\n",
        "> GET /\neither\n< 200\nor\n< 201\nend\n* ok\n", "> GET /\n< 103\n* ok\n",
    ])
    func `is refused where no reply above it is delivered as it is written`(text: String) {
        #expect(read(text).advised.filter { $0.severity == .error }.map(\.slug) == [.notHere])
    }

    @Test func `sends no value that only matches`() {
        let errors = read(">> GET /a\n>> X: {{any}}\n< 200\n").advised.filter { $0.severity == .error }
        #expect(errors.map(\.place.line) == [2] && errors.map(\.place.column) == [7], "\(errors)")
    }
}

extension [Node] {
    fileprivate var deeds: [String] {
        flatMap { node -> [String] in
            switch node {
            case .line(let line):
                // Values know where they stand.
                ["\(line.lane.name) \(line.level) \(line.deed)".replacing(#/place: [^)]*\)/#, with: "")]
            case .either(let block): block.branches.flatMap(\.nodes.deeds)
            case .repeated(let block): block.nodes.deeds
            case .anyOrder(let block): block.parts.flatMap(\.nodes.deeds)
            }
        }
    }
}
