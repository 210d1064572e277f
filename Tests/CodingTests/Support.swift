// Support.swift: bytes, files and programs for the tests of codings.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainCoding
import QuintainNotation
import Testing

enum Made {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Made")

    static func bytes(_ name: String) throws -> [UInt8] { Array(try Data(contentsOf: folder.appending(path: name))) }
}

extension Coding {
    /// All codings, each in its usual form.
    static let everyKind: [Coding] = [
        .gzip(), .deflate(), .rawDeflate(), .brotli(), .zstd(), .macBinary(), .macBinary(MacFields(), .two), .binHex(),
    ]
}

enum Contents {
    /// Content that is difficult to code: nothing, runs, BinHex's marker, text, noise.
    static let all: [[UInt8]] = [
        [], [0x90], Array("a".utf8), [UInt8](repeating: 0x90, count: 700), [UInt8](repeating: 0, count: 1000),
        Array(String(repeating: "the quick brown fox; ", count: 100).utf8), PatternBytes.array(3000),
        (0..<256).map { UInt8($0) } + [0x90, 0x90, 0, 0x90, 1, 1, 1, 1, 0x90],
    ]
}

/// Decodes in pieces of this size, with room for `room` bytes a step.
func undone(_ coding: Coding, _ bytes: [UInt8], pieces: Int, room: Int) throws(CodingFault) -> [UInt8] {
    let output = UnsafeMutableRawBufferPointer.allocate(byteCount: room, alignment: 1)
    defer { output.deallocate() }
    var decoder = Decoder(coding)
    var result: [UInt8] = []
    var start = 0
    while start < bytes.count {
        let end = min(bytes.count, start + pieces)
        let step = try bytes[start..<end].withBytes { piece throws(CodingFault) in
            try decoder.step(piece, into: output)
        }
        result += output[..<step.made]
        start += step.taken
        if step.taken == 0, step.made == 0 { break }
    }
    while true {
        let step = try decoder.step(UnsafeRawBufferPointer(start: nil, count: 0), into: output)
        if step.made == 0 { break }
        result += output[..<step.made]
    }
    try decoder.finish()
    return result
}

/// Runs a program that `Scripts/test` requires, with this input, in an empty folder; gives its output.
func output(of program: String, _ arguments: [String], input: [UInt8]) throws -> [UInt8] {
    let folder = FileManager.default.temporaryDirectory.appending(path: "coding-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "input")
    try Data(input).write(to: file)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: file)
    let result = folder.appending(path: "output")
    try Data().write(to: result)
    process.standardOutput = try FileHandle(forWritingTo: result)
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(program): 'Scripts/test' installs what the tests need")
    return Array(try Data(contentsOf: result))
}
