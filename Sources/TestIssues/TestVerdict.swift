// TestVerdict.swift: the verdict of a play as the failure of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    import Testing
#endif

package struct TestVerdict: Sendable {
    /// The name of the play.
    package let name: String
    package let mismatch: Mismatch?
    /// Sentences about mistakes that are no failures.
    package let warnings: [String]
    /// What Swift Testing attaches to a failure; nil: nothing.
    package let transcript: String?

    package init(_ name: String, _ mismatch: Mismatch?, warnings: [String] = [], transcript: String? = nil) {
        (self.name, self.mismatch, self.warnings, self.transcript) = (name, mismatch, warnings, transcript)
    }

    /// Throws if the client differed from the scenario, and records that where a test of Swift Testing runs.
    ///
    /// - Parameter error: the error that the test has thrown itself. Where the mismatch is recorded, the caller throws
    ///   that error.
    package func fail(at here: TestPlace, beside error: (any Error)? = nil) throws {
        #if canImport(Testing)
            if Test.current != nil {
                if error != nil { return record(at: here) }
                attach(at: here)
                // `#require` records the failure once, here, and it is not recorded again where its error is caught.
                let `all is as it is written` = mismatch == nil
                return try #require(
                    `all is as it is written`, "\(mismatch?.description ?? "")", sourceLocation: here.location)
            }
            recordOfNoTest(at: here)
        #endif
        for warning in warnings { Slip.warn(warning, at: here) }
        guard let mismatch else { return }
        ProcessEnd.failed(name, at: here, mismatch.description)
        let own = error.map { "\nthe test's own error: \($0)" } ?? ""
        throw Mismatch(
            findings: mismatch.findings, description: "\(here.fileID):\(here.line): \(mismatch.description)\(own)")
    }

    /// Tells XCTest of a mismatch by its own function. A test of Swift Testing does not see that, and gets an issue.
    package func tell(failing fail: (String) -> Void, at here: TestPlace) {
        if let mismatch { fail(mismatch.description) }
        #if canImport(Testing)
            if Test.current != nil { return record(at: here) }
            recordOfNoTest(at: here)
        #endif
        for warning in warnings { Slip.warn(warning, at: here) }
    }
}

#if canImport(Testing)
    extension TestVerdict {
        /// Tells the test what was wrong, and attaches the transcript.
        package func record(at here: TestPlace) {
            attach(at: here)
            if let mismatch { Issue.record("\(mismatch.description)", sourceLocation: here.location) }
        }

        /// Counts a mismatch for the whole run, because nobody may wait for the task that has asked for the verdict, or catch
        /// its error. XCTest, which knows its test always, does not see this.
        private func recordOfNoTest(at here: TestPlace) {
            guard let mismatch else { return }
            Issue.record(
                "\(mismatch.description)\nno test is known in this task, such as a detached one: call 'verify()' in the test's own",
                sourceLocation: here.location)
        }

        /// Tells the test of warnings.
        private func attach(at here: TestPlace) {
            if let transcript, mismatch != nil || !warnings.isEmpty {
                let file = String(name.map { $0 == "/" || $0 == "#" ? "-" : $0 }) + ".transcript.txt"
                Attachment.record(transcript, named: file, sourceLocation: here.location)
            }
            for warning in warnings { Slip.warn(warning, at: here) }
        }
    }
#endif
