// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainWire
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

    @Test func `reads the same whole and in pieces, as requests`() throws {
        let inputs = try Self.inputs(of: "request-reader")
        #expect(inputs.count > 20)
        for input in inputs { #expect(Reading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `reads the same whole and in pieces, as a response`() throws {
        let inputs = try Self.inputs(of: "response-reader")
        #expect(inputs.count > 10)
        for input in inputs { #expect(ResponseReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `reads the same whole and in pieces, as chunks`() throws {
        let inputs = try Self.inputs(of: "chunk-decoder")
        #expect(inputs.count > 5)
        for input in inputs { #expect(ChunkReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `reads the same whole and in pieces, as parts`() throws {
        let inputs = try Self.inputs(of: "multipart")
        #expect(inputs.count > 5)
        for input in inputs { #expect(MultipartReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `has one form as a URL, and leads where it says`() throws {
        let inputs = try Self.inputs(of: "url")
        #expect(inputs.count > 5)
        for input in inputs { #expect(URLReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }

    @Test func `is read as it would be written, as a value`() throws {
        let inputs = try Self.inputs(of: "field-values")
        #expect(inputs.count > 20)
        for input in inputs { #expect(ValueReading.fault(in: input.bytes) == nil, "\(input.name)") }
    }
}
