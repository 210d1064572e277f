// Slip.swift: mistakes of a test itself, reported as issues of the test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

package enum Slip {
    /// Records an issue in the test that runs, whichever testing library it is written with. If no test is known, as in
    /// a detached task, the issue counts for the whole run. A program that runs no tests shows no issues: its first line
    /// is written to standard error there.
    package static func tell(_ sentence: String, at place: TestPlace) {
        #if canImport(Testing)
            Issue.record("\(sentence)", sourceLocation: place.location)
            if Test.current != nil { return }
        #endif
        #if canImport(XCTest)
            XCTFail("\(place.fileID):\(place.line): \(sentence)")
        #endif
        if !isShown { say("\(place.fileID):\(place.line): \(sentence.prefix { $0 != "\n" })") }
    }

    /// Tells XCTest of a failure by its own function. A test of Swift Testing does not see that, and gets an issue.
    package static func tell(_ sentence: String, failing fail: (String) -> Void, at place: TestPlace) {
        fail(sentence)
        #if canImport(Testing)
            if Test.current != nil { Issue.record("\(sentence)", sourceLocation: place.location) }
        #endif
    }

    /// What is made of a text or a file, such as a scenario. Where that is wrong, a test of Swift Testing gets the issue at the
    /// place, and what a failed `#require` throws: it may expect errors of its client, or pass over them, and would take
    /// this one for one of those.
    package static func made<Made>(at place: TestPlace, _ make: () throws -> Made) throws -> Made {
        do {
            return try make()
        } catch {
            if isShown, !isTold, !knowsTest { ProcessEnd.thrown("\(error)", at: place) }
            throw heard(error, at: place)
        }
    }

    /// The error to throw for one that the test is to hear of, whatever it does with it.
    package static func heard(_ error: any Error, at place: TestPlace) -> any Error {
        #if canImport(Testing)
            guard Test.current != nil, !isTold, !(error is CancellationError) else { return error }
            do {
                let `what is played can be read` = false
                try #require(`what is played can be read`, "\(error)", sourceLocation: place.location)
            } catch {
                return error
            }
        #endif
        return error
    }

    /// Tells of a failure that the caller throws in a moment, where no test of Swift Testing is known: nobody may wait for the
    /// task, or catch its error. XCTest does not see the issue.
    ///
    /// - Parameter error: the whole error, which XCTest shows.
    /// - Parameter call: the function that throws.
    package static func thrown(_ sentence: String, as error: String, by call: String, at place: TestPlace) {
        #if canImport(Testing)
            Issue.record(
                "\(sentence)\nno test is known in this task, such as a detached one: call '\(call)' in the test's own",
                sourceLocation: place.location)
        #endif
        if isShown { ProcessEnd.thrown(error, at: place) }
    }

    /// The caller tells of errors by itself.
    @TaskLocal package static var isTold = false

    /// Whether a test of Swift Testing is known to run in this task.
    package static var knowsTest: Bool {
        #if canImport(Testing)
            Test.current != nil
        #else
            false
        #endif
    }

    /// The program runs tests, and shows their issues: SwiftPM's is `…PackageTests.xctest`, Apple's have these names.
    package static let isShown = ["xctest", "swiftpm-testing-helper"].contains {
        CommandLine.arguments.first?.hasSuffix($0) ?? false
    }

    /// Records a warning, which fails no test unless QUINTAIN_FAIL_ON says so, if the testing library has warnings.
    package static func warn(_ sentence: String, at place: TestPlace) {
        if case .fail(let why) = TestWarnings.ofThisRun { return tell("\(sentence)\n\(why)", at: place) }
        #if canImport(Testing) && compiler(>=6.3)
            if Test.current != nil {
                Issue.record("\(sentence)", severity: .warning, sourceLocation: place.location)
                return
            }
        #endif
        say("\(place.fileID):\(place.line): warning: \(sentence)")
    }

    /// Writes to standard error, for those who run the tests.
    package static func say(_ sentence: String) {
        FileHandle.standardError.write(Data("quintain: \(sentence)\n".utf8))
    }
}
