// Ticket.swift: a play that nobody asks for its verdict is told where the test can see it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Testing)
    import Testing
#endif
#if canImport(XCTest)
    import XCTest
#endif

/// Where in a test something was written.
struct TestPlace: Sendable {
    let fileID: String
    let filePath: String
    let line: Int
    let column: Int
}

/// Whether somebody has asked for the verdict of a play. All copies of it have this one; with the last of them it goes.
final class Ticket: @unchecked Sendable {
    private let name: String
    private let place: TestPlace
    /// As a lock there is on every system of this library.
    private let lock = NSLock()
    private var isSettled = false

    init(_ name: String, at place: TestPlace) {
        self.name = name
        self.place = place
    }

    func settle() { lock.withLock { isSettled = true } }

    deinit {
        guard !isSettled else { return }
        Self.tell(
            "the play of \(name) was dropped without a verdict: call 'verify()', or 'close()' if none is wanted", place)
    }

    /// Records an issue in the test that runs, whichever library it is written with. Where no test is known, as in a detached
    /// task, it counts for the whole run, and is written to standard error as well.
    private static func tell(_ sentence: String, _ place: TestPlace) {
        #if canImport(Testing)
            let location = SourceLocation(
                fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
            Issue.record("\(sentence)", sourceLocation: location)
            if Test.current != nil { return }
        #endif
        #if canImport(XCTest)
            XCTFail("\(place.fileID):\(place.line): \(sentence)")
        #endif
        FileHandle.standardError.write(Data("quintain: \(place.fileID):\(place.line): \(sentence)\n".utf8))
    }
}
