// OlderStubsTests.swift: what XCTest, and the end of a process, are told about stubs.
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

    @Suite struct `A test of XCTest with stubs` {
        @Test func `fails at the line of withStubs where it hands XCTFail over, also for a text that is wrong`()
            async throws
        {
            let (status, text) = try await runApart(["QuintainTests.WithinStubs"])
            #expect(status == 1)
            for (line, says) in [
                (WithinStubs.unanswered, "testUnanswered : failed - no stub has answered"),
                (WithinStubs.unused, "testUnused : failed - not every answer in turn was asked for"),
                (WithinStubs.wrong, "testWrong : failed - the text:2:1: error:"),
                (WithinStubs.missing, "testMissing : failed - there is no '/"),
                (WithinStubs.thrown, "testThrown : failed - no stub has answered"),
            ] {
                #expect(text.contains("OlderStubsTests.swift:\(line): error: WithinStubs.\(says)"), "\(text)")
            }
            #expect(text.contains("WithinStubs.testThrown : threw error \"CancellationError()\""), "\(text)")
            #expect(text.contains("Executed 6 tests, with 6 failures (1 unexpected)"), "\(text)")
        }

        @Test func `is recorded in a test of Swift Testing as well`() async throws {
            let line = #line + 3
            var texts: [String] = []
            try await withKnownIssue {
                try await withStubs(await Stubs(of: "> GET /a\n< 200"), failing: { text, _, _ in texts.append(text) }) {
                    stubs in
                    _ = try await stubs.session().data(from: stubs.url("/b"))
                }
            } matching: {
                $0.sourceLocation?.line == line && $0.says("no stub has answered\n  GET /b: ")
            }
            #expect(texts.count == 1)
        }

        @Test func `is recorded where code alone answers`() async throws {
            var texts: [String] = []
            try await withKnownIssue {
                try await withStubs(await Stubs(), failing: { text, _, _ in texts.append(text) }) { stubs in
                    await stubs.answer { $0.path == "/a" ? "< 204" : nil }
                    for path in ["/a", "/b"] { _ = try await stubs.session().data(from: stubs.url(path)) }
                }
            } matching: {
                $0.says("no stub has answered\n  GET /b: ")
            }
            #expect(texts.count == 1)
        }
    }

    @Suite struct `The verdict on stubs` {
        @Test(arguments: [
            (
                "testLosesVerdict",
                "\(LostStubs.verdict): a test may have lost this error, as 'try?' does, so the tests fail: "
            ),
            ("testLosesBlock", "\(LostStubs.block): a test may have lost this error"),
            ("testLosesText", "\(LostStubs.text): a test may have lost this error"),
            ("testLosesRequests", "\(LostStubs.requests): a test may have lost this error"),
        ])
        func `fails the process where its error is lost`(test: String, says: String) async throws {
            let (status, text) = try await runApart(["QuintainTests.LostStubs/\(test)"])
            #expect(status == 1)
            #expect(text.contains("with 0 failures"), "\(text)")
            #expect(text.contains("OlderStubsTests.swift:\(says)"), "\(text)")
            #expect(text.ranges(of: "may have lost").count == 1, "\(text)")
        }

        @Test func `fails the test that never asks for it`() async throws {
            let (status, text) = try await runApart(["QuintainTests.LostStubs/testNeverAsks"])
            #expect(status == 1)
            #expect(text.contains("with 1 failure "), "\(text)")
            #expect(text.contains("the stubs were dropped without 'verify()', and no stub has answered"), "\(text)")
        }

        @Test func `is told once by a test that throws it`() async throws {
            let (status, text) = try await runApart(["QuintainTests.LostStubs/testThrows"])
            #expect(status == 1)
            #expect(text.contains("with 1 failure ") && text.contains("threw error"), "\(text)")
            #expect(text.contains(": no stub has answered") && !text.contains("may have lost"), "\(text)")
        }
    }

    @Suite struct `Stubs that something holds for ever` {
        @Test func `fail the process when it ends, where a request had no stub`() async throws {
            for (test, says) in [
                ("wrong", "OlderStubsTests.swift:\(KeptStubs.line): the stubs were never judged, and something "),
                ("right", nil), ("judged", nil), ("closed", nil),
            ] {
                let (status, text) = try await runApart([
                    "--testing-library", "swift-testing", "--filter", "KeptStubs/\(test)",
                ])
                #expect(status == (says == nil ? 0 : 1), "\(text)")
                #expect(text.contains("Test run with 1 test in 1 suite passed"), "\(text)")
                if let says {
                    #expect(text.contains(says) && text.contains("GET /b: no route matches GET /b"), "\(text)")
                } else {
                    #expect(!text.contains("never judged"), "\(text)")
                }
            }
        }
    }

    /// Passes; only the test above runs it.
    @Suite(.enabled(if: isAsked)) struct KeptStubs {
        nonisolated(unsafe) private static var kept: Stubs?

        static let line = #line + 2
        private func keep(asking path: String) async throws -> Stubs {
            let stubs = try await Stubs(of: "> GET /a\n< 200")
            Self.kept = stubs
            _ = try await stubs.session().data(from: stubs.url(path))
            return stubs
        }

        @Test func wrong() async throws { _ = try await keep(asking: "/b") }
        @Test func right() async throws { _ = try await keep(asking: "/a") }
        @Test func judged() async throws { #expect(try await keep(asking: "/b").unanswered.count == 1) }
        @Test func closed() async throws { try await keep(asking: "/b").close() }
    }

    /// Each of these fails on purpose, or makes the process fail; only the tests above run them.
    final class LostStubs: XCTestCase {
        override func setUpWithError() throws {
            guard isAsked else { throw XCTSkip("it fails, and another test looks at how") }
        }

        private func make() async throws -> Stubs {
            let stubs = try await Stubs(of: "> GET /a\n< 200")
            _ = try await stubs.session().data(from: stubs.url("/b"))
            return stubs
        }

        static let verdict = #line + 3
        func testLosesVerdict() async throws {
            let stubs = try await make()
            try? await stubs.verify()
        }

        static let block = #line + 2
        func testLosesBlock() async throws {
            try? await withStubs(of: "> GET /a\n< 500\n\n> GET /a\n< 200") { _ in }
        }

        static let text = #line + 2
        func testLosesText() async throws {
            _ = try? await Stubs(of: "> GET /wrong\n< 2000")
        }

        static let requests = #line + 3
        func testLosesRequests() async throws {
            let stubs = try await Stubs(of: "> GET /a\n< 200")
            _ = try? await stubs.requests(atLeast: 1, within: .zero)
        }

        func testNeverAsks() async throws { _ = try await make() }

        func testThrows() async throws { try await make().verify() }
    }

    /// Most of these fail on purpose; only the test above runs them.
    final class WithinStubs: XCTestCase {
        override func setUpWithError() throws {
            guard isAsked else { throw XCTSkip("it fails, and another test looks at how") }
        }

        func testRight() async throws {
            try await withStubs(await Stubs(of: "> GET /a\n< 200"), failing: XCTFail) { stubs in
                _ = try await stubs.session().data(from: stubs.url("/a"))
            }
        }

        static let unanswered = #line + 2
        func testUnanswered() async throws {
            try await withStubs(await Stubs(of: "> GET /a\n< 200"), failing: XCTFail) { stubs in
                _ = try await stubs.session().data(from: stubs.url("/b"))
            }
        }

        static let unused = #line + 2
        func testUnused() async throws {
            try await withStubs(await Stubs(of: "> GET /a\n< 500\n\n> GET /a\n< 200"), failing: XCTFail) { _ in }
        }

        static let wrong = #line + 2
        func testWrong() async throws {
            try await withStubs(await Stubs(of: "> GET /wrong\n< 2000"), failing: XCTFail) { _ in
                XCTFail("it does not run")
            }
        }

        static let missing = #line + 2
        func testMissing() async throws {
            try await withStubs(await Stubs(file: "none.routes"), failing: XCTFail) { _ in XCTFail("it does not run") }
        }

        static let thrown = #line + 2
        func testThrown() async throws {
            try await withStubs(await Stubs(of: "> GET /a\n< 200"), failing: XCTFail) { stubs in
                _ = try await stubs.session().data(from: stubs.url("/b"))
                throw CancellationError()
            }
        }
    }
#endif
