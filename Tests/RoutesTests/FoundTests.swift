// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile requests` {
    @Test func `from the fuzzer get one response, or advice`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/route-request"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 20)
        for input in inputs {
            let fault = RequestReading.fault(in: Array(try Data(contentsOf: input)))
            #expect(fault == nil, "\(input.lastPathComponent)")
        }
    }
}
