// StreamFormTests.swift: rules of RFC 9110 that requests on streams must keep.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Testing

@Suite struct `A request on a stream` {
    private func sentences(
        _ lines: String, _ start: String, _ fields: [(String, String)] = [], body: String? = nil,
        trailers: [(String, String)] = []
    ) throws -> [String] {
        let play = try Rehearsal("origin main http http=2\n\(lines)\n< 200\n")
        play.connect()
        play.ask(start, fields: fields, body: body, trailers: trailers, on: ConnectionNumber(1, stream: 1))
        return play.sentences
    }

    @Test(arguments: [
        ("> GET /a?{{query q=\"%\"}}", "/a?q=%", true), ("> GET /a?{{query q=\"%\"}}", "/a?q=%25", false),
        ("> GET {{any}}", "/a#b", true), ("> GET {{any}}", "/a%zz", true), ("> GET {{any}}", "/a%7a", false),
        // The file writes the target itself.
        ("> GET /a%zz", "/a%zz", false),
    ])
    func `has a target as every request has`(line: String, target: String, isWrong: Bool) throws {
        let told = try sentences(line, "GET \(target)")
        #expect(told.count == (isWrong ? 1 : 0), "\(told)")
        #expect(told.allSatisfy { $0.hasPrefix("connection 1, stream 1: ") && $0.contains("the target") }, "\(told)")
    }

    @Test(arguments: [nil, "hi"])
    func `expects 100-continue with content alone`(body: String?) throws {
        let fields = [("expect", "100-continue")]
        let told = try sentences("> POST /a", "POST /a", fields, body: body)
        #expect(told.count == (body == nil ? 1 : 0), "\(told)")
        let written = try sentences("> POST /a\n> Expect: 100-continue", "POST /a", fields, body: body)
        #expect(written == [])
    }

    @Test(arguments: ["authorization", "content-length", "host", "te", "cookie"])
    func `has no trailer that frames, routes or authenticates`(name: String) throws {
        let trailer = [(name, "3")]
        let told = try sentences("> POST /a", "POST /a", body: "abc", trailers: trailer)
        #expect(told.count == 1 && told[0].contains("came as a trailer"), "\(told)")
        let written = try sentences(
            "> POST /a\n>\n> abc\n! trailers\n> \(name): 3", "POST /a", body: "abc", trailers: trailer)
        #expect(written == [])
        #expect(try sentences("> POST /a", "POST /a", body: "abc", trailers: [("x-sum", "3")]) == [])
        // Another trailer that is written does not write this one.
        let beside = try sentences(
            "> POST /a\n>\n> abc\n! trailers\n> X-Sum: 3", "POST /a", body: "abc",
            trailers: trailer + [("x-sum", "3")])
        #expect(beside.count == 1 && beside[0].contains("came as a trailer"), "\(beside)")
    }
}
