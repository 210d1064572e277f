// Ticket.swift: reports a play whose verdict is never asked for, or twice, as an issue of the test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// A place in the source of a test.
struct TestPlace: Sendable {
    let fileID: String
    let filePath: String
    let line: Int
    let column: Int

    /// `FormsTests.swift:14`
    var brief: String { "\(fileID.split(separator: "/").last ?? "line"):\(line)" }

    #if canImport(Testing)
        var location: SourceLocation {
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    #endif
}

/// Whether the verdict of a play was asked for. All copies of the play share one ticket, which is released with the
/// last.
final class Ticket: @unchecked Sendable {
    private let name: String
    private let place: TestPlace
    /// A lock, because every system of this library has one.
    private let lock = NSLock()
    private var standing = Standing.open

    private enum Standing {
        case open, judged, closed
    }

    init(_ name: String, at place: TestPlace) {
        self.name = name
        self.place = place
        ProcessEnd.look.add(name, at: place, ObjectIdentifier(self))
    }

    /// The verdict is asked for. A second one would say nothing of what the client has done since the first, so asking
    /// again is an issue of the test. false: the play was closed, and has no verdict.
    func judge(at here: TestPlace) -> Bool {
        switch settle(.judged) {
        case .open: return true
        case .judged:
            Self.tell(
                "the play of \(name) has had its verdict, and what came since then is not judged: verify it once", here)
            return true
        case .closed:
            Self.tell("the play of \(name) was closed before it had a verdict, and gets none", here)
            return false
        }
    }

    /// No verdict is wanted.
    func close() { _ = settle(.closed) }

    /// Returns how the play stood before.
    private func settle(_ new: Standing) -> Standing {
        ProcessEnd.look.remove(ObjectIdentifier(self))
        return lock.withLock {
            defer { if standing == .open { standing = new } }
            return standing
        }
    }

    deinit {
        ProcessEnd.look.remove(ObjectIdentifier(self))
        guard standing == .open else { return }
        Self.tell(
            "the play of \(name) was dropped without a verdict: call 'verify()', or 'close()' if none is wanted", place)
    }

    /// Records an issue in the test that runs, whichever testing library it is written with. If no test is known, as in
    /// a detached task, the issue counts for the whole run. A program that runs no tests shows no issues: it is written
    /// to standard error there.
    private static func tell(_ sentence: String, _ place: TestPlace) {
        #if canImport(Testing)
            Issue.record("\(sentence)", sourceLocation: place.location)
            if Test.current != nil { return }
        #endif
        #if canImport(XCTest)
            XCTFail("\(place.fileID):\(place.line): \(sentence)")
        #endif
        if !isShown { say(sentence, place) }
    }

    /// The program runs tests, and shows their issues: SwiftPM's is `…PackageTests.xctest`, Apple's have these names.
    static let isShown = ["xctest", "swiftpm-testing-helper"].contains {
        CommandLine.arguments.first?.hasSuffix($0) ?? false
    }

    /// Records a warning, which fails no test, if the testing library has warnings.
    static func warn(_ sentence: String, _ place: TestPlace) {
        #if canImport(Testing) && compiler(>=6.3)
            if Test.current != nil {
                Issue.record("\(sentence)", severity: .warning, sourceLocation: place.location)
                return
            }
        #endif
        say("warning: \(sentence)", place)
    }

    /// Writes to standard error, for those who run the tests.
    static func say(_ sentence: String, _ place: TestPlace) {
        FileHandle.standardError.write(Data("quintain: \(place.fileID):\(place.line): \(sentence)\n".utf8))
    }
}
