// ValueLinesTests.swift: values that are compared by content, over several lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

/// A request with this body, below line 3.
private func request(_ body: String) -> String { "# t\n> POST /\n>\n\(body)\n< 200\n" }

/// The deeds of the lines, without their places.
private func deeds(_ text: String) -> [Deed] {
    let reading = read(text)
    #expect(reading.advised.filter { $0.severity == .error } == [])
    var deeds: [Deed] = []
    for node in reading.scenarios.first?.nodes ?? [] { node.forEachLine { deeds.append($0.deed) } }
    return deeds
}

/// `4:3 unclosed-value`
private func errors(_ text: String) -> [String] {
    read(text).advised.filter { $0.severity == .error }
        .map { "\($0.place.line):\($0.place.column) \($0.slug.rawValue)" }
}

@Suite struct `A value over several lines` {
    @Test(arguments: [
        ("> {{json {\n>   \"a\": 1,\n>   \"b\": [\n>     true\n>   ]\n> }}}", #"> {{json {"a": 1, "b": [true]}}}"#),
        ("> {{json\n> {\"a\": 1}\n> }}", #"> {{json {"a": 1}}}"#),
        ("> {{json {\n>\n> \t\"a\": 1\n> \n> }}}", #"> {{json {"a": 1}}}"#),
        ("> {{json [\n> 1,\n> 2]}}", "> {{json [1, 2]}}"),
        (
            "> {{json {\n>   \"a\": {{any}},\n>   \"b\": {{absent}},\n>   ...\n> }}}",
            #"> {{json {"a": {{any}}, "b": {{absent}}, ...}}}"#
        ),
        ("> {{form a=1\n>   \"b c\"=\"d e\"\n> }}", #"> {{form a=1 "b c"="d e"}}"#),
        (
            "> {{multipart\n>   name=fido\n>   photo={{any}};filename=\"a.png\"\n> }}",
            #"> {{multipart name=fido photo={{any}};filename="a.png"}}"#
        ),
    ])
    func `is what it is on one`(lines: String, line: String) {
        #expect(deeds(request(lines)).map(unplaced) == deeds(request(line)).map(unplaced))
    }

    /// A value has its place with it, which is another one here.
    private func unplaced(_ deed: Deed) -> String {
        "\(deed)".replacing(/Place\([^)]*\)/, with: "").replacing(/place: [^,)]*/, with: "")
    }

    @Test func `keeps what a nested value takes`() {
        let text =
            "# t\n> POST /\n>\n> {{json {\n>   \"id\": {{id = any}}\n> }}}\n< 200\n<\n< {{json {\n<   \"id\": {{id}}\n< }}}\n"
        #expect(read(text).advised == [])
    }

    @Test func `has the mark of its lane on each line`() {
        let head = "# t\nclient POST / lane=a\nclient POST / lane=b\n>a POST /\n>a\n"
        #expect(errors(head + ">a {{json {\n>a   \"x\": 1\n>a }}}\n>b POST /\n<a 200\n<b 200\n") == [])
        #expect(errors(head + ">a {{json {\n>b   \"x\": 1\n>a }}}\n<a 200\n").first == "6:4 unclosed-value")
    }

    @Test func `can be sent, in a scenario and in a route`() {
        let reply = "< 200\n<\n< {{json {\n<   \"a\": 1\n< }}}\n"
        #expect(deeds("# t\n> GET /\n" + reply).count == 4)
        let routes = read("routes\n> POST /a\n>\n> {{json {\n>   \"b\": {{any}}\n> }}}\n" + reply)
        #expect(routes.advised == [])
        #expect(routes.routes?.exchanges.count == 1 && routes.routes?.exchanges.first?.body != nil)
    }

    @Test(arguments: [
        ("> {{json {\n>   \"a\": 1", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": 1\n# why\n> }}}", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": 1\n\n> }}}", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": \"x\n> }}}", ["5:10 unclosed-string"]),
        ("> {{json {\n>   \"\u{E9}\": \"\u{FC}\", \"a\": \"x }}}", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": \"x\\\n> }}}", ["5:10 unclosed-string"]),
        ("> {{json {\n>   \"a\": {{any}\n> }}}", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": \"{{any\"\n> }}}", ["4:3 unclosed-value"]),
        ("> {{json {\n>   \"a\": {{nothing}}\n> }}}", ["5:12 unknown-function"]),
        ("> {{json {\n>   \"a\": 1,\n> }}}", ["6:3 bad-argument"]),
        ("> {{json {\n>   \"a\": 1\n>   \"b\": 2\n> }}}", ["6:5 bad-argument"]),
        ("> {{json {\n>   \"a\": 1\n> }}} more", ["4:3 must-stand-alone"]),
        ("> {{form\n>   a=\"x\n> }}", ["5:7 unclosed-string"]),
        ("> {{form\n>   a={{nothing}}\n> }}", ["5:9 unknown-function"]),
        // The first one is not closed, and the second one is read for itself.
        ("> {{json {\n>   \"a\": 1\n> {{json {\n>   \"b\": True\n> }}}", ["4:3 unclosed-value", "7:10 bad-argument"]),
    ])
    func `has its faults where they are typed`(body: String, found: [String]) {
        #expect(errors(request(body)) == found)
    }

    @Test func `has cells put in, and faults at their places`() {
        let text =
            "# t\ncases n | v\n      1 | 7\n      2 | {{\"x\"}}\n> POST /{{n}}\n>\n> {{json {\n>   \"\u{E9}{{n}}\": {{v}}, \"w\": nil,\n>   \"s\": \"{{v}}\"\n> }}}\n< 200\n"
        #expect(errors(text) == ["8:27 bad-argument"])
        let reading = read(text.replacing("nil", with: "null"))
        #expect(reading.advised == [])
        #expect(
            reading.scenarios.map { $0.source[7] } == [
                ">   \"\u{E9}1\": 7, \"w\": null,", ">   \"\u{E9}2\": {{\"x\"}}, \"w\": null,",
            ])
        #expect(reading.scenarios.map { $0.source[8] } == [">   \"s\": \"7\"", ">   \"s\": \"x\""])
        // A fault of a cell is told at the cell.
        #expect(
            errors(text.replacing("nil", with: "null").replacing("| 7", with: "| {{no}}")) == ["3:11 unknown-function"])
    }

