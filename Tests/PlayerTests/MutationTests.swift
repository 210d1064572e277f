// MutationTests.swift: a client that keeps a scenario, and all clients that differ from it in one move.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainWords
import Testing

/// The files below leave a client no freedom except between the two witnesses, wire and delegate: one move less, one
/// more, two in the wrong order, or one that differs, is a breach.
@Suite struct `A client that differs by one thing` {
    static let files: [String] = [
        "# t\n> GET /a\n< 200\n<\n< hello\n* response 200\n* data \"hello\"\n* finish\n",
        "# t\n> GET /a\n> A: 1\n< 302\n< Location: /b\n* redirect 302 /b\n> GET /b\n> A: {{absent}}\n< 200\n* response 200\n* finish\n",
        "# t\n> POST /a\n> A: 1\n>\n> one\n> two\n< 401\n* challenge Basic -> use a:b\n> POST /a\n> Authorization: x\n>\n> one\n< 200\n* response 200\n* finish\n",
        "# t\n> GET /a\n< 200\n< Transfer-Encoding: chunked\n<\n< one\n* response 200\n* data \"one\"\n! wait 50ms\n< two\n* data \"two\"\n* finish\n",
        """
        # t
        client GET /a lane=a
        client GET /b lane=b
        >a GET /a
        >b GET /b
        <b 200
        *b response 200
        *b finish
        <a 200
        *a response 200
        *a finish
        """,
        "# t\n> GET /a\n< 200\n* response 200\n* finish\nclient GET /b\n> GET /b\n< 500\n* response 500\n* finish\n! quiet 50ms\n",
    ]

    private func moves(_ text: String) throws -> [Move] {
        let scenario = try #require(
            ScenarioReader.read(Array(text.utf8), file: "t") { _ in .failure(.missing) }.scenarios.first)
        return try #require(PerfectClient.moves(for: scenario))
    }

    @Test(arguments: files)
    func `the perfect client passes`(text: String) throws {
        let play = try PerfectClient.play(try moves(text), text)
        #expect(play.player.outcome.verdict == .pass, "\(play.sentences)\n\(play.story)")
        #expect(play.player.outcome.steps.allSatisfy { $0.state == .done })
    }

    @Test(arguments: files)
    func `no other one does`(text: String) throws {
        let perfect = try moves(text)
        for (what, moves) in variants(of: perfect) {
            let play = try PerfectClient.play(moves, text)
            #expect(play.player.outcome.verdict == .fail, "\(what)\n\(play.story)")
            #expect(!play.sentences.isEmpty)
        }
    }

    /// All clients that differ in one move, except those that the scenario allows.
    private func variants(of perfect: [Move]) -> [(String, [Move])] {
        var variants: [(String, [Move])] = []
        for index in perfect.indices {
            if case .pass = perfect[index] { continue }
            var dropped = perfect
            dropped.remove(at: index)
            variants.append(("without \(perfect[index])", dropped))
            var doubled = perfect
            doubled.insert(perfect[index], at: index)
            variants.append(("twice \(perfect[index])", doubled))
            for (how, move) in altered(perfect[index]) {
                var changed = perfect
                changed[index] = move
                variants.append(("\(how) in \(perfect[index])", changed))
            }
            guard index + 1 < perfect.count, !areFree(perfect[index], perfect[index + 1]) else { continue }
            var swapped = perfect
            swapped.swapAt(index, index + 1)
            variants.append(("\(perfect[index]) after \(perfect[index + 1])", swapped))
        }
        return variants
    }

    /// Two moves whose order the file leaves free, or that are alike.
    private func areFree(_ one: Move, _ other: Move) -> Bool {
        switch (one, other) {
        case (.request(_, _, _, _, let a), .request(_, _, _, _, let b)): a != b
        case (.callback(let kind, _, _, let a), .callback(let next, _, _, let b)):
            // Bytes of one run may be cut anywhere.
            a != b || kind == .data && next == .data
        // A callback that is no question and a request come from two witnesses.
        case (.callback(let kind, _, _, _), .request): kind == .finish || kind == .data
        // Late is no fault, but early is one.
        case (_, .pass): true
        case (.request, .callback), (.pass, _): false
        }
    }

    private func altered(_ move: Move) -> [(String, Move)] {
        switch move {
        case .request(let method, let target, let fields, let body, let lane):
            var moves: [(String, Move)] = [
                ("another method", .request(method: "PUT", target: target, fields: fields, body: body, lane: lane)),
                (
                    "another target",
                    .request(method: method, target: target + "x", fields: fields, body: body, lane: lane)
                ),
            ]
            for index in fields.indices {
                var changed = fields
                changed[index] += "x"
                moves.append(
                    ("another field", .request(method: method, target: target, fields: changed, body: body, lane: lane))
                )
            }
            if !body.isEmpty {
                moves.append(
                    (
                        "a longer body",
                        .request(method: method, target: target, fields: fields, body: body + "x", lane: lane)
                    ))
                moves.append(
                    (
                        "a shorter body",
                        .request(
                            method: method, target: target, fields: fields, body: String(body.dropLast()), lane: lane)
                    ))
            }
            return moves
        case .callback(let kind, let subject, let data, let lane):
            var moves: [(String, Move)] = [
                ("another kind", .callback(kind == .fail ? .finish : .fail, subject, data: data, lane: lane))
            ]
            if !subject.isEmpty {
                moves.append(("another value", .callback(kind, ["x"] + subject.dropFirst(), data: data, lane: lane)))
            }
            if !data.isEmpty {
                moves.append(("more bytes", .callback(kind, subject, data: data + "x", lane: lane)))
                moves.append(("fewer bytes", .callback(kind, subject, data: String(data.dropLast()), lane: lane)))
            }
            return moves
        case .pass: return []
        }
    }
}
