// CertificateCommand.swift: `quintain certificate`, test certificates for servers and clients.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainSessions
import QuintainTLS
import QuintainWords

enum CertificateCommand {
    static let subcommand = Subcommand(usage: usage, run: run)

    private static let usage = Usage(
        name: "certificate",
        summary: "makes test certificates, and prints the path of their authority",
        form: "NAME…",
        about: """
            Writes a certificate, NAME.pem, and its key, NAME.key: one for a server with all the NAMEs (and
            localhost), or with --client one for each NAME, for clients. The test authority signs them; --authority
            prints the path of its certificate, which is passed to the client under test by the client's own option.
            Names that the test authority may not sign for get an authority of their own, NAME-ca.pem. Certificates
            are valid for 90 days, and must not be put into a system's store: see certs/README.md.
            """,
        options: [
            .init("--authority", nil, "prints the path of the test authority's certificate and ends"),
            .init("--client", nil, "makes certificates for clients, with NAME as common name"),
            .init("--kind", "KIND", CertificateKind.allCases.map(\.rawValue).joined(separator: ", ")),
            .init("--out", "FOLDER", "the folder of the files; the default is the current one"),
            .init(
                "--certs", "FOLDER",
                "the folder of the test authority; the default is QUINTAIN_CERTS or the bundled one"),
        ],
        examples: [
            "curl --cacert $(quintain certificate --authority) https://localhost:8443/",
            "quintain certificate alice --client --out /tmp",
            "quintain certificate web.test --kind expired",
        ])

    @OnLoop
    private static func run(_ arguments: Arguments) throws(WrongUse) -> Status {
        let test = try TestAuthority.read(from: arguments.value("--certs"))
        if arguments.has("--authority") {
            guard arguments.words.isEmpty else { throw WrongUse("--authority takes no names") }
            Output.write(test.path)
            return .asExpected
        }
        guard let first = arguments.words.first else {
            throw WrongUse("a certificate for whom?", help: "write 'quintain certificate NAME'")
        }
        let out = arguments.value("--out")
        if let out, !Files.isFolder(out) { throw WrongUse("there is no folder '\(out)'") }
        let folder = out.map { $0 + "/" } ?? ""
        for name in arguments.words where name.contains("/") || name.hasPrefix(".") || name.isEmpty {
            throw WrongUse("'\(name)' cannot be a name, because files are named by it")
        }
        let mint = Mint(test.authority)
        let now = WallClock.seconds
        if arguments.has("--client") {
            guard !arguments.has("--kind") else { throw WrongUse("--kind is for servers' certificates") }
            for name in arguments.words {
                try write(mint.client(name, at: now), folder + name, "the client '\(name)'")
            }
            return .asExpected
        }
        let kind = try kind(arguments.value("--kind"))
        for name in arguments.words where !Mint.takes(host: name) {
            throw WrongUse(
                "'\(name)' is neither a host name nor an address",
                help: "a client's certificate can have any name: add '--client'")
        }
        let identity = mint.identity(kind, hosts: arguments.words, at: now)
        // A star in a file name, as for `*.test`, would be a pattern to a shell.
        let file = folder + first.replacing("*", with: "_")
        let whom = arguments.words.joined(separator: ", ")
        try write(identity, file, kind == .signed ? whom : "\(whom), \(kind.rawValue)")
        for anchor in mint.anchors.dropFirst() {
            try Output.save(Array(anchor.pem.utf8), to: file + "-ca.pem", as: .certificate, by: "certificate")
            Output.write("\(file)-ca.pem: the authority that signed it, for the client to trust")
        }
        return .asExpected
    }

    private static func kind(_ word: String?) throws(WrongUse) -> CertificateKind {
        guard let word else { return .signed }
        if let kind = CertificateKind(rawValue: word) { return kind }
        let words = CertificateKind.allCases.map(\.rawValue)
        throw WrongUse(
            "no certificate is of the kind '\(word)'",
            help: NearestWord.suggestion(for: word, among: words) ?? "one of: \(words.joined(separator: ", "))")
    }

    private static func write(_ identity: TLSIdentity, _ path: String, _ whom: String) throws(WrongUse) {
        try Output.claim(path + ".pem", as: .certificate, by: "certificate")
        try Output.save(Array(identity.key.pem.utf8), to: path + ".key", as: .key, by: "certificate")
        try Output.save(Array(identity.pem.utf8), to: path + ".pem", as: .certificate, by: "certificate")
        Output.write("\(path).pem, \(path).key: for \(whom)")
    }
}
