// ShrinkerTests.swift: from a scenario to the smallest one that still fails in the same way.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import Testing

@testable import QuintainShrink

@Suite struct `A shrinker` {
    /// Two loads, a cookie that connects them, and other lines.
    private static let text = """
        # A cookie comes back
        # Once more
        spec   RFC 6265
        spec   RFC 9110
        tags   cookies
        origin other http
        cases  name | path
               one  | /shop

        client GET //other/first
        > GET //other/first
        < 200 OK
        < X-Noise: 1
        <
        < some noise
        * response 200
        * data "some noise"
        * finish
        client GET {{path}}/set
        > GET {{path}}/set
        < 200
        < Content-Type: text/plain
        < Set-Cookie: a=b; Path={{path}}
        * response 200 text/plain
        * finish
        repeat 3
        client GET /more
        > GET /more
        < 204
        * response 204
        * finish
        end
        client GET /
        > GET /
        > Cookie: {{absent}}
        < 200
        * response 200
        * finish

        """

    /// Whether a text has all of these.
    private static func has(_ needed: [String]) -> (String) -> Bool { { text in needed.allSatisfy(text.contains) } }

    /// Tries so many candidates at once, to the end.
    private func shrunk(
        _ text: String, line: Int? = nil, atOnce: Int = 1, failing: (String) -> Bool
    ) throws -> Shrinker {
        var shrinker = Shrinker(try Texts.scenario(text), failingAt: line, read: Texts.read)
        while true {
            let candidates = shrinker.propose(atMost: atOnce)
            if candidates.isEmpty { break }
            #expect(candidates.count <= atOnce)
            shrinker.take(candidates.firstIndex { failing($0.draft.text) })
        }
        #expect(shrinker.isOver)
        return shrinker
    }

    @Test func `leaves what the failure needs, the title and the first source`() throws {
        let shrinker = try shrunk(Self.text, failing: Self.has(["Path=/shop", "Cookie: {{absent}}"]))
        #expect(
            shrinker.draft.text == """
                # A cookie comes back
                spec   RFC 6265
                > GET /
                < 200
                < Set-Cookie: Path=/shop
                > GET /
                > Cookie: {{absent}}

                """)
    }

    @Test(arguments: [2, 3, 7, 32]) func `comes to the same however many candidates are asked for`(atOnce: Int) throws {
        let failing = Self.has(["Path=/", "Cookie: {{absent}}"])
        let one = try shrunk(Self.text, failing: failing)
        #expect(try shrunk(Self.text, atOnce: atOnce, failing: failing).draft == one.draft)
    }

    @Test(arguments: [
        ["Cookie: {{absent}}"], ["204", "some noise"], ["X-Noise", "Set-Cookie"], ["//other"], ["repeat", "204"], ["5"],
    ])
    func `leaves nothing that a single step could take`(needed: [String]) throws {
        let failing = Self.has(needed)
        let text = Self.text.replacing("some noise", with: "some noise 5")
        let shrinker = try shrunk(text, failing: failing)
        var again = Shrinker(shrinker.scenario, failingAt: nil, read: Texts.read)
        while true {
            let candidates = again.propose(atMost: 8)
            if candidates.isEmpty { break }
            for candidate in candidates { #expect(!failing(candidate.draft.text), "\(candidate.draft.text)") }
            again.take(nil)
        }
        #expect(shrinker.draft.count < 14)
    }

    @Test func `knows where a line stood in the file`() throws {
        let line =
            try #require(
                Self.text.split(separator: "\n", omittingEmptySubsequences: false).firstIndex(
                    of: "> Cookie: {{absent}}")) + 1
        let shrinker = try shrunk(Self.text, line: line) { _ in true }
        let number = try #require(shrinker.draft.line(from: line))
        #expect(shrinker.draft.lines[number - 1] == "> Cookie: {{absent}}")
        #expect(shrinker.draft.origin(ofLine: number) == line)
    }

    @Test func `takes no step after which a file reads worse`() throws {
        var shrinker = Shrinker(try Texts.scenario(Self.text), failingAt: nil, read: Texts.read)
        var count = 0
        while true {
            let candidates = shrinker.propose(atMost: 16)
            if candidates.isEmpty { break }
            for candidate in candidates {
                #expect(Texts.read(candidate.draft.bytes).diagnostics.isEmpty, "\(candidate.draft.text)")
                count += 1
            }
            shrinker.take(candidates.firstIndex { $0.draft.text.contains("Set-Cookie") })
        }
        #expect(count > 30)
    }

    @Test func `takes what nothing uses any more along with its last use`() throws {
        let text = "# t\norigin other http\n> GET /\n< 200\nclient GET //other/\n> GET //other/\n< 200\n"
        let shrinker = try shrunk(text, failing: Self.has(["> GET /\n< 200\n"]))
        #expect(shrinker.draft.text == "# t\n> GET /\n< 200\n")
    }

    /// A client that shows another origin a password fails where that origin is asked again, too.
    @Test func `keeps an origin that must not get a field, also where that line goes`() throws {
        let text = """
            # t
            origin other http
            > GET /
            < 302
            < Location: {{//other/}}
            > GET //other/
            > Authorization: {{absent}}
            < 401

            """
        let shrinker = try shrunk(text) { $0.contains("< 401\n") }
        #expect(shrinker.draft.text == "# t\norigin other http\n> GET //other/\n< 401\n")
    }

    @Test func `keeps the version of a run over HTTP-2`() throws {
        let text = "# t\nover   1.1, 2\n> GET /\n> A: {{any}}\n< 200\n"
        let runs = Texts.read(Array(text.utf8)).scenarios
        #expect(runs.map { Draft(of: $0).lines[1] } == ["over   1.1", "over   2"])
        let plain = ScenarioReader.read(Array("# t\n> GET /\n< 200\n".utf8), file: "f", over: .two) { _ in
            .failure(.missing)
        }
        #expect(Draft(of: try #require(plain.scenarios.first)).lines == ["# t", "over   2", "> GET /", "< 200"])
    }
}
