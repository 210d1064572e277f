// WithPlayTests.swift: plays around a body, and their verdicts in XCTest.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainRemote
import Testing

#if canImport(XCTest)
    import XCTest
#endif

@Suite struct `A play around a body, at a server elsewhere` {
    private static let note = "> GET /notes/1\n< 404\n<\n< nothing"
    /// The request of a client that errs, as the right side has it, and the rule that it breaks.
    private static let (asked, rule) = ("│ > GET /notes/2\n", "[unexpected-request]")

    private struct Lost: Error {}

    @Test func `is verified when the body ends, and returns its value`() async throws {
        try await withServer { place in
            let text = try await withPlay(of: Self.note, at: place.server) { play in
                await load(play.url("/notes/1"))?.text
            }
            #expect(text == "nothing")
            let line = #line + 2
            try await withKnownIssue {
                try await withPlay(of: Self.note, at: place.server) { play in
                    _ = await load(play.url("/notes/2"))
                }
            } matching: { issue in
                issue.sourceLocation?.line == line && issue.tells(Self.asked) && issue.tells(Self.rule)
            }
        }
    }

    @Test func `takes files and fixtures`() async throws {
        try await withServer { place in
            try await withPlay(file: "Scenarios/table.scenario#gone", at: place.server) { play in
                #expect(await load(play.url)?.status == 410)
            }
            try await withPlay(bundled: "followed#303", at: place.server) { play in
                #expect(await load(play.url("/old"))?.status == 200)
            }
        }
    }

    @Test func `tells what the client did where the body throws, and throws that on`() async throws {
        try await withServer { place in
            await withKnownIssue {
                await #expect(throws: Lost.self) {
                    // Nothing more is to be waited for.
                    try await withPlay(of: Self.note, at: place.server, patience: .seconds(3_600)) { play in
                        _ = await load(play.url("/notes/2"))
                        throw Lost()
                    }
                }
            } matching: { issue in
                issue.tells(Self.asked) && issue.tells(Self.rule) && issue.tells("✗ > GET /notes/1 ")
            }
        }
    }

    @Test func `names both errors where no test is known`() async throws {
        try await withServer { place in
            let error = await Task.detached {
                var error: (any Error)?
                await withKnownIssue {
                    do {
                        try await withPlay(of: Self.note, at: place.server, patience: .zero) { _ in throw Lost() }
                    } catch let thrown { error = thrown }
                }
                return error
            }.value
            let mismatch = try #require(error as? Mismatch)
            #expect(mismatch.description.contains("`> GET /notes/1` did not happen"))
            #expect(mismatch.description.hasSuffix("\nthe test's own error: Lost()"), "\(mismatch.description)")
        }
    }

    @Test func `has one verdict where the body asks for it`() async throws {
        try await withServer { place in
            try await withPlay(of: Self.note, at: place.server) { play in
                _ = await load(play.url("/notes/1"))
                try await play.verify()
            }
            try await withPlay(of: Self.note, at: place.server) { play in try await play.close() }
        }
    }

    #if canImport(XCTest)
        @Test func `has no verdict where the test is skipped`() async throws {
            try await withServer { place in
                await #expect(throws: XCTSkip.self) {
                    try await withPlay(of: Self.note, at: place.server) { _ in throw XCTSkip() }
                }
                await withKnownIssue {
                    await #expect(throws: XCTSkip.self) {
                        try await withPlay(of: Self.note, at: place.server) { play in
                            _ = await load(play.url("/notes/2"))
                            throw XCTSkip()
                        }
                    }
                } matching: { issue in
                    issue.severity == .warning && issue.tells("the test was cancelled, and until then this was wrong: ")
                }
            }
        }
    #endif

    // MARK: XCTest

    /// What `XCTFail` is told.
    private final class Failures {
        var all: [(text: String, line: UInt)] = []

        func fail(_ text: String, _ file: StaticString, _ line: UInt) { all.append((text, line)) }
    }

    @Test func `fails XCTest at its own line`() async throws {
        try await withServer { place in
            let failures = Failures()
            let line = #line + 5
            try await withKnownIssue {
                let play = try await Play(of: Self.note, at: place.server)
                _ = await load(play.url("/notes/2"))
                await play
                    .verify(failing: failures.fail)
                try await withPlay(await Play(of: Self.note, at: place.server), failing: failures.fail) { play in
                    _ = await load(play.url("/notes/2"))
                }
            } matching: {
                $0.tells(Self.asked) && $0.tells(Self.rule)
            }
            #expect(failures.all.map { Int($0.line) } == [line, line + 1])
            #expect(failures.all.allSatisfy { $0.text.contains(Self.asked) && $0.text.contains(Self.rule) })
        }
    }

    @Test func `does not run where its text is wrong, and fails XCTest`() async throws {
        try await withServer { place in
            let failures = Failures()
            try await withKnownIssue {
                try await withPlay(await Play(of: "> GET /\n* redirct", at: place.server), failing: failures.fail) {
                    _ in
                    Issue.record("the body runs")
                }
            } matching: {
                !$0.tells("the body runs")
            }
            #expect(failures.all.first?.text.contains("did you mean 'redirect'?") == true)
        }
    }

    @Test func `passes XCTest where the client is right, and throws errors of the body on`() async throws {
        try await withServer { place in
            let failures = Failures()
            try await withPlay(await Play(of: Self.note, at: place.server), failing: failures.fail) { play in
                _ = await load(play.url("/notes/1"))
            }
            await #expect(throws: Lost.self) {
                try await withPlay(await Play(of: Self.note, at: place.server), failing: failures.fail) { play in
                    _ = await load(play.url("/notes/1"))
                    throw Lost()
                }
            }
            #expect(failures.all.isEmpty)
        }
    }

    @Test func `fails XCTest where the server has gone`() async throws {
        let failures = Failures()
        try await withServer { place in
            let play = try await Play(of: Self.note, at: place.server)
            await place.close()
            await withKnownIssue { await play.verify(failing: failures.fail) }
        }
        #expect(failures.all.first?.text.hasPrefix("no server answers at ") == true)
    }
}

extension Issue {
    func tells(_ text: String) -> Bool { comments.contains { "\($0)".contains(text) } }
}
