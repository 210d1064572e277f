// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile cookies` {
    @Test func `from the fuzzer are kept and sent as they should`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/set-cookie"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 8)
        for input in inputs {
            #expect(CookieReading.fault(in: Array(try Data(contentsOf: input))) == nil, "\(input.lastPathComponent)")
        }
    }

    /// Every prefix of each input, and each input with one byte changed.
    @Test(arguments: [
        "a=b; Domain=.a.example; Path=/x; Max-Age=60; Secure; HttpOnly; SameSite=None",
        "a=b; Expires=Sun, 06 Nov 2094 08:49:37 GMT; Version=\"1\"; Port=\"80,81\"; Discard",
    ])
    func `that were damaged are kept or refused`(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            #expect(CookieReading.fault(in: Array(bytes[..<index])) == nil)
            for byte: UInt8 in [0, 10, 32, 34, 46, 57, 59, 61, 255] {
                var changed = bytes
                changed[index] = byte
                #expect(CookieReading.fault(in: changed) == nil, "\(String(decoding: changed, as: UTF8.self))")
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `take no more time than their length asks for`() {
        for word in ["a=b;", ";", "=", "a=b; Expires=1 ", " Domain=.", "a=b\n", "a=b; Secure\n", "1:"] {
            let bytes = Array(String(repeating: word, count: 20_000 / word.utf8.count).utf8)
            #expect(CookieReading.fault(in: bytes) == nil)
        }
    }
}
