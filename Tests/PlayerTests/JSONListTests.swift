// JSONListTests.swift: lists of JSON of which the values come in any order, among others, or alike.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import Testing

@Suite struct `Lists of JSON` {
    /// The sentence about a body, behind `the body: `; empty: it fits.
    private func sentence(of body: String, heldAgainst json: String, _ more: String = "") throws -> String {
        let play = try Rehearsal("# t\nclient POST /\n> POST /\n>\n> {{json \(json)}}\n< 200\n\(more)")
        play.send("POST /\n\n\(body)")
        let outcome = play.end()
        #expect(outcome.breaches.allSatisfy { $0.slug == .wrongBody && $0.line?.number == 5 })
        let sentence = outcome.limit ?? outcome.breaches.first?.sentence ?? ""
        return sentence.hasPrefix("the body: ") ? String(sentence.dropFirst(10)) : sentence
    }

    @Test(arguments: [
        (#"unordered ["a", ...]"#, #"["b","a"]"#), (#"unordered ["a", "b", ...]"#, #"["b","c","a"]"#),
        (#"unordered ["a", ...]"#, #"["a"]"#),
        (#"unordered [{{any}}, ...]"#, "[[]]"), (#"unordered ["a", "a", ...]"#, #"["a","b","a"]"#),
        (#"unordered [1, 2]"#, "[2, 1.0]"), (#"unordered [{{any}}, 1]"#, "[1,2]"),
        (#"unordered [{{any}}, {{/1./}}, 1]"#, "[12,1,13]"),
        (#"{"a": unordered [unordered [1, 2], {"b": unordered [...]}, ...]}"#, #"{"a":[0,{"b":[true]},[2,1]]}"#),
        // The first one would take what the second one needs.
        (#"unordered [{{any}}, {{/1.*/}}, 12, ...]"#, "[12,13,0]"),
    ])
    func `fit in any order, or among others`(json: String, body: String) throws {
        #expect(try sentence(of: body, heldAgainst: json) == "")
    }

    @Test(arguments: [
        (#"unordered ["a", ...]"#, #"["b"]"#, #"the list has no "a""#),
        (#"{"tags": unordered ["a", "a", ...]}"#, #"{"tags":["a","b"]}"#, #"tags has no other "a""#),
        (#"{"tags": unordered [{{any}}, ...]}"#, #"{"tags":[]}"#, "tags has no {{any}}"),
        (
            #"{"pets": unordered [{"name": "fido", "age": 3, ...}, ...]}"#,
            #"{"pets":[7,{"name":"rex"},{"name":"Fido","age":3}]}"#,
            #"pets has no {"name": "fido", "age": 3, ...}; the nearest differs: pets[2].name is "Fido", not "fido""#
        ),
        (#"{"a": unordered [1, 2]}"#, #"{"a":[2,3,1]}"#, "a[1] is 3, and is not written"),
        (#"{"a": unordered [1, 2]}"#, #"{"a":[2,3]}"#, "a has no 1; a[1] is 3, and is not written"),
        (#"{"a": unordered [1]}"#, #"{"a":{"b":1}}"#, #"a is {"b":1}, not a list"#),
        // A pairing of both is not possible, though each of them finds a value.
        (
            #"unordered [{{/1.*/}}, {{/.*2/}}]"#, "[12,3]",
            #"the list has no other {{/.*2/}}; [1] is 3, and is not written"#
        ),
    ])
    func `name the value that is missing, and what came`(json: String, body: String, told: String) throws {
        #expect(try sentence(of: body, heldAgainst: json) == told)
    }

    @Test(arguments: [
        ("[1, 2]", "[2,1]", "[0] is 2, not 1; [1] is 1, not 2; 'unordered […]' takes them in any order"),
        ("[1, 2]", "[2,3]", "[0] is 2, not 1; [1] is 3, not 2"),
        (
            "[1, {{any}}]", "[1,2,3]",
            "all of it has 3 values, not 2: '{{any}}' is one value, and 'unordered [1, ...]' lets others come"
        ),
        ("[1, 2]", "[1,2,3]", "all of it has 3 values, not 2"),
    ])
    func `in their order are told what takes others and another order`(
        json: String, body: String, told: String
    ) throws {
        #expect(try sentence(of: body, heldAgainst: json) == told)
    }

    @Test func `an expression that fits a part of a value is told to fit all of it`() throws {
        #expect(
            try sentence(of: #"{"a":17}"#, heldAgainst: #"{"a": {{/7/}}}"#)
                == #"a is 17, not {{/7/}}; the expression fits a part of it, and must fit all of it"#)
    }

    @Test func `keep what the value has that was found`() throws {
        let play = try Rehearsal(
            """
            # t
            client POST /
            > POST /
            >
            > {{json unordered [{"name": "rex", "id": {{rex = any}}}, {"name": {{any}}, "id": {{first = any}}}, ...]}}
            < 200
            <
            < {{first}} {{rex}}

            """)
        play.send(#"POST /\#n\#n[{"name":"rex","id":1},{"name":"fido","id":2},{"name":"tom","id":3}]"#)
        #expect(play.text().hasSuffix("\r\n\r\n2 1"))
        #expect(play.end().breaches.isEmpty)
    }

    @Test(arguments: [
        // 64 that fit all but one, and one too few for them.
        (64, #"{"a": {{any}}}"#, 63, #"{"a":1}"#), (64, "1", 2000, "2"),
        (64, "unordered [unordered [1, ...], ...]", 500, "[[2,2],[2,2]]"),
    ])
    func `take a bounded time, whatever comes`(wanted: Int, _ json: String, came: Int, _ value: String) throws {
        let list = Array(repeating: json, count: wanted).joined(separator: ", ")
        let body = Array(repeating: value, count: came).joined(separator: ",")
        #expect(try !sentence(of: "[\(body)]", heldAgainst: "unordered [\(list), ...]").isEmpty)
    }

    @Test func `are given up where too many values would be tried`() throws {
        let wanted = (0..<64).map { _ in "1" }.joined(separator: ", ")
        let body = Array(repeating: "2", count: 2500).joined(separator: ",")
        #expect(
            try sentence(of: "[\(body)]", heldAgainst: "unordered [\(wanted), ...]")
                .hasSuffix("the body: there are too many ways to read it"))
    }

    /// Marks within marks double nothing.
    @Test func `within each other take no longer`() throws {
        let depth = 30
        let json = String(repeating: "unordered [", count: depth) + "1" + String(repeating: ", ...]", count: depth)
        let body = String(repeating: "[", count: depth) + "2" + String(repeating: "]", count: depth)
        #expect(try sentence(of: body, heldAgainst: json).hasPrefix("the list has no "))
        #expect(try sentence(of: body.replacing("2", with: "1"), heldAgainst: json) == "")
    }
}
