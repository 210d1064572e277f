// OlderTests.swift: plays that XCTest keeps with its test cases, in a process of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    @testable import QuintainRemote
    import QuintainTestIssues
    import Testing
    import XCTest

    @Suite struct `A test of XCTest with a server elsewhere` {
        @Test func `that keeps a play for ever has to judge it, and the process fails where it does not`() throws {
            for (test, what) in [
                ("testForgets", "was never judged"), ("testAsks", "was being judged"), ("testHears", nil),
                ("testCloses", nil),
            ] {
                let process = Process()
                // XCTest's own runner stands in the same file.
                process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
                process.arguments = ["QuintainRemoteTests.Keeping/\(test)"]
                process.environment = ProcessInfo.processInfo.environment.merging(["QUINTAIN_OLDER": "1"]) { $1 }
                let output = Pipe()
                process.standardOutput = output
                process.standardError = output
                try process.run()
                let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
                process.waitUntilExit()
                #expect(text.contains("with 0 failures"), "\(text)")
                #expect(process.terminationStatus == (what == nil ? 0 : 1), "\(text)")
                #expect(text.contains("a/b.swift:7: the play of notes \(what ?? "")") == (what != nil), "\(text)")
            }
        }
    }

    /// Keeps what its plays share, as XCTest keeps its test cases.
    final class Keeping: XCTestCase {
        private var ticket: Ticket?

        override func setUpWithError() throws {
            guard ProcessInfo.processInfo.environment["QUINTAIN_OLDER"] != nil else {
                throw XCTSkip("it fails, and another test looks at how")
            }
            ticket = Ticket("notes", at: TestPlace(fileID: "a/b.swift", filePath: "/a/b.swift", line: 7, column: 1))
        }

        func testForgets() {}

        /// As with a 'verify()' in a task that nobody waits for.
        func testAsks() { _ = ticket?.judge() }

        func testHears() {
            _ = ticket?.judge()
            ticket?.hasVerdict()
        }

        func testCloses() { ticket?.close() }
    }
#endif
