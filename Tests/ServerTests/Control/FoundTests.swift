// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `Hostile orders` {
    private static let fuzz = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Fuzz"

    private static func inputs() throws -> [(name: String, bytes: [UInt8])] {
        try ["seeds", "found"].flatMap { kind in
            let folder = "\(fuzz)/\(kind)/control-orders"
            return try Files.walk(folder).map { ($0, try Files.read("\(folder)/\($0)")) }
        }
    }

    @Test func `from the fuzzer are carried out or refused as they should`() async throws {
        let inputs = try Self.inputs()
        #expect(inputs.count >= 19)
        for (name, bytes) in inputs {
            let fault = try await OnLoop.run { await OrderReading.fault(in: bytes) }
            #expect(fault == nil, "\(name)")
        }
    }

    /// Each input with one byte changed.
    @Test func `that were damaged are carried out or refused as they should`() async throws {
        for (name, bytes) in try Self.inputs() where name != "lint" {
            for index in stride(from: 0, to: bytes.count, by: 7) {
                var changed = bytes
                changed[index] = Array("\"{[9\\\r\0".utf8)[index % 7]
                let sent = changed
                let fault = try await OnLoop.run { await OrderReading.fault(in: sent) }
                #expect(fault == nil, "\(name) at \(index)")
            }
        }
    }
}
