// PatienceTests.swift: verdicts that wait for a client which nobody awaits.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainRemote
import QuintainTestIssues
import Testing

/// The time limits end what waits for ever.
@Suite(.timeLimit(.minutes(2))) struct `The verdict of a server elsewhere` {
    /// Far more than a test takes.
    private static let hour = Duration.seconds(3_600)

    @Test func `waits for a client that begins later`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n< 204", at: place.server, patience: Self.hour)
            let client = try await client(of: place, after: "300ms", play.url("/a"))
            try await play.verify()
            _ = await client.value
        }
    }

    @Test func `waits for the next line of a client that has begun`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n! hold\n! wait 300ms\n< 200\n> GET /b\n< 204", at: place.server)
            let (first, second) = (play.url("/a"), play.url("/b"))
            let client = Task {
                _ = await load(first)
                _ = await load(second)
            }
            try await play.held(within: 60)
            try await play.go()
            try await play.verify()
            await client.value
        }
    }

    @Test func `gives each line as long as the patience`() async throws {
        try await withServer { place in
            let play = try await Play(
                of: "> GET /a\n< 204\nwithin 10ms\n> GET /b\n< 204", at: place.server, patience: Self.hour)
            _ = await load(play.url("/a"))
            let client = try await client(of: place, after: "300ms", play.url("/b"))
            try await play.verify()
            await client.value
        }
    }

    @Test func `does not wait where all has happened`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n< 204", at: place.server, patience: Self.hour)
            _ = await load(play.url("/a"))
            try await play.verify()
        }
    }

    @Test func `does not wait where something is wrong already`() async throws {
        try await withServer { place in
            let play = try await Play(
                of: "> GET /a\n< 204\n> GET /c\n< 204", at: place.server, patience: Self.hour)
            _ = await load(play.url("/b"))
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.tells("│ > GET /b\n") && issue.tells("[unexpected-request]")
            }
        }
    }

    @Test func `does not wait for the end of a hold, which the test has forgotten`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n! hold\n< 204", at: place.server, patience: Self.hour)
            let url = play.url("/a")
            let client = Task { _ = await load(url) }
            try await play.held()
            try await withKnownIssue {
                try await play.verify()
            } matching: { issue in
                issue.comments.contains {
                    "\($0)".contains("line 2, `! hold`, kept `< 204` back to the end: nothing let it go on [not-sent]")
                }
            }
            await client.value
        }
    }

    @Test func `waits for no client without patience`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n< 204", at: place.server, patience: .zero)
            let mismatch = try await play.mismatch()
            let finding = try #require(mismatch?.findings.first)
            #expect(finding.rule == "never-came" && finding.line == 1 && finding.isFailure)
            #expect(finding.sentence.hasSuffix("no connection came"))
        }
    }

    @Test func `comes to a task that was cancelled, and does not wait there`() async throws {
        try await withServer { place in
            let play = try await Play(of: "> GET /a\n< 204", at: place.server, patience: Self.hour)
            let cancelled = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await play.mismatch()
            }
            #expect(try await cancelled.value?.findings.map(\.rule) == ["never-came"])
        }
    }

    @Test func `is an hour away at most, and lines have whole seconds`() throws {
        func patience(_ asked: Duration) throws -> Patience { try Patience(asked, atLeast: nil) }
        #expect(try patience(.seconds(-1)).wholeSeconds == 0)
        #expect(try patience(.milliseconds(2_001)).wholeSeconds == 3)
        #expect(try patience(.milliseconds(2_001)).milliseconds == 2_001)
        #expect(try patience(.seconds(2)).wholeSeconds == 2)
        #expect(try patience(.seconds(100_000)).duration == .seconds(3_600))
    }

    @Test(arguments: [("60", 60), ("", 5), ("2", 5), ("0", 5), ("3600", 3_600)])
    func `is as long as the environment asks for`(variable: String, seconds: Int) throws {
        #expect(try Patience(.seconds(5), atLeast: variable).wholeSeconds == seconds)
    }

    @Test(arguments: ["1h", "-1", "60 ", "3601", "99999999999999999999"])
    func `is refused where the environment has no time`(variable: String) {
        let wrong = #expect(throws: Patience.Wrong.self) { try Patience(.seconds(5), atLeast: variable) }
        let sentence =
            "QUINTAIN_PATIENCE is '\(variable)', and a number of seconds from 0 to 3600 is wanted, such as 60"
        #expect(wrong.map { "\($0)" } == sentence)
    }

    @Test func `is read from the environment for each play`() async {
        await #expect(processExitsWith: .success) {
            setenv("QUINTAIN_PATIENCE", "long", 1)
            let nowhere = Server(URL(string: "http://127.0.0.1:1")!)
            do {
                _ = try await Play(of: "> GET /a\n< 204", at: nowhere)
            } catch {
                exit("\(error)".hasPrefix("QUINTAIN_PATIENCE is 'long'") ? 0 : 1)
            }
            exit(2)
        }
    }

    /// A client that nobody awaits: it loads after a pause of the server.
    private func client(of place: Place, after pause: String, _ url: URL) async throws -> Task<Void, Never> {
        let clock = try await Play(of: "> GET /\n! wait \(pause)\n< 204", at: place.server)
        let before = clock.url
        // The verdict of the clock says nothing.
        return Task {
            _ = await load(before)
            try? await clock.close()
            _ = await load(url)
        }
    }
}
