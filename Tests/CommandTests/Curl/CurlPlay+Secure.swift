// CurlPlay+Secure.swift: curl over TLS, and through proxies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let secure =
        [
            CurlPlay("tls/trusted", "\(ca) {{//web}}/", wrong: "{{//web}}/", breaks: "> GET //web/"),
            CurlPlay("tls/trusted-by-hand", "-k {{//web}}/", wrong: "{{//web}}/", breaks: "> GET //web/"),
            CurlPlay("tls/refused-by-hand", "{{//web}}/", exit: 60, wrong: "-k {{//web}}/", breaks: taken),
            CurlPlay(
                "tls/asked-once", "-k {{//web}}/one {{//web}}/two",
                wrong: "-k {{//web}}/one --next {{//web}}/two", breaks: "> GET //web/two"),
            CurlPlay(
                "tls/anchor-installed", "{{//web}}/ --next {{origin}}/ca.pem --next \(ca) {{//web}}/",
                wrong: "{{//web}}/ --next {{origin}}/ca.pem --next {{//web}}/", breaks: "> GET //web/"),
            CurlPlay(
                "tls/trusted-for-one-load", "\(ca) {{//web}}/first --next {{//web}}/second", exit: 60,
                wrong: "\(ca) {{//web}}/first {{//web}}/second",
                breaks: #"never "what one load trusts is trusted by another""#, weighs: "noted"),
            CurlPlay(
                "tls/protocol-chosen", "\(ca) {{//web}}/", wrong: "\(ca) {{//web}}/other", breaks: "> GET //web/"),
            CurlPlay(
                "tls/resumed", "\(ca) {{//web}}/one {{//web}}/two",
                wrong: "\(ca) {{//web}}/one", breaks: "! await handshake resumed=yes", weighs: "noted"),
            CurlPlay(
                "tls/server-name", "--resolve 'web.test:{{port web}}:127.0.0.1' \(ca) {{//web}}/",
                wrong: "-k --connect-to '::127.0.0.1:{{port web}}' 'https://other.test:{{port web}}/no'",
                breaks: "! await client-hello sni=web.test"),
            CurlPlay(
                "tls/no-server-name", "\(ca) {{//web}}/",
                wrong: "-k --connect-to '::127.0.0.1:{{port web}}' 'https://web.test:{{port web}}/no'",
                breaks: "! await client-hello sni={{absent}}"),
            CurlPlay(
                "tls/cut-with-a-length", "\(ca) {{//web}}/", wrong: "\(ca) {{//web}}/other", breaks: "> GET //web/",
                weighs: "warning"),
            // curl takes the cut for the end, as it always has: its exit status is 0.
            CurlPlay(
                "tls/cut-without-a-length", "\(ca) {{//web}}/", wrong: "\(ca) {{//web}}/other",
                breaks: "> GET //web/"),
            CurlPlay(
                "tls/ended-properly", "\(ca) {{//web}}/", wrong: "\(ca) {{//web}}/other", breaks: "> GET //web/"),
        ] + untrusted + versions + clientCertificates + handshakes

    static let ca = "--cacert {{ca}}"
    private static let taken = "unexpected-request GET /"

    private static let untrusted = [
        "self-signed", "unknown", "expired", "not-yet-valid", "wrong-host", "incomplete",
    ].map {
        CurlPlay("tls/untrusted#\($0)", "\(ca) {{//web}}/", exit: 60, wrong: "-k {{//web}}/", breaks: taken)
    }

    private static let versions =
        [("latest", "--tls-max 1.2"), ("before", "--tlsv1.3")].map { name, wrong in
            CurlPlay(
                "tls/versions#\(name)", "\(ca) {{//web}}/", wrong: "\(wrong) \(ca) {{//web}}/",
                breaks: #"never "the client does not speak TLS {{version}}""#, weighs: "warning")
        }
        + ["one0", "one1"].map {
            CurlPlay(
                "tls/old-versions#\($0)", "\(ca) --tlsv1.2 {{//web}}/", exit: 35, wrong: "\(ca) {{//web}}/",
                breaks: taken)
        }

    private static let clientCertificates =
        ["requested", "required"].map {
            CurlPlay(
                "tls/client-certificate#\($0)", "\(ca) --cert '{{certificate alice}}' {{//web}}/",
                wrong: "\(ca) --cert '{{certificate bob}}' {{//web}}/",
                breaks: "! await handshake client-certificate=alice")
        } + [
            CurlPlay(
                "tls/no-client-certificate", "\(ca) {{//web}}/",
                wrong: "\(ca) --cert '{{certificate alice}}' {{//web}}/",
                breaks: "! await handshake client-certificate=none"),
            CurlPlay(
                "tls/client-certificate-missing", "\(ca) {{//web}}/", exit: 56,
                wrong: "\(ca) --cert '{{certificate alice}}' {{//web}}/", breaks: taken),
        ]

    private static let handshakes =
        [
            "close-in-the-handshake", "reset-in-the-handshake", "plain-answer", "alert-in-the-handshake#failure",
            "alert-in-the-handshake#version", "alert-in-the-handshake#name",
        ].map {
            CurlPlay("tls/\($0)", "{{//web}}/", exit: 35, wrong: "{{origin}}/", breaks: "! await client-hello")
        } + [
            CurlPlay(
                "tls/silence-in-the-handshake", "-m 2 {{//web}}/", exit: 28, wrong: "{{origin}}/",
                breaks: "! await client-hello")
        ]

    static let proxies =
        [
            CurlPlay(
                "proxies/plain", "\(gate) '{{origin}}/page?q=1'", wrong: "'{{origin}}/page?q=1'",
                breaks: "> GET /page?q=1"),
            CurlPlay(
                "proxies/user-stays-out", "\(gate) 'http://alice:secret@{{authority main}}/vault'",
                wrong: "\(gate) --request-target 'http://alice:secret@{{authority main}}/vault' {{origin}}/vault",
                breaks: "malformed-request user-in-target"),
            CurlPlay(
                "proxies/several-origins", "\(gate) {{origin}}/one {{//other}}/two",
                wrong: "\(gate) {{origin}}/one --next {{//other}}/two", breaks: "> GET //other/two"),
            CurlPlay(
                "proxies/not-for-all",
                "\(gate) {{origin}}/one --next --noproxy '*' {{origin}}/two --next \(gate) {{origin}}/three",
                wrong: "\(gate) {{origin}}/one {{origin}}/two {{origin}}/three", breaks: "> GET /two"),
            CurlPlay(
                "proxies/redirected", "-L \(gate) {{origin}}/old", wrong: "\(gate) {{origin}}/old",
                breaks: "> GET //other/new"),
            CurlPlay("proxies/informational", "\(gate) {{origin}}/", wrong: "{{origin}}/", breaks: "> GET /"),
            CurlPlay(
                "proxies/tunnel", "\(gate) \(ca) {{//secure}}/inside", wrong: "\(gate) \(ca) {{//secure}}/beside",
                breaks: "> GET //secure/inside"),
            CurlPlay(
                "proxies/password-stays-inside", "\(gate) \(ca) --anyauth -u alice:secret {{//secure}}/vault",
                wrong: "\(gate) \(ca) {{//secure}}/vault"
                    + " --next \(gate) \(ca) -u alice:secret --proxy-header 'Authorization: x' {{//secure}}/vault",
                breaks: "> Authorization: {{absent}}"),
            CurlPlay(
                "proxies/tunnel-cut", "\(gate) \(ca) {{//secure}}/", exit: 35, wrong: "\(ca) {{//secure}}/no",
                breaks: connect),
            CurlPlay(
                "proxies/secured-proxy", "\(gate) --proxy-cacert {{ca}} \(ca) {{//secure}}/",
                wrong: "\(gate) \(ca) {{//secure}}/", breaks: connect),
            CurlPlay(
                "proxies/nothing-private-outside",
                "\(gate) \(ca) -b '' {{//secure}}/one --next \(gate) \(ca) -b '' -u alice:secret {{//secure}}/two",
                wrong: "\(gate) \(ca) -b '' {{//secure}}/one"
                    + " --next \(gate) \(ca) -b '' --proxy-header 'Authorization: x' {{//secure}}/two",
                breaks: "> Authorization: {{absent}}"),
        ]
        + ["gateway", "timeout"].map {
            CurlPlay("proxies/error-page#\($0)", "\(gate) {{origin}}/", wrong: "{{origin}}/", breaks: "> GET /")
        }
        + ["tunnel-framing#length", "tunnel-framing#chunked", "tunnel-any-2xx#201", "tunnel-any-2xx#204"].map {
            CurlPlay("proxies/\($0)", "\(gate) \(ca) {{//secure}}/", wrong: "\(ca) {{//secure}}/no", breaks: connect)
        }
        + ["forbidden", "gateway", "found"].map {
            CurlPlay(
                "proxies/tunnel-refused#\($0)", "\(gate) \(ca) {{//secure}}/", exit: 56, wrong: "\(ca) {{//secure}}/no",
                breaks: connect)
        }

    /// Other rows tell curl to use no proxy, whatever the environment says.
    private static let gate = "--noproxy '' -x {{//gate}}"
    private static let connect = "> CONNECT {{authority secure}}"
}
