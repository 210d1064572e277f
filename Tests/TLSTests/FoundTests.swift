// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile certificates and keys` {
    @Test func `from the fuzzer are read, or told of`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/certificates"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 15)
        for input in inputs {
            let fault = CertificateReading.fault(in: Array(try Data(contentsOf: input)))
            #expect(fault == nil, "\(input.lastPathComponent)")
        }
    }
}
