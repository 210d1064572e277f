// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `What was fed to the fuzzer to be undone` {
    @Test func `gives the same whole and in pieces`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        var count = 0
        for folder in ["seeds/decoder", "found/decoder"] {
            let files = try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: folder), includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
            for file in files {
                count += 1
                let fault = CodedReading.fault(in: Array(try Data(contentsOf: file)))
                #expect(fault == nil, "\(file.lastPathComponent)")
            }
        }
        #expect(count > 10)
    }
}
