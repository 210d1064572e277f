// OpenSSLTests.swift: OpenSSL's own client checks what our scenarios and ports claim about TLS.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite struct `OpenSSL's own client` {
    @Test(arguments: OpenSSLReading.all)
    func `reads each scenario of TLS as what it says it is`(reading: OpenSSLReading) async throws {
        let result = try await reading.run()
        for text in reading.shows { #expect(result.output.contains(text), "\(text)\n\(result.output)") }
        for text in reading.hides { #expect(!result.output.contains(text), "\(text)\n\(result.output)") }
        if let count = reading.certificates { #expect(result.certificates == count, "\(result.output)") }
        #expect(result.exit == .code(reading.passes ? 0 : 1), "\(result.output)")
    }

    @Test func `reads them all, or there is a reason not to`() throws {
        let files = try Files.walk(Quintain.fixtures + "/tls").filter { $0.hasSuffix(".scenario") }
        #expect(files.count > 20)
        let known = OpenSSLReading.all.map(\.file).filter { $0.hasPrefix("tls/") } + OpenSSLReading.unread.keys
        #expect(Set(files.map { "tls/" + $0.dropLast(".scenario".count) }) == Set(known))
    }

    /// The words of both calls.
    @Test(arguments: ["-tls1_3", "-tls1_2", "-tls1_2 -no_ticket"])
    func `goes on with a session`(words: String) async throws {
        let folder = try CommandFolder(["few.routes": "# Few\nroutes\n\n> GET /r\n< 200\n<\n< hello\n"])
        try await OnLoop.run {
            let port = try await SecurePort(in: folder.path)
            for (file, greeting) in [("-sess_out", "\nNew, "), ("-sess_in", "\nReused, ")] {
                let output = try await port.ask(words + " \(file) \(folder.path)/session")
                #expect(output.contains(greeting), "\(output)")
                #expect(output.contains("\r\n\r\nhello"), "\(output)")
                // A body like this one ends with the connection: without a close_notify it could have been cut off.
                #expect(!output.contains("unexpected eof"), "\(output)")
            }
            await port.end()
        }
    }

    @Test func `goes on with the session of a scenario`() async throws {
        let folder = try CommandFolder([:])
        let script = """
            printf 'GET /one HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' "$1" |
                openssl s_client -connect "$1" -CAfile "$2" -sess_out "$3" -ign_eof 2>&1
            printf 'GET /two HTTP/1.1\\r\\nHost: %s\\r\\n\\r\\n' "$1" |
                openssl s_client -connect "$1" -CAfile "$2" -sess_in "$3" 2>&1
            """
        let result = try await Quintain.run([
            "play", "\(Quintain.fixtures)/tls/resumed.scenario", "--deadline", "1m", "--verbose", "--", "sh", "-c",
            script, "sh", "{{authority web}}", "{{ca}}", folder.path + "/session",
        ])
        #expect(result.exit == .code(0), "\(result.output)")
        #expect(result.output.contains("\nReused, TLSv1.3"), "\(result.output)")
        // At the level `may`, a line with `no` is no failure.
        #expect(result.output.contains("resumed=no") && result.output.contains("resumed=yes"), "\(result.output)")
    }
}

@Suite struct `The port of --https-port` {
    private static let files = ["few.routes": "# Few\nroutes\n\n> GET /r\n< 200\n<\n< hello\n"]

    @Test func `is told in the ready object, and keeps connections for who trusts its authority`() async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let port = try await SecurePort(in: folder.path)
            #expect(port.ready["httpsURL"]?.text == "https://127.0.0.1:\(port.number)")
            #expect(port.authority.hasSuffix("/certs/quintain-test-ca.pem"))
            let words = ["curl", "-q", "-sS", "--noproxy", "*", "-w", " %{num_connects} "]
            let urls = ["https://127.0.0.1:\(port.number)/r", "https://localhost:\(port.number)/r"]
            let trusted = try await Quintain.output(
                of: words + ["--cacert", port.authority] + [urls[0], urls[0], urls[1]])
            #expect(trusted.exit == .code(0))
            #expect(trusted.output == "hello 1 hello 0 hello 1 ")
            #expect(try await Quintain.output(of: words + [urls[0]]).exit == .code(60))
            await port.end()
        }
    }

    @Test(arguments: [
        ("-verify_hostname localhost", "Verify return code: 0 (ok)\n"),
        ("-verify_ip 127.0.0.1", "Verify return code: 0 (ok)\n"),
        ("-verify_hostname example.com", "Verify return code: 62 (hostname mismatch)\n"),
        ("-tls1_2", "New, TLSv1.2"), ("-tls1_3", "New, TLSv1.3"),
        ("-tls1_1 -cipher DEFAULT@SECLEVEL=0", "alert protocol version"),
        ("-alpn h2", "ALPN protocol: h2"), ("-alpn http/1.1", "ALPN protocol: http/1.1"),
    ])
    func `shows OpenSSL's own client what it should`(words: String, shows: String) async throws {
        let folder = try CommandFolder(Self.files)
        try await OnLoop.run {
            let port = try await SecurePort(in: folder.path)
            let output = try await port.ask(words)
            #expect(output.contains(shows), "\(output)")
            await port.end()
        }
    }
}

