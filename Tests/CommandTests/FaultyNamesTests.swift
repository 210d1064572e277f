// FaultyNamesTests.swift: `quintain serve badssl`, called by curl and by OpenSSL.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A row of the table in the document.
private struct DocumentedName {
    let host: String
    let shows: String
    let client: String
    /// curl's options that make it accept the name in spite of its fault.
    let lax: [String]

    static func all() throws -> [DocumentedName] {
        let root = String(#filePath.dropLast("/Tests/CommandTests/FaultyNamesTests.swift".count))
        let text = String(decoding: try Files.read(root + "/docs/badssl.md", limit: 1 << 20), as: UTF8.self)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { String($0).trimmingBlanks }
            let lax = cells[3].replacing("`", with: "").split(separator: " ").map(String.init)
            return DocumentedName(host: cells[0].replacing("`", with: ""), shows: cells[1], client: cells[2], lax: lax)
        }
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}

/// A server of the names, and the programs that call it.
@OnLoop
private final class FaultyServer {
    let command: BuiltCommand
    let ready: JSONText
    let port: Int
    let authority: String
    let folder: CommandFolder

    init(_ more: [String] = []) async throws {
        folder = try CommandFolder([:])
        command = try BuiltCommand(["serve", "badssl", "--port", "0", "--json"] + more, in: folder.path)
        try await command.said { $0.contains("}\n") }
        ready = try JSONText(parsing: Array(command.output.utf8))
        port = try #require(ready["port"]?.number)
        authority = try #require(ready["ca"]?.text)
    }

    func curl(_ host: String, _ words: [String] = []) async throws -> Quintain.Result {
        try await Quintain.output(
            of: [
                "curl", "-q", "-s", "--noproxy", "*", "--max-time", "20", "--cacert", authority, "--resolve",
                "*:\(port):127.0.0.1",
            ] + words + ["https://\(host):\(port)/"])
    }

    /// Makes the certificate and the key that the document names.
    func makeCertificate() async throws {
        let made = try await BuiltCommand.run(["certificate", "alice", "--client"], in: folder.path)
        try #require(made.exit == .code(0), "\(made.errors)")
    }

    func end() async {
        command.process.send(signal: SIGTERM)
        let result = await command.ended()
        #expect(result.exit == .code(0), "\(result.errors)")
    }
}

@Suite struct `The names whose TLS is faulty` {
    @Test func `are those of the document`() async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            let names = try #require(server.ready["names"]?.list)
            let rows = try DocumentedName.all()
            #expect(rows.map(\.host) == names.compactMap { $0["host"]?.text })
            #expect(rows.map(\.shows) == names.compactMap { $0["shows"]?.text })
            #expect(rows.map(\.client) == names.compactMap { $0["client"]?.text })
            let hosts = try #require(server.ready["hosts"]?.text).split(separator: " ").map(String.init)
            #expect(hosts == ["127.0.0.1"] + rows.map(\.host))
            await server.end()
        }
    }

    /// By default curl 7.88 still speaks TLS 1.0; OpenSSL has this level only where a distribution sets it.
    @Test func `are treated by curl as by a client that is right`() async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            for row in try DocumentedName.all() {
                let result = try await server.curl(row.host, ["--tlsv1.2", "--ciphers", "DEFAULT@SECLEVEL=2"])
                #expect((result.exit == .code(0)) == (row.client == "accept"), "\(row.host): \(result)")
                #expect(result.output.contains(row.shows) == (row.client == "accept"), "\(row.host): \(result)")
            }
            await server.end()
        }
    }

    @Test func `have nothing wrong with them but what the document says`() async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            try await server.makeCertificate()
            for row in try DocumentedName.all() where row.client != "accept" {
                let lax = row.lax.map { $0.hasPrefix("alice.") ? "\(server.folder.path)/\($0)" : $0 }
                let result = try await server.curl(row.host, lax)
                #expect(result.exit == .code(0) && result.output.contains(row.shows), "\(row.host): \(result)")
            }
            await server.end()
        }
    }

    @Test(arguments: [
        ("dh1024", "-cipher DEFAULT@SECLEVEL=0", "DH, 1024 bits"),
        ("null", "-cipher eNULL@SECLEVEL=0", "Cipher is ECDHE-ECDSA-NULL-SHA"),
        ("tls1-0", "-tls1 -cipher DEFAULT@SECLEVEL=0", "New, SSLv3, Cipher is AES"),
        ("tls1-1", "-tls1_1 -cipher DEFAULT@SECLEVEL=0", "Protocol  : TLSv1.1"),
        ("rsa1024", "-cipher DEFAULT@SECLEVEL=0", "Server public key is 1024 bit"),
        ("client-cert", "-tls1_2", "CN = Quintain test authority"),
    ])
    func `show to OpenSSL what they say`(name: String, options: String, line: String) async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            let host = "\(name).badssl.test"
            let result = try await Quintain.output(
                of: ["openssl", "s_client", "-connect", "127.0.0.1:\(server.port)", "-servername", host]
                    + options.split(separator: " ").map(String.init))
            #expect(result.output.contains(line), "\(result.output)")
            await server.end()
        }
    }

    @Test(arguments: ["nothing.badssl.test", "badssl.test"])
    func `are listed for a client that calls another one`(host: String) async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            let result = try await server.curl(host, host == "badssl.test" ? ["--insecure"] : [])
            #expect(result.exit == .code(0))
            for row in try DocumentedName.all() { #expect(result.output.contains("\(row.host): \(row.shows)\n")) }
            await server.end()
        }
    }

    @Test func `do not mind clients that speak no TLS, or say nothing`() async throws {
        try await OnLoop.run {
            let server = try await FaultyServer()
            let plain = try await Quintain.output(of: ["curl", "-q", "-s", "http://127.0.0.1:\(server.port)/"])
            #expect(plain.exit != .code(0))
            let silent = try await Channel.connect(
                to: SocketAddress("127.0.0.1", port: UInt16(server.port)), loop: .shared,
                until: .now.advanced(milliseconds: 20_000))
            silent.close()
            #expect(try await server.curl("ecc256.badssl.test").exit == .code(0))
            await server.end()
        }
    }

    @Test(arguments: [
        (["serve", "badssl", "--control-port", "0"], "'--control-port' has no effect on 'badssl'"),
        (["serve", "badssl", "httpbin"], "'badssl' is served alone"),
    ])
    func `are served alone`(words: [String], sentence: String) async throws {
        let folder = try CommandFolder([:])
        let result = try await BuiltCommand.run(words, in: folder.path)
        #expect(result.exit == .code(2) && result.errors.contains(sentence), "\(result.errors)")
    }
}
