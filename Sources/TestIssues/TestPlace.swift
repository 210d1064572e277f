// TestPlace.swift: a place in the source of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    package import Testing
#endif

/// A place in the source of a test.
package struct TestPlace: Sendable {
    package let fileID: String
    package let filePath: String
    package let line: Int
    package let column: Int

    package init(fileID: String, filePath: String, line: Int, column: Int) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }

    /// `FormsTests.swift`
    package var file: Substring { fileID.split(separator: "/").last ?? "line" }
    /// `FormsTests.swift:14`
    package var brief: String { "\(file):\(line)" }
}

#if canImport(Testing)
    extension TestPlace {
        package init(_ location: SourceLocation) {
            #if compiler(>=6.3)
                let path = location.filePath
            #else
                let path = location._filePath
            #endif
            self.init(fileID: location.fileID, filePath: path, line: location.line, column: location.column)
        }

        package var location: SourceLocation {
            SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
        }
    }
#endif