extension OpenSSLReading {
    var file: String { String(scenario.prefix { $0 != "#" }) }

    /// Plays the scenario to OpenSSL's client.
    fileprivate func run() async throws -> Quintain.Result {
        let parts = scenario.split(separator: "#", maxSplits: 1).map(String.init)
        let path = ([parts[0] + ".scenario"] + parts.dropFirst()).joined(separator: "#")
        var words = words.split(separator: " ").map(String.init).joinedPlaceholders
        if !words.contains("-connect") { words += ["-connect", "127.0.0.1:{{port web}}"] }
        return try await Quintain.run(
            ["play", "\(Quintain.fixtures)/\(path)", "--patience", "1m", "--deadline", "1m", "--colour", "never", "--"]
                + ["sh", "-c", Self.script, "sh", request] + words)
    }

    /// Requests to the origin `web` are for `/`; those to another origin name it: `{{authority secure}}/`.
    private var request: String {
        guard let asks, let slash = asks.firstIndex(of: "/") else { return "" }
        let host = slash == asks.startIndex ? "{{authority web}}" : String(asks[..<slash])
        return "GET \(asks[slash...]) HTTP/1.1\\r\\nHost: \(host)\\r\\n\\r\\n"
    }

    private static let script = """
        words=$1; shift
        printf "$words" | openssl s_client "$@" 2>&1
        echo "ended with $?"
        """
}

extension [String] {
    /// Joins `{{authority` and `web}}` to one word.
    fileprivate var joinedPlaceholders: [String] {
        reduce(into: []) { words, word in
            if let last = words.last, last.hasPrefix("{{"), !last.hasSuffix("}}") {
                words[words.count - 1] = last + " " + word
            } else {
                words.append(word)
            }
        }
    }
}

extension Quintain.Result {
    /// The number of certificates in the chain, by its lines: `␠0 s:CN = localhost`.
    fileprivate var certificates: Int {
        output.split(separator: "\n").filter { $0.firstMatch(of: /^ \d+ s:/) != nil }.count
    }
}

/// `quintain serve --https-port 0` in a folder.
@OnLoop
private final class SecurePort {
    let ready: JSONText
    let number: Int
    let authority: String
    private let command: BuiltCommand

    init(in folder: String) async throws {
        command = try BuiltCommand(
            ["serve", ".", "--port", "0", "--control-port", "0", "--https-port", "0", "--json"], in: folder)
        try await command.said { $0.hasSuffix("}\n") }
        ready = try JSONText(parsing: command.output)
        number = try #require(ready["httpsPort"]?.number)
        authority = try #require(ready["ca"]?.text)
    }

    /// The output of OpenSSL's client, which requests `/r` and leaves.
    func ask(_ words: String) async throws -> String {
        let script = """
            printf 'GET /r HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' |
                openssl s_client -ign_eof "$@" 2>&1
            """
        let place = ["-connect", "127.0.0.1:\(number)", "-CAfile", authority]
        return try await Quintain.output(
            of: ["sh", "-c", script, "sh"] + place + words.split(separator: " ").map(String.init)
        )
        .output
    }

    func end() async {
        command.process.send(signal: SIGTERM)
        #expect(await command.ended().exit == .code(0))
    }
}
