// PlayableFile.swift: scenarios that a player alone can play.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import Foundation
import Testing

/// One run of an example or of the set below.
struct PlayableFile: Sendable, CustomTestStringConvertible {
    var name: String
    var scenario: Scenario
    var testDescription: String { name }
}

enum PlayableFiles {
    /// All runs of all files that ask for nothing beyond plain HTTP/1.1.
    static let all: [PlayableFile] = (examples + own).flatMap { name, text in
        let reading = ScenarioReader.read(Array(text.utf8), file: name) { _ in .failure(.missing) }
        return reading.scenarios.filter(\.demands.isEmpty).map { PlayableFile(name: $0.name, scenario: $0) }
    }

    private static let examples: [(String, String)] = {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "ScenarioTests/Examples")
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().compactMap { name in
            (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)).map { (name, $0) }
        }
    }()

    private static let own: [(String, String)] = [
        ("exchange", "# t\n> GET /a\n< 200\n* response 200\n* finish\n"),
        (
            "held",
            "# t\n> GET /a\n< 401\n* challenge Basic -> hold\n! wait 100ms\nclient answer use none\n* response 401\n* finish\n"
        ),
        ("rest", "# t\n> POST /a\n>\n< 100\n> hello\n< 200\n* finish\n"),
        ("absent", "# t\n> POST /a\n< 417\n> {{absent}}\n> POST /b\n< 200\n"),
        (
            "lanes",
            """
            # t
            client GET /a lane=a
            client GET /b lane=b
            >a GET /a
            >b GET /b
            <a 200
            <a Transfer-Encoding: chunked
            <a
            <a one
            <b 200
            <b Transfer-Encoding: chunked
            <b
            <b x
            *a data "one"
            <a two
            <b y
            *a finish
            *b finish
            """
        ),
        ("should", "# t\nlevel should\nwithin 1s\n> GET /a\n< 200\n> GET /b\n< 200\n* finish\n"),
        (
            "faults",
            "# t\n> GET /a\n! stall\n* fail timed-out\nclient GET /b\n> GET /b\n! reset\n> GET /b\n< 200\n! close\n"
        ),
        (
            "awaits",
            "# t\nclient POST /a\n! await connection\n> POST /a\n! await bytes 10\n< 200\n> {{any}}\n! await close\n"
        ),
        (
            "blocks",
            "# t\nrepeat 1..3\neither\n> GET /a\n< 200\nor\n> GET /b\n< 201\nor\n! quiet 200ms\nend\nend\n* finish\n"
        ),
    ]
}
