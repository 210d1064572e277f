// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile lists of known failures` {
    @Test func `from the fuzzer are read line by line, or told of`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/known-failures"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 6)
        for input in inputs {
            let fault = FailureListReading.fault(in: Array(try Data(contentsOf: input)))
            #expect(fault == nil, "\(input.lastPathComponent)")
        }
    }
}
