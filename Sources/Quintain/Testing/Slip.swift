// Slip.swift: mistakes of a test itself, told where the test can see them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

#if canImport(Testing)
    import Testing
#endif

/// Where in a test something was written.
struct TestPlace: Sendable {
    let fileID: String
    let filePath: String
    let line: Int
    let column: Int
}

enum Slip {
    /// Records an issue in the test that runs. Without Swift Testing, it is written to standard error.
    static func tell(_ sentence: String, at place: TestPlace) {
        #if canImport(Testing)
            if Test.current != nil {
                let location = SourceLocation(
                    fileID: place.fileID, filePath: place.filePath, line: place.line, column: place.column)
                Issue.record("\(sentence)", sourceLocation: location)
                return
            }
        #endif
        say("\(place.fileID):\(place.line): \(sentence)")
    }

    /// Where the one who runs the tests sees it.
    static func say(_ sentence: String) {
        FileHandle.standardError.write(Data("quintain: \(sentence)\n".utf8))
    }
}