    @Test func `is left as it is by the formatter`() {
        let text = request("> {{json {\n>     \"a\":   1,\n>\n>   \"b\": [ ]\n>  }}}")
        let formatted = ScenarioFormatter.format(Array(text.utf8), read(text))
        #expect(formatted.map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test func `stands on one line in the text of a run, which is this run`() throws {
        let text = request("> {{json {\n>   \"a\": 1,\n>\n>   \"b\": {{any}}\n> }}}")
        let run = try #require(read(text).scenarios.first)
        #expect(run.lastLines == [4: 8])
        #expect(
            run.ownText.map(\.text) == [
                "# t", "> POST /", ">", #"> {{json { "a": 1, "b": {{any}} }}}"#, "< 200",
            ])
        #expect(run.ownText.map(\.number) == [1, 2, 3, 4, 9])
        let own = run.ownText.map { $0.text + "\n" }.joined()
        #expect(deeds(own).map(unplaced) == deeds(text).map(unplaced))
    }

    @Test func `may be as long as a file, with a value on each line`() throws {
        let members = (0..<20_000).map { ">   \"m\($0)\": {{any}},\n" }.joined()
        let text = request("> {{json {\n" + members + ">   ...\n> }}}")
        let reading = read(text)
        #expect(reading.advised == [])
        #expect(reading.scenarios.first?.lastLines == [4: 20_006])
    }
}
