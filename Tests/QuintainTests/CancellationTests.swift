// CancellationTests.swift: tests that are cancelled or skipped have no verdict.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Quintain
    import Testing
    import XCTest

    #if canImport(FoundationNetworking)
        import FoundationNetworking
    #endif

    private let isAsked = ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil

    #if compiler(>=6.3)
        @Suite struct `A test that is cancelled` {
            @Test func `drops its play without an issue, by each form of it`() async throws {
                let (status, text) = try await runApart([
                    "--testing-library", "swift-testing", "--filter", "Cancelled/",
                ])
                #expect(status == 0, "\(text)")
                #expect(!text.contains("recorded an issue"), "\(text)")
                #expect(!text.contains("recorded a warning"), "\(text)")
                #expect(text.ranges(of: "was cancelled after").count >= 5, "\(text)")
            }

            @Test func `has a warning of what its client did wrong before`() async throws {
                let (status, text) = try await runApart([
                    "--testing-library", "swift-testing", "--filter", "CancelledLate/",
                ])
                #expect(status == 0, "\(text)")
                #expect(!text.contains("recorded an issue"), "\(text)")
                for form in ["plain", "withPlay", "trait"] {
                    #expect(text.contains("Test \(form)() recorded a warning"), "\(text)")
                }
                let says =
                    "the test was cancelled, and until then this was wrong: scenario was not played as it is written"
                #expect(text.ranges(of: says).count == 3, "\(text)")
                #expect(text.contains("✗ > GET /a ") && text.contains("│ > GET /b"), "\(text)")
                #expect(text.contains("[unexpected-request]"), "\(text)")
            }

            @Test func `is another one than a client that it cancels`() async throws {
                // The play is judged: that its connection is not closed may be what the test is about.
                await withKnownIssue {
                    let client = Task {
                        try await withPlay(of: "> GET /a\n< 200") { _ in throw CancellationError() }
                    }
                    client.cancel()
                    _ = await client.result
                } matching: {
                    $0.says("`> GET /a` did not happen before the client ended")
                }
                try await withKnownIssue {
                    let play = try await Play(of: "> GET /a\n< 200")
                    let client = Task { [play] in
                        withUnsafeCurrentTask { $0?.cancel() }
                        _ = play.scenario
                    }
                    await client.value
                } matching: {
                    $0.says("was dropped without a verdict")
                }
            }
        }

        /// Only the test above runs them.
        @Suite(.enabled(if: isAsked)) struct Cancelled {
            static let text = "> GET /a\n< 200\n> GET /b\n< 200"

            @Test func beforeAll() async throws {
                let play = try await Play(of: Self.text)
                _ = play.url
                try Test.cancel("not here")
            }

            @Test func behindARequest() async throws {
                let play = try await Play(of: Self.text)
                _ = try await play.session().data(from: play.url("/a"))
                try Test.cancel("not here")
            }

            @Test func within() async throws {
                try await withPlay(of: Self.text) { play in
                    _ = try await play.session().data(from: play.url("/a"))
                    try Test.cancel("not here")
                }
            }

            @Test(.play(of: text)) func trait() async throws {
                try Test.cancel("not here")
            }

            @Test(.play(of: text), .timeLimit(.minutes(1))) func limited() async throws {
                let play = try Play.current
                _ = try await play.session().data(from: play.url("/a"))
                try Test.cancel("not here")
            }
        }

        /// Only the test above runs them.
        @Suite(.enabled(if: isAsked)) struct CancelledLate {
            static let text = "> GET /a\n< 200"

            @Test func plain() async throws {
                let play = try await Play(of: Self.text)
                _ = try await play.session().data(from: play.url("/b"))
                try Test.cancel("not here")
            }

            @Test func withPlay() async throws {
                try await Quintain.withPlay(of: Self.text) { play in
                    _ = try await play.session().data(from: play.url("/b"))
                    try Test.cancel("not here")
                }
            }

            @Test(.play(of: text)) func trait() async throws {
                let play = try Play.current
                _ = try await play.session().data(from: play.url("/b"))
                try Test.cancel("not here")
            }
        }
    #endif

    @Suite struct `A test of XCTest that is skipped` {
        @Test func `does not fail within withPlay, or behind close()`() async throws {
            let (status, text) = try await runApart(["QuintainTests.Skipped"])
            #expect(status == 0, "\(text)")
            #expect(text.contains("2 tests skipped") && text.contains("0 failures"), "\(text)")
        }
    }

    /// Only the test above runs them.
    final class Skipped: XCTestCase {
        override func setUpWithError() throws {
            guard isAsked else { throw XCTSkip("another test looks at how") }
        }

        func testWithin() async throws {
            try await withPlay(of: "> GET /\n< 200") { _ in throw XCTSkip("not here") }
        }

        func testClosed() async throws {
            let play = try await Play(of: "> GET /\n< 200")
            play.close()
            throw XCTSkip("not here")
        }
    }
#endif
