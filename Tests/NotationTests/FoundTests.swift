// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile expressions` {
    fileprivate static func inputs(of harness: String = "expression") throws -> [[UInt8]] {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        return try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/\(harness)"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }.map { Array(try Data(contentsOf: $0)) }
    }

    @Test func `from the fuzzer are matched or refused as they should`() throws {
        let inputs = try Self.inputs()
        #expect(inputs.count >= 8)
        for input in inputs { #expect(ExpressionLaws.fault(in: input) == nil, "\(input)") }
    }

    /// Each input with one byte changed.
    @Test func `that were damaged are matched or refused as they should`() throws {
        for input in try Self.inputs() {
            for index in input.indices.prefix(30) {
                for byte in Array("()[{*|\\a".utf8) + [0xC3] {
                    var changed = input
                    changed[index] = byte
                    #expect(ExpressionLaws.fault(in: changed) == nil, "\(changed)")
                }
            }
        }
    }
}

@Suite struct `What is compared by what it says` {
    @Test func `is like itself, and like nothing that is not like it`() throws {
        let inputs = try `Hostile expressions`.inputs(of: "compared-values")
        #expect(inputs.count >= 9)
        for input in inputs {
            #expect(ComparisonLaws.fault(in: input) == nil, "\(String(decoding: input, as: UTF8.self))")
        }
    }

    /// Each form in parts with its end cut off, and with each byte changed.
    @Test func `is read without a trap, however it was damaged`() throws {
        for input in try `Hostile expressions`.inputs(of: "compared-values") where input.first == UInt8(ascii: "m") {
            for index in input.indices.dropFirst() {
                #expect(ComparisonLaws.fault(in: Array(input[..<index])) == nil)
                for byte in Array("\r\n-x\";=%\\: ".utf8) + [0, 0xC3] {
                    var changed = input
                    changed[index] = byte
                    #expect(ComparisonLaws.fault(in: changed) == nil, "\(String(decoding: changed, as: UTF8.self))")
                }
            }
        }
    }
}
