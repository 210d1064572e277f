// FoundTests.swift: replays the seeds of the fuzzer and everything that it has found.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@Suite struct `Hostile fields` {
    @Test func `from the fuzzer are read as they should`() throws {
        let fuzz = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Fuzz")
        let inputs = try ["seeds", "found"].flatMap { folder in
            try FileManager.default.contentsOfDirectory(
                at: fuzz.appending(path: "\(folder)/credentials"), includingPropertiesForKeys: nil,
                options: .skipsHiddenFiles)
        }
        #expect(inputs.count >= 7)
        for input in inputs {
            #expect(
                CredentialReading.fault(in: Array(try Data(contentsOf: input))) == nil, "\(input.lastPathComponent)")
        }
    }

    /// Every prefix of each input, and each input with one byte changed.
    @Test(arguments: [
        #"Digest username="Mufasa", realm="v", uri="/", algorithm=SHA-256, nonce="n", nc=00000001, cnonce="c", qop=auth, response="7", opaque="F", userhash=true"#,
        "Basic YTpiOmM=, , Negotiate abc==, Newauth a = \"\\\"\" ,b=c",
        "Digest username*=UTF-8''J%C3%A4s, realm=\"r\", nonce=\"n\", uri=\"/\", response=\"x\"",
    ])
    func `that were damaged are read or refused`(text: String) {
        let bytes = Array(text.utf8)
        for index in bytes.indices {
            #expect(CredentialReading.fault(in: Array(bytes[..<index])) == nil)
            for byte: UInt8 in [0, 34, 44, 61, 255] {
                var changed = bytes
                changed[index] = byte
                #expect(CredentialReading.fault(in: changed) == nil, "\(String(decoding: changed, as: UTF8.self))")
            }
        }
    }

    @Test(.timeLimit(.minutes(10))) func `take no more time than their length asks for`() {
        for word in ["a=b,", "A ", "\"", "\\\"", ",", "A b=\"", "=", "Digest nonce=\"n\", realm=\"r\","] {
            let bytes = Array(String(repeating: word, count: 200_000 / word.utf8.count).utf8)
            #expect(CredentialReading.fault(in: bytes) == nil)
        }
    }
}
