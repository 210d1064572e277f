// OpenSSLReading.swift: what OpenSSL's own client reports about the bundled TLS scenarios.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

/// One row of the table. curl only says that a handshake failed; `openssl s_client` says
/// what it was shown, and which alert came.
struct OpenSSLReading: Sendable, CustomTestStringConvertible {
    /// `tls/untrusted#expired`
    var scenario: String
    /// The words behind `openssl s_client`; it connects to the origin `web` unless they name another.
    var words: String
    /// The path that it requests once it is connected; nil: it only shakes hands.
    var asks: String?
    /// Texts that its output must have, and must not have.
    var shows: [String]
    var hides: [String]
    /// How many certificates it is shown; nil: not counted.
    var certificates: Int?
    /// Whether the play passes it.
    var passes: Bool

    init(
        _ scenario: String, _ words: String, asks: String? = nil, shows: String..., hides: [String] = [],
        certificates: Int? = nil, passes: Bool = true
    ) {
        self.scenario = scenario
        self.words = words
        self.asks = asks
        self.shows = shows
        self.hides = hides
        self.certificates = certificates
        self.passes = passes
    }

    var testDescription: String { "\(scenario) by s_client \(words)" }

    static let all = certificates + names + versions + protocols + clients + handshakes + ends + tunnels

    private static let trusting = "-CAfile {{ca}}"

    /// The documents of OpenSSL call these numbers X509_V_ERR_…
    private static let certificates =
        [
            ("self-signed", "18 (self-signed certificate)", 1),
            ("unknown", "19 (self-signed certificate in certificate chain)", 2),
            ("expired", "10 (certificate has expired)", 1),
            ("not-yet-valid", "9 (certificate is not yet valid)", 1),
            ("wrong-host", "62 (hostname mismatch)", 1),
            ("incomplete", "21 (unable to verify the first certificate)", 1),
        ].map { name, fault, count in
            OpenSSLReading(
                "tls/untrusted#\(name)", "\(trusting) -verify_hostname localhost",
                shows: "Verify return code: \(fault)\n", certificates: count)
        } + [
            OpenSSLReading(
                "tls/trusted", "\(trusting) -verify_hostname localhost -verify_return_error", asks: "/",
                shows: ok, "Verified peername: localhost", certificates: 1),
            OpenSSLReading(
                "tls/trusted", "-verify_return_error", asks: "/", shows: "certificate verify failed", "ended with 1",
                passes: false),
            OpenSSLReading(
                "tls/trusted-by-hand", "\(trusting) -verify_quiet", asks: "/", shows: "Verify return code: 18 ",
                certificates: 1),
            OpenSSLReading(
                "tls/refused-by-hand", "\(trusting) -verify_return_error", shows: "certificate verify failed",
                "ended with 1"),
            // The certificate is right except for its name.
            OpenSSLReading("tls/untrusted#wrong-host", trusting, shows: ok, "CN = wrong-host.example"),
            OpenSSLReading(
                "tls/untrusted#expired", "\(trusting) -no_check_time -verify_hostname localhost", shows: ok),
            OpenSSLReading(
                "tls/untrusted#not-yet-valid", "\(trusting) -no_check_time -verify_hostname localhost", shows: ok),
        ]

    private static let names = [
        OpenSSLReading("tls/no-server-name", "\(trusting) -noservername -verify_ip 127.0.0.1", asks: "/", shows: ok),
        OpenSSLReading("tls/no-server-name", "\(trusting) -noservername -verify_ip ::1", asks: "/", shows: ok),
        OpenSSLReading(
            "tls/no-server-name", "\(trusting) -noservername -verify_ip 127.0.0.2", asks: "/",
            shows: "Verify return code: 64 (IP address mismatch)"),
        OpenSSLReading(
            "tls/no-server-name", "\(trusting) -servername localhost", asks: "/", shows: ok, passes: false),
        OpenSSLReading(
            "tls/server-name", "\(trusting) -servername web.test -verify_hostname web.test", asks: "/",
            shows: ok, "Verified peername: web.test"),
        OpenSSLReading(
            "tls/server-name", "\(trusting) -servername web.test -verify_hostname other.test", asks: "/",
            shows: "Verify return code: 62 (hostname mismatch)"),
    ]

    private static let versions = [
        OpenSSLReading("tls/versions#latest", trusting, asks: "/", shows: "New, TLSv1.3, Cipher is TLS_AES", ok),
        OpenSSLReading(
            "tls/versions#latest", "\(trusting) -tls1_2", shows: "alert protocol version", "alert number 70",
            ": warning: "),
        OpenSSLReading("tls/versions#before", trusting, asks: "/", shows: "New, TLSv1.2, Cipher is ECDHE-ECDSA-", ok),
        OpenSSLReading(
            "tls/versions#before", "\(trusting) -tls1_3", shows: "alert protocol version", ": warning: "),
        OpenSSLReading("tls/old-versions#one0", "\(trusting) -tls1_2", shows: "ended with 1"),
        OpenSSLReading("tls/old-versions#one1", "\(trusting) -tls1_2", shows: "ended with 1"),
        OpenSSLReading("tls/old-versions#one0", trusting, shows: "Protocol  : TLSv1\n", ok),
        OpenSSLReading("tls/old-versions#one1", trusting, shows: "Protocol  : TLSv1.1\n", ok),
    ]

