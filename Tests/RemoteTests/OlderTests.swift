// OlderTests.swift: plays that XCTest keeps with its test cases, in a process of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if os(Linux)
    import Foundation
    @testable import QuintainRemote
    import QuintainTestIssues
    import Testing
    import XCTest

    @Suite struct `A test of XCTest with a server elsewhere` {
        @Test func `that keeps a play for ever has to judge it, and the process fails where it does not`() async throws
        {
            for (test, what) in [
                ("testForgets", "was never judged"), ("testAsks", "was being judged"), ("testHears", nil),
                ("testCloses", nil),
            ] {
                let (status, text) = try await runApart("QuintainRemoteTests.Keeping/\(test)")
                #expect(text.contains("with 0 failures"), "\(text)")
                #expect(status == (what == nil ? 0 : 1), "\(text)")
                #expect(text.contains("a/b.swift:7: the play of notes \(what ?? "")") == (what != nil), "\(text)")
            }
        }
    }

    /// Runs a test that fails on purpose in a process of its own, which is waited for on a thread of its own: the few of Swift's
    /// tasks are those of the other tests.
    private func runApart(_ test: String) async throws -> (status: Int32, text: String) {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try waitForTest(test) }) }
        }
    }

    private func waitForTest(_ test: String) throws -> (status: Int32, text: String) {
        let process = Process()
        // XCTest's own runner stands in the same file.
        process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = [test]
        process.environment = ProcessInfo.processInfo.environment.merging(["QUINTAIN_OLDER": "1"]) { $1 }
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
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
