// PackedTests.swift: the command as one file, with its fixtures in it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `One file` {
    private static let words = ["check", "redirects/followed#301", "--client", "reference", "--way", "delegate"]
    private static let passed = "1 passed\n"

    /// Copies the command, packs the fixtures behind the copy, and runs the script, in which `./quintain` is the copy.
    private static func run(_ script: String, in folder: CommandFolder) async throws -> BuiltCommand.Result {
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let pack = "cp \"$0\" quintain && '\(root)/Scripts/dist/pack' quintain '\(root)' fixtures certs drivers"
        return try await BuiltCommand.run(words, in: folder.path, behind: ["sh", "-c", "\(pack) && { \(script)\n}"])
    }

    @Test func `unpacks its fixtures once, into the user's folder for caches`() async throws {
        let folder = try CommandFolder([:])
        let result = try await Self.run(
            "HOME=$PWD/home ./quintain \"$@\" && touch \"$(echo home/.cache/quintain/*)/mine\" && HOME=$PWD/home ./quintain \"$@\"",
            in: folder)
        #expect(result.output == Self.passed + Self.passed, "\(result.errors)")
        let unpacked = try Files.walk("\(folder.path)/home/.cache/quintain")
        #expect(unpacked.filter { $0.hasSuffix("/redirects/followed.scenario") }.count == 1)
        #expect(unpacked.contains { $0.hasSuffix("/mine") }, "what was unpacked is kept")
        #expect(Set(unpacked.map { $0.prefix { $0 != "/" } }).count == 1, "no draft is left")
    }

    @Test(
        arguments: [
            "rm redirects/followed.scenario", "rm -r redirects", "truncate -s 9 redirects/followed.scenario",
            "rm ../.unpacked; rm redirects/followed.scenario",
            "head -n 3 ../.unpacked >part; mv part ../.unpacked; rm redirects/followed.scenario",
        ])
    func `unpacks anew what its cache has lost`(damage: String) async throws {
        let folder = try CommandFolder([:])
        let result = try await Self.run(
            """
            export HOME=$PWD/home
            ./quintain "$@" && cp -r home/.cache/quintain whole
            (cd home/.cache/quintain/*/fixtures; \(damage))
            ./quintain "$@" && diff -r whole home/.cache/quintain
            """, in: folder)
        #expect(result.output == Self.passed + Self.passed, "\(result.errors)")
    }

    @Test func `prints the licences that are packed within it`() async throws {
        let folder = try CommandFolder(["licences/b": "You may.\n", "licences/a": "You may, too.\n"])
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let pack = "cp \"$0\" quintain && '\(root)/Scripts/dist/pack' quintain . licences"
        let run = "HOME=$PWD/home ./quintain \"$@\""
        for word in ["--licences", "licenses"] {
            let result = try await BuiltCommand.run([word], in: folder.path, behind: ["sh", "-c", "\(pack) && \(run)"])
            #expect(result.output == "==== a ====\n\nYou may, too.\n\n==== b ====\n\nYou may.\n\n", "\(result.errors)")
        }
    }

    @Test func `leaves nothing where there is no folder for caches`() async throws {
        let folder = try CommandFolder([:])
        let result = try await Self.run(
            "mkdir tmp && HOME=/dev/null TMPDIR=$PWD/tmp ./quintain \"$@\" && ls tmp", in: folder)
        #expect(result.output == Self.passed, "\(result.errors)")
    }

    @Test func `says that it is damaged`() async throws {
        let folder = try CommandFolder([:])
        let result = try await Self.run(
            "size=$(wc -c <quintain); printf abc | dd of=quintain bs=1 conv=notrunc seek=$((size - 1000)) 2>/dev/null"
                + "; HOME=$PWD ./quintain \"$@\"", in: folder)
        #expect(result.exit == .code(2))
        #expect(result.errors.contains("the files that are packed within the command are damaged"), "\(result.errors)")
        #expect(result.errors.contains("help: copy the command anew"))
        #expect(try Files.walk("\(folder.path)/.cache") == [])
    }

    @Test(arguments: [("9b6a541a", "9b6a541a"), ("9b6a541a-dirty-and-much-more", "9b6a541a-dirty-and-much")])
    func `says of which commit it was made, and finds what is packed before that`(commit: String, told: String)
        async throws
    {
        let folder = try CommandFolder([:])
        let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
        let result = try await Self.run(
            """
            ./quintain --version
            '\(root)/Scripts/dist/mark' quintain \(commit)
            export HOME=$PWD/home
            ./quintain --version && ./quintain "$@" --json r.json && grep -o '"program":"[^"]*"' r.json
            cp "$0" plain && '\(root)/Scripts/dist/mark' plain \(commit) && ./plain --version
            """, in: folder)
        let version = result.output.split(separator: "\n").first.map(String.init) ?? ""
        let marked = "\(version) (\(told))\n"
        #expect(
            result.output == "\(version)\n\(marked)\(Self.passed)\"program\":\"\(marked.dropLast())\"\n\(marked)",
            "\(result.output)\(result.errors)")
        #expect(!version.contains("("), "a build of one's own has no commit")
    }
}