    private static let protocols = [
        OpenSSLReading(
            "tls/protocol-chosen", "\(trusting) -alpn h2,http/1.1", asks: "/", shows: "ALPN protocol: http/1.1\n"),
        OpenSSLReading("tls/protocol-chosen", trusting, asks: "/", shows: "No ALPN negotiated\n"),
        // RFC 7301 section 3.2. The scenario wants a client to offer HTTP/1.1; no document obliges it to.
        OpenSSLReading(
            "tls/protocol-chosen", "\(trusting) -alpn h2", shows: "alert no application protocol", "alert number 120",
            ": noted: "),
        OpenSSLReading("tls/trusted", "\(trusting) -alpn h2", asks: "/", shows: "No ALPN negotiated\n"),
    ]

    private static let clients =
        ["requested", "required"].map {
            OpenSSLReading(
                "tls/client-certificate#\($0)", "\(trusting) -cert {{certificate alice}}", asks: "/",
                shows: "Acceptable client certificate CA names\nCN = Quintain test authority", ok)
        } + [
            OpenSSLReading(
                "tls/no-client-certificate", trusting, asks: "/", shows: "Acceptable client certificate CA names", ok),
            OpenSSLReading(
                "tls/client-certificate-missing", "\(trusting) -ign_eof", shows: "alert certificate required",
                "alert number 116", "ended with 1"),
            OpenSSLReading("tls/trusted", trusting, asks: "/", shows: "No client certificate CA names sent"),
        ]

    private static let handshakes =
        [
            ("alert-in-the-handshake#failure", "alert handshake failure", "alert number 40"),
            ("alert-in-the-handshake#version", "alert protocol version", "alert number 70"),
            ("alert-in-the-handshake#name", "unrecognized name", "alert number 112"),
            ("close-in-the-handshake", cut, "ended with 1"),
            ("reset-in-the-handshake", "errno=", "ended with 1"),
            ("plain-answer", "wrong version number", "ended with 1"),
        ].map { OpenSSLReading("tls/\($0)", "", shows: $1, $2, "no peer certificate available") }

    private static let ends = [
        OpenSSLReading(
            "tls/ended-properly", "\(trusting) -ign_eof", asks: "/", shows: "\r\n\r\ncertainly", "ended with 0",
            hides: [cut]),
        OpenSSLReading(
            "tls/cut-without-a-length", "\(trusting) -ign_eof", asks: "/", shows: "\r\n\r\nperhaps", cut,
            "ended with 1"),
        OpenSSLReading(
            "tls/cut-with-a-length", "\(trusting) -ign_eof", asks: "/", shows: "\r\n\r\nwhole", cut, "ended with 1"),
    ]

    private static let tunnels =
        ["tunnel-any-2xx#201", "tunnel-any-2xx#204", "tunnel-framing#length", "tunnel-framing#chunked"].map {
            OpenSSLReading(
                "proxies/\($0)", "-proxy {{authority gate}} -connect {{authority secure}} \(trusting)",
                asks: "{{authority secure}}/", shows: ok, certificates: 1)
        } + [
            OpenSSLReading(
                "proxies/tunnel-refused#forbidden", "-proxy {{authority gate}} -connect {{authority secure}}",
                shows: "HTTP CONNECT failed, reason= 403 Forbidden"),
            OpenSSLReading(
                "proxies/tunnel-refused#gateway", "-proxy {{authority gate}} -connect {{authority secure}}",
                shows: "HTTP CONNECT failed, reason= 502 Bad Gateway"),
            OpenSSLReading(
                "proxies/tunnel-cut", "-proxy {{authority gate}} -connect {{authority secure}}", shows: cut,
                "no peer certificate available"),
        ]

    private static let ok = "Verify return code: 0 (ok)\n"
    private static let cut = "unexpected eof while reading"

    /// Scenarios of TLS that are not in the table, each with the reason.
    static let unread = [
        "tls/anchor-installed": "between two handshakes the authority is downloaded",
        "tls/trusted-for-one-load": "s_client makes one connection, and no second load",
        "tls/asked-once": "whether somebody is asked again is the client's own business",
        "tls/resumed": "takes two calls, and has a test of its own",
        "tls/silence-in-the-handshake": "OpenSSL's client waits as long as it takes",
    ]
}
