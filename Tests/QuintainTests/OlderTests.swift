// OlderTests.swift: what XCTest is told about plays, in a process of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import FoundationNetworking
    import Quintain
    import Synchronization
    import Testing
    import XCTest

    @Suite struct `A test of XCTest` {
        @Test func `fails where a play is dropped, misused or not kept`() async throws {
            let (status, text) = try await runApart(["QuintainTests.Older"])
            #expect(status == 1)
            for (test, says) in [
                ("testDropped", "OlderTests.swift:\(Older.dropped): the play of scenario was dropped "),
                ("testMisnamed", "the scenario has no origin 'shop'"),
                ("testNotKept", "failed - scenario was not played as it is written"),
                ("testThrows", "threw error"),
            ] {
                let line = text.split(separator: "\n").first { $0.contains("error: Older.\(test)") }
                #expect(line?.contains(says) == true, "\(text)")
                #expect(text.ranges(of: says).count == 1, "each is told once: \(text)")
            }
            #expect(text.ranges(of: "the play of scenario was dropped without a verdict").count == 1, "\(text)")
            #expect(text.contains("did not happen before the play was dropped without 'verify()'"), "\(text)")
            #expect(text.contains("Executed 4 tests, with 4 failures"), "\(text)")
        }

        @Test func `fails at the line of withPlay where it hands XCTFail over, also for a text that is wrong`()
            async throws
        {
            let (status, text) = try await runApart(["QuintainTests.Within"])
            #expect(status == 1)
            #expect(
                text.contains(
                    "OlderTests.swift:\(Within.played): error: Within.testPlayed : failed - scenario was not "),
                "\(text)")
            #expect(
                text.contains(
                    "OlderTests.swift:\(Within.wrong): error: Within.testWrong : failed - the text:2:1: error:"),
                "\(text)")
            #expect(text.contains("OlderTests.swift:\(Within.thrown): error: Within.testThrown : failed - "), "\(text)")
            #expect(text.contains("Within.testThrown : threw error \"CancellationError()\""), "\(text)")
            for (line, says) in [
                (Within.ofFile, "testOfFile : failed - Scenarios/notes.scenario#first was not played as it is written"),
                (Within.missing, "testMissing : failed - there is no '/"),
            ] {
                #expect(text.contains("OlderTests.swift:\(line): error: Within.\(says)"), "\(text)")
            }
            #expect(text.contains("Executed 5 tests, with 6 failures (1 unexpected)"), "\(text)")
        }

        @Test func `that keeps a play for ever has to judge it, and the process fails where it does not`() async throws
        {
            let (status, text) = try await runApart(["QuintainTests.Keeping/testForgets"])
            #expect(status == 1)
            #expect(text.contains("with 0 failures"), "\(text)")
            #expect(
                text.contains(
                    "OlderTests.swift:\(Keeping.line): the play of scenario was never judged, and something "),
                "\(text)")
            for test in ["testJudges", "testCloses"] {
                let (status, text) = try await runApart(["QuintainTests.Keeping/\(test)"])
                #expect(status == 0 && !text.contains("never judged"), "\(text)")
            }
        }

        @Test func `may lose the error of its verdict, and the process fails all the same`() async throws {
            let (status, text) = try await runApart(["QuintainTests.Keeping/testLoses"])
            #expect(status == 1)
            #expect(text.contains("with 0 failures"), "\(text)")
            #expect(
                text.contains("scenario was not played as it is written: a test may have lost the error"), "\(text)")
            #expect(text.contains("as 'try?' does, so the tests fail:\n") && text.contains(" │ "), "\(text)")
            // XCTest shows an error that its test throws.
            let (_, thrown) = try await runApart(["QuintainTests.Older/testThrows"])
            #expect(thrown.contains("threw error") && !thrown.contains("may have lost"), "\(thrown)")
        }
    }

    @Suite struct `A scenario that cannot be played` {
        @Test(arguments: ["testLosesPlay", "testLosesStubs"])
        func `fails the process where its error is lost`(test: String) async throws {
            let (status, text) = try await runApart(["QuintainTests.Unmade/\(test)"])
            #expect(status == 1)
            #expect(text.contains("with 0 failures"), "\(text)")
            #expect(text.contains("there is no '") && text.contains(": a test may have lost this error"), "\(text)")
        }

        @Test func `is told once by a test that throws`() async throws {
            let (status, text) = try await runApart(["QuintainTests.Unmade/testThrows"])
            #expect(status == 1)
            #expect(text.contains("threw error \"there is no '") && !text.contains("may have lost"), "\(text)")
        }
    }

    @Suite struct `A verdict that is asked for outside of the test's task` {
        @Test func `counts for the whole run, whoever catches its error`() async throws {
            let (status, text) = try await runApart(["--testing-library", "swift-testing", "--filter", "Outside"])
            #expect(status != 0)
            #expect(text.contains("scenario was not played as it is written"), "\(text)")
            #expect(text.contains("no test is known in this task"), "\(text)")
        }
    }

    @Suite struct `A play that outlives all tests of Swift Testing` {
        @Test func `makes the process fail that has not judged it`() async throws {
            let (status, text) = try await runApart(["--testing-library", "swift-testing", "--filter", "KeptForEver"])
            #expect(status == 1)
            #expect(text.contains("Test run with 1 test in 1 suite passed"), "\(text)")
            #expect(text.contains("the play of scenario was never judged, and something still holds it"), "\(text)")
        }
    }

    @Suite struct `A warning of a play` {
        @Test(arguments: [
            ("warning", "a warning fails here, by QUINTAIN_FAIL_ON=warning"),
            ("warnings", "QUINTAIN_FAIL_ON is 'warnings', and 'warning' or 'failure' is wanted"),
        ])
        func `fails the test where the variable says so, or something that is no word`(value: String, says: String)
            async throws
        {
            for runner in [["QuintainTests.Warned"], ["--testing-library", "swift-testing", "--filter", "Unheard"]] {
                let (status, text) = try await runApart(runner, ["QUINTAIN_FAIL_ON": value])
                #expect(status == 1)
                #expect(text.contains("2 lines not checked: no delegate of this play hears"), "\(text)")
                #expect(text.contains(says), "\(text)")
            }
        }

        @Test(arguments: ["", "failure"]) func `fails none otherwise`(value: String) async throws {
            for runner in [["QuintainTests.Warned"], ["--testing-library", "swift-testing", "--filter", "Unheard"]] {
                let (status, text) = try await runApart(runner, ["QUINTAIN_FAIL_ON": value])
                #expect(status == 0 && text.contains("2 lines not checked"), "\(text)")
            }
        }
    }

    /// Passes with a warning; only the tests above run it.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil)) struct Unheard {
        @Test func `a session of questions hears of no end`() async throws { try await playUnheard() }
    }

    /// The same with XCTest.
    final class Warned: XCTestCase {
        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it warns, and another test looks at how")
            }
        }

        func testUnheard() async throws { try await playUnheard() }
    }

    private func playUnheard() async throws {
        try await withPlay(of: "> GET /\n< 404\n* response 404\n* finish") { play in
            _ = try await play.session().data(from: play.url)
        }
    }

    @Suite struct `A verdict that nobody waits for` {
        @Test func `makes the process fail`() async throws {
            let (status, text) = try await runApart(["--testing-library", "swift-testing", "--filter", "LeftAlone"])
            #expect(status == 1)
            #expect(text.contains("Test run with 1 test in 1 suite passed"), "\(text)")
            // The task may not have begun yet.
            let isTold = ["was being judged when the tests had ended", "was never judged"].contains(
                where: text.contains)
            #expect(isTold, "\(text)")
        }
    }

    /// Passes, and only the test above runs it.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil)) struct LeftAlone {
        @Test func `its task goes on`() async throws {
            let play = try await Play(of: "> GET /\n< 200", for: .other)
            Task { try await play.verify() }
            await Task.yield()
        }
    }

    /// Passes, and only the test above runs it.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil)) struct KeptForEver {
        private static let plays = Mutex<[Play]>([])

        @Test func `a global variable keeps it`() async throws {
            let play = try await Play(of: "> GET /\n< 200", for: .other)
            Self.plays.withLock { $0.append(play) }
        }
    }

    /// Fails on purpose; only the test above runs it.
    @Suite(.enabled(if: ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil)) struct Outside {
        @Test func `nobody waits for the error`() async {
            await Task.detached {
                let play = try? await Play(of: "> GET /\n< 200", for: .other, patience: .zero)
                try? await play?.verify()
            }.value
        }
    }

    /// Runs tests that fail on purpose in a process of their own.
    ///
    /// It is waited for on a thread of its own: the few of Swift's tasks are those of the other tests.
    func runApart(
        _ arguments: [String], _ variables: [String: String] = [:]
    ) async throws -> (status: Int32, text: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try waitForTests(arguments, variables) }) }
        }
    }

    private func waitForTests(
        _ arguments: [String], _ variables: [String: String]
    ) throws -> (status: Int32, text: String) {
        let process = Process()
        // The runners of both libraries stand in the same file.
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(["QUINTAIN_OLDER": "1"]) { $1 }
            .merging(variables) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Keeps its plays, as XCTest keeps its test cases.
    final class Keeping: XCTestCase {
        static let line = #line + 7
        private var play: Play?

        override func setUp() async throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
            play = try await Play(of: "! quiet 1ms", for: .other)
        }

        func testForgets() async throws {}

        func testJudges() async throws { try await play?.verify() }

        func testCloses() async throws { play?.close() }

        func testLoses() async throws {
            play?.close()
            let other = try await Play(of: "> GET /\n< 200", for: .other, patience: .zero)
            try? await other.verify()
        }
    }

    /// Each test here names a file that is not there; only a test above runs them.
    final class Unmade: XCTestCase {
        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
        }

        func testLosesPlay() async throws { _ = try? await Play(file: "nope.scenario") }

        func testLosesStubs() async throws { try? await withStubs(file: "nope.routes") { _ in } }

        func testThrows() async throws { _ = try await Play(file: "nope.scenario") }
    }

    /// Each test here fails on purpose; only a test above runs them.
    final class Within: XCTestCase {
        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
        }

        static let played = #line + 2
        func testPlayed() async throws {
            try await withPlay(await Play(of: "> GET /played\n< 200", for: .other, patience: .zero), failing: XCTFail) {
                _ in
            }
        }

        static let wrong = #line + 2
        func testWrong() async throws {
            try await withPlay(await Play(of: "> GET /wrong\n< 2000"), failing: XCTFail) { _ in
                XCTFail("it does not run")
            }
        }

        static let ofFile = #line + 2
        func testOfFile() async throws {
            try await withPlay(
                await Play(
                    file: "Scenarios/notes.scenario#first", for: .other, patience: .zero), failing: XCTFail
            ) { _ in }
        }

        static let missing = #line + 2
        func testMissing() async throws {
            try await withPlay(await Play(file: "none.scenario"), failing: XCTFail) { _ in XCTFail("it does not run") }
        }

        static let thrown = #line + 2
        func testThrown() async throws {
            try await withPlay(await Play(of: "> GET /\n< 200", for: .other, patience: .zero), failing: XCTFail) { _ in
                throw CancellationError()
            }
        }
    }

    /// Each test here fails on purpose; only the test above runs them.
    final class Older: XCTestCase {
        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
        }

        static let dropped = #line + 2
        func testDropped() async throws {
            _ = try await Play(of: "> GET /\n< 200", for: .other)
        }

        func testMisnamed() async throws {
            let play = try await Play(of: "> GET /\n< 200", for: .other)
            _ = play.url("/", on: "shop")
            play.close()
        }

        func testNotKept() async throws {
            let play = try await Play(of: "> GET /\n< 200", for: .other, patience: .zero)
            await play.verify(failing: XCTFail)
        }

        func testThrows() async throws {
            let play = try await Play(of: "> GET /thrown\n< 200", for: .other, patience: .zero)
            try await play.verify()
        }
    }
#endif
