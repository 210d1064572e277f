// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainOrder

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

@Suite struct `What was fed to the trace reader` {
    private static let root = #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined()

    private static func inputs(in folder: String) -> [[UInt8]] {
        guard let directory = opendir("\(root)/\(folder)") else { return [] }
        defer { closedir(directory) }
        var inputs: [[UInt8]] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") { continue }
            guard let file = fopen("\(root)/\(folder)/\(name)", "r") else { continue }
            defer { fclose(file) }
            var buffer = [UInt8](repeating: 0, count: 1 << 16)
            inputs.append(Array(buffer[..<fread(&buffer, 1, buffer.count, file)]))
        }
        return inputs
    }

    @Test func `reads the same however it is cut, and is judged without a slip`() {
        let seeds = Self.inputs(in: "Fuzz/seeds/trace-reader")
        #expect(seeds.count > 5)
        for input in seeds + Self.inputs(in: "Fuzz/found/trace-reader") {
            #expect(TraceReading.fault(in: input) == nil, "\(String(decoding: input, as: UTF8.self))")
        }
    }

    @Test func `is not misjudged in any example of a rule`() {
        for rule in Rule.allCases {
            for example in [rule.entry.keeps, rule.entry.breaks].compactMap(\.self) {
                #expect(TraceReading.fault(in: Array(example.lines.joined(separator: "\n").utf8)) == nil)
            }
        }
    }
}
