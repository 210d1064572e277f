// TestFolder.swift: a folder for the files of a test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An empty folder, which is removed with its owner.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        var name = Array("/tmp/quintain-fixtures-XXXXXX".utf8CString)
        try #require(mkdtemp(&name) != nil)
        path = try Files.realPath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }

    deinit { _ = system("chmod -R u+rwx '\(path)'; rm -rf '\(path)'") }

    func write(_ name: String, _ text: String) throws { try Files.write(Array(text.utf8), to: "\(path)/\(name)") }

    func run(_ command: String) { _ = system("cd '\(path)' && \(command)") }
}
