// CurlTests.swift: curl plays the bundled scenarios rightly and wrongly.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import Testing

@Suite struct `The bundled scenarios, played by the clients of the table` {
    @Test(arguments: CurlPlay.all)
    func `pass as they are written`(play: CurlPlay) async throws {
        let result = try await play.run(play.curl)
        #expect(result.exit == .code(0), "\(result.output)")
        #expect(!result.output.contains(": warning: "), "\(result.output)")
        if let exit = play.exit {
            #expect(result.exitsOfTheClient.allSatisfy { $0 == exit }, "curl ended with \(result.exitsOfTheClient)")
        }
    }

    @Test(arguments: CurlPlay.all)
    func `say which line a wrong client breaks`(play: CurlPlay) async throws {
        let result = try await play.run(play.wrong, "--json")
        #expect(result.exit == .code(play.weighs == "failure" ? 1 : 0), "\(result.output)")
        let breaches = ToldBreach.all(in: result.output)
        #expect(breaches.contains { $0.severity == play.weighs }, "\(breaches)")
        #expect(try play.isAmong(breaches), "\(breaches)")
    }

    /// curl gives up what it has read from a pipe (exit status 65), and without `-L` it does not follow.
    @Test(arguments: [("-L", "curl 65"), ("", "curl 0")])
    func `accuse no client that cannot send a stream again, and says so`(option: String, end: String) async throws {
        let path = "\(Quintain.fixtures)/redirects/body-asked-for-again.scenario"
        let body = try Quintain.body(of: 10_000, inGzip: false)
        let command = "cat \(body) | curl -q -s --noproxy '*' \(option) -X POST -T - $1 >/dev/null; echo curl $?"
        let result = try await Quintain.run(
            ["play", path, "--patience", "1m", "--colour", "never", "--", "sh", "-c", command, "sh", "{{origin}}/up"])
        #expect(result.exit == .code(0) && result.output.contains(end), "\(result.output)")
    }

    /// A fault that curl has mended must be taken off the list.
    @Test(arguments: CurlPlay.faults)
    func `find what is known to be wrong with curl`(play: CurlPlay) async throws {
        let breaches = ToldBreach.all(in: try await play.run(play.curl, "--json").output)
        #expect(try play.isAmong(breaches), "\(play.wrong): \(breaches)")
    }

}

@Suite struct `The bundled scenarios` {
    @Test func `are without fault, and laid out in the one way`() async throws {
        let folders = Set(try Files.walk(Quintain.fixtures).compactMap { $0.split(separator: "/").first })
        let paths = folders.subtracting(["invalid"]).sorted().map { "\(Quintain.fixtures)/\($0)" }
        for words in [["lint"], ["format", "--check"]] {
            let result = try await Quintain.run(words + paths)
            #expect(result.exit == .code(0), "\(result.output)")
        }
    }

    @Test func `are all in the table, or have a reason not to be`() throws {
        // Those of 'driver' are about drivers, which curl is not.
        let files = try Files.walk(Quintain.fixtures).filter {
            $0.hasSuffix(".scenario") && !$0.hasPrefix("invalid/") && !$0.hasPrefix("driver/")
        }
        #expect(files.count >= 30)
        let known = Set((CurlPlay.all + CurlPlay.faults).map(\.file)).union(CurlPlay.unplayable.keys)
        #expect(Set(files.map { String($0.dropLast(".scenario".count)) }) == known)
    }
}

extension CurlPlay {
    /// Plays the scenario to curl, or to a client that sends these bytes and leaves.
    fileprivate func run(_ words: String, _ options: String...) async throws -> Quintain.Result {
        let parts = scenario.split(separator: "#", maxSplits: 1)
        let path = ([file + ".scenario"] + parts.dropFirst().map(String.init)).joined(separator: "#")
        let client: [String]
        if words.hasPrefix("tcp ") {
            client = ["bash", "-c", Self.tcp, "bash", "{{port main}}", String(words.dropFirst(4))]
        } else if words.hasPrefix("python ") {
            var words = try Self.words(words).dropFirst()
            let script = "\(Quintain.clients)/\(words.removeFirst()).py"
            client = ["sh", "-c", "exec \"$@\" >/dev/null 2>&1", "sh", "python3", script] + words
        } else {
            client =
                ["sh", "-c", "exec \"$@\" >/dev/null 2>&1", "sh", "curl", "-q", "-s", "--noproxy", "*"]
                + (try Self.words(words))
        }
        return try await Quintain.run(
            ["play", "\(Quintain.fixtures)/\(path)", "--patience", "1m", "--deadline", "2m", "--colour", "never"]
                + options + ["--"] + client)
    }

    private static let tcp = #"exec 3<>/dev/tcp/127.0.0.1/$1; printf "$2" >&3"#

    /// The words of a command: separated by blanks, quoted as in a shell.
    private static func words(_ text: String) throws -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in text {
            switch character {
            case quote: quote = nil
            case "'" where quote == nil, "\"" where quote == nil:
                quote = character
                word = word ?? ""
            case " " where quote == nil:
                if let word { words.append(word) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let word { words.append(word) }
        return try words.map { word in
            guard word.last == "]", let open = word.lastIndex(of: "[") else { return word }
            let name = word[word.index(after: open)...].dropLast()
            let isCoded = name.hasSuffix(".gz")
            guard let count = Int(name.dropLast(isCoded ? 3 : 0)) else { return word }
            return try word[..<open] + Quintain.body(of: count, inGzip: isCoded)
        }
    }

    /// Whether one of them is of the line that had to break, or is what the row names.
    fileprivate func isAmong(_ breaches: [ToldBreach]) throws -> Bool {
        guard let mark = breaks.first, "><*!".contains(mark) || breaks.hasPrefix("never ") else {
            return breaches.contains { $0.name == breaks || $0.name.hasPrefix("\(breaks) ") }
        }
        let path = "\(Quintain.fixtures)/\(file).scenario"
        let source = String(decoding: try Files.read(path, limit: 1 << 20), as: UTF8.self)
        let lines = source.split(separator: "\n", omittingEmptySubsequences: false)
        let numbers = lines.indices.filter {
            lines[$0].replacing(#/^(should|may|convention) /#, with: "").replacing(#/^never +/#, with: "never ")
                == breaks
        }.map { $0 + 1 }
        // The line has a finding of its own, or stands below the mistake that caused it.
        return breaches.contains { $0.line.map(numbers.contains) ?? false }
    }
}

extension Quintain.Result {
    /// The client's exit status in each run.
    fileprivate var exitsOfTheClient: [Int32] {
        let runs = output.split(separator: "\n").filter { $0.hasPrefix("playing ") }.count
        let failures = output.split(separator: "\n").compactMap { line -> Int32? in
            guard let failure = line.firstRange(of: Self.failure) else { return nil }
            return Int32(line[failure.upperBound...].prefix { $0.isNumber })
        }
        return failures + Array(repeating: 0, count: max(0, runs - failures.count))
    }

    private static let failure = "the command ended with exit status "
}
