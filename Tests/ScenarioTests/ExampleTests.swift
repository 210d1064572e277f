// ExampleTests.swift: every example file reads without a fault.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAdvice
import QuintainNotation
import Testing

@testable import QuintainScenario

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The files that tests read.
enum TestFiles {
    static let folder = String(#filePath.dropLast("ExampleTests.swift".count))
    static let root = String(folder.dropLast("Tests/ScenarioTests/".count))

    static func names(in folder: String, suffix: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted()
    }

    static func bytes(_ path: String) -> [UInt8]? {
        guard let file = fopen(path, "r") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    static let examples = names(in: folder + "Examples", suffix: ".scenario")

    /// A certificate with its key, by the name that the reference calls it.
    static let certificate: [String: [UInt8]] = [
        "./x.pem": bytes(root + "fixtures/invalid/certificates/web.pem") ?? []
    ]

    static func example(_ name: String) throws -> [UInt8] {
        try #require(bytes(folder + "Examples/" + name))
    }
}

/// Reads text as a scenario beside which there are no files.
func read(_ text: String, files: [String: [UInt8]] = [:]) -> Reading {
    ScenarioReader.read(Array(text.utf8), file: "test.scenario") { name in
        files[name].map { .success($0) } ?? .failure(.missing)
    }
}

@Suite struct `The example files` {
    @Test func `are all there`() {
        #expect(TestFiles.examples.count >= 41)
    }

    @Test(arguments: TestFiles.examples)
    func `read without a fault`(name: String) throws {
        let reading = ScenarioReader.read(try TestFiles.example(name), file: name) { _ in .failure(.missing) }
        #expect(reading.advised == [])
        #expect(!reading.scenarios.isEmpty)
        #expect(reading.scenarios.allSatisfy { !$0.title.isEmpty && !$0.nodes.isEmpty })
    }
}
