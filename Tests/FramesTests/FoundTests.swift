// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `What was fed to the fuzzer` {
    /// The files of a harness, with their names.
    static func inputs(of harness: String) throws -> [(name: String, bytes: [UInt8])] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        return try ["seeds", "found"].flatMap { folder in
            let folder = fuzz.appending(path: "\(folder)/\(harness)")
            return try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles
            )
            .sorted { $0.path < $1.path }
            .map { ($0.lastPathComponent, Array(try Data(contentsOf: $0))) }
        }
    }

    @Test func `reads the same whole and in pieces, as frames`() throws {
        let inputs = try Self.inputs(of: "frames")
        #expect(inputs.count > 15)
        for input in inputs { #expect(FrameReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `is decoded, encoded and decoded the same, as field blocks`() throws {
        let inputs = try Self.inputs(of: "field-blocks")
        #expect(inputs.count > 10)
        for input in inputs { #expect(BlockReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }
}
