// SweptScriptTests.swift: variants of a scenario for a script that makes its requests itself.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `A script with requests of its own that is swept` {
    /// The reference client asks for nothing behind the first reply.
    private static let two = "# Two\n> GET /a\n< 200\n<\n< a\n> GET /b\n< 200\n<\n< b\n"
    private static let script = ["sh", "-c", "curl -s $0/a $0/b", "{{origin}}"]

    @Test(arguments: [["check"], ["play"]])
    func `is played a variant by its name`(command: [String]) async throws {
        let folder = try CommandFolder(["a.scenario": Self.two])
        let name = "a.scenario@framing:chunks"
        let result = try await BuiltCommand.run(command + [name, "--"] + Self.script, in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        let failing = try await BuiltCommand.run(
            command + [name, "--", "sh", "-c", "curl -s $0/b", "{{origin}}"], in: folder.path)
        let sentence = "a.scenario has no variants: the command does not pass it as it is"
        #expect(failing.exit == .code(2) && failing.errors.contains(sentence), "\(failing.errors)")
    }

    /// It resumes a download, and is right in each variant of it.
    @Test func `may resume what was cut before`() async throws {
        let text = """
            # A cut download is resumed
            > GET /file
            < 200
            < Content-Length: 20
            < ETag: "a"
            < Accept-Ranges: bytes
            <
            < 0123456789
            ! close
            > GET /file
            > Range: bytes=10-
            < 206
            < Content-Range: bytes 10-19/20
            < ETag: "a"
            <
            < abcdefghij

            """
        let folder = try CommandFolder(["a.scenario": text])
        let script = "for i in 1 2 3 4; do curl -s -C - -o $TMPDIR/file $0/file && exit 0; done; exit 1"
        let words = ["sweep", "a.scenario", "--family", "cut", "--verbose", "--", "sh", "-c", script, "{{origin}}"]
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(0), "\(result.output)\(result.errors)")
        #expect(result.output.contains("is cut already (1)"), "\(result.output)")
    }
}
