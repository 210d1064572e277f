// OlderTests.swift: what XCTest is told about plays, in a process of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    import Quintain
    import Testing
    import XCTest

    @Suite struct `A test of XCTest` {
        @Test func `fails where a play is dropped, misused or not kept`() throws {
            let process = Process()
            // XCTest's own runner stands in the same file.
            process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            process.arguments = ["QuintainTests.Older"]
            process.environment = ProcessInfo.processInfo.environment.merging(["QUINTAIN_OLDER": "1"]) { $1 }
            let output = Pipe()
            process.standardOutput = output
            process.standardError = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 1)
            for (test, says) in [
                ("testDropped", "the play of scenario was dropped without a verdict"),
                ("testMisnamed", "the scenario has no origin 'shop'"),
                ("testNotKept", "failed - scenario was not played as it is written"),
            ] {
                let line = text.split(separator: "\n").first { $0.contains("error: Older.\(test)") }
                #expect(line?.contains(says) == true, "\(text)")
                #expect(text.ranges(of: says).count == 1, "each is told once: \(text)")
            }
            #expect(text.contains("Executed 3 tests, with 3 failures"), "\(text)")
        }
    }

    /// Each test here fails on purpose; only the test above runs them.
    final class Older: XCTestCase {
        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
        }

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
    }
#endif
