// CurlPlay+Streams.swift: curl over HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let streams =
        [
            CurlPlay(
                "http2/negotiated", "\(two) {{//web}}/", wrong: "--http1.1 \(ca) {{//web}}/",
                breaks: "! await handshake alpn=h2"),
            CurlPlay(
                "http2/prior-knowledge", "--http2-prior-knowledge {{origin}}/", wrong: "--http2 {{origin}}/",
                breaks: "wrong-version"),
            CurlPlay("http2/window", "\(two) {{//web}}/large", wrong: "\(two) {{//web}}/", breaks: "> GET //web/large"),
            CurlPlay(
                "http2/small-window", "\(two) --data-binary @[1000] {{//web}}/up",
                wrong: "\(two) --data-binary @[999] {{//web}}/up", breaks: "> {{bytes 1000}}"),
            CurlPlay(
                "http2/known-window", "\(two) {{//web}}/ --next -s \(two) --data-binary @[1000] {{//web}}/up",
                wrong: "\(two) {{//web}}/ --next -s \(two) --data-binary @[999] {{//web}}/up",
                breaks: "> {{bytes 1000}}"),
            CurlPlay(
                "http2/large-body", "\(two) {{//web}}/large", wrong: "\(two) {{//web}}/", breaks: "> GET //web/large"),
            CurlPlay(
                "http2/refused", "\(two) -d 'one dog' {{//web}}/order", wrong: "\(two) -d 'one cat' {{//web}}/order",
                breaks: "> one dog"),
            CurlPlay(
                "http2/goaway-served", "\(two) -d 'one dog' {{//web}}/order", exit: nil,
                wrong: "\(two) -d 'one cat' {{//web}}/order", breaks: "> one dog"),
            CurlPlay(
                "http2/few-streams", "\(two) {{//web}}/first {{//web}}/one {{//web}}/two",
                wrong: "\(two) {{//web}}/first {{//web}}/one", breaks: ">b GET //web/two"),
            CurlPlay(
                "http2/cancelled", "--max-filesize 10 \(two) {{//web}}/large --next -s \(two) {{//web}}/next",
                wrong: "--max-filesize 10 \(two) {{//web}}/large", breaks: "! await frame RST_STREAM",
                weighs: "warning"),
            CurlPlay(
                "http2/version-required", "\(two) {{//web}}/", exit: nil, wrong: "--http1.1 \(ca) {{//web}}/",
                breaks: "! await handshake alpn=h2"),
            CurlPlay(
                "http2/goaway", "\(two) {{//web}}/one {{//web}}/two", wrong: "\(two) {{//web}}/one",
                breaks: "> GET //web/two"),
            CurlPlay(
                "http2/reset-in-the-body", "\(two) {{//web}}/", exit: 92, wrong: "\(two) -m 0.001 {{//web}}/",
                breaks: "> GET //web/"),
            CurlPlay(
                "http2/reset-alone", "\(two) {{//web}}/one {{//web}}/two",
                wrong: "\(two) {{//web}}/one --next \(two) -k {{//web}}/two",
                breaks: "! same-connection", weighs: "warning"),
            CurlPlay(
                "http2/data-too-large", "\(two) {{//web}}/", exit: nil, wrong: "\(two) {{//web}}/no",
                breaks: "> GET //web/"),
            CurlPlay(
                "http2/rapid-resets", "\(two) -d x {{//web}}/[1-10] --next -s \(two) {{//web}}/last",
                wrong: "\(two) -d x {{//web}}/[1-9]", breaks: "> POST //web/{{count}}"),
            CurlPlay(
                "http2/shared-connection", "\(two) {{origin}}/ {{//other}}/", wrong: "\(two) {{origin}}/",
                breaks: "> GET //other/"),
            CurlPlay(
                "http2/own-connection", "\(two) -k {{origin}}/ --next -s \(two) {{//other}}/", exit: 60,
                wrong: "\(two) -k {{origin}}/ {{//other}}/", breaks: "unexpected-request GET /"),
            CurlPlay(
                "http2/early-reply", "\(two) --data-binary @[200000] {{//web}}/up", exit: nil,
                wrong: "\(two) --data-binary @[200000] {{//web}}/no", breaks: "> POST //web/up"),
            CurlPlay(
                "http2/many-heads", "\(two) {{//web}}/[1-100]", wrong: "\(two) {{//web}}/[1-99]",
                breaks: "> GET //web/{{count}}"),
            CurlPlay(
                "http2/broken-block", "\(two) {{//web}}/", exit: nil, wrong: "\(two) {{//web}}/no",
                breaks: "> GET //web/"),
            CurlPlay(
                "http2/upper-case", "\(two) {{//web}}/", exit: nil, wrong: "\(two) {{//web}}/no", breaks: "> GET //web/"
            ),
        ]
        + ["too-long", "too-short"].map {
            CurlPlay("http2/\($0)", "\(two) {{//web}}/", exit: 92, wrong: "\(two) {{//web}}/no", breaks: "> GET //web/")
        }
        + [
            "broken-connection", "conflicting-lengths", "interrupted-head", "malformed-head", "malformed-response",
            "no-settings", "reset-with-a-code",
        ].map {
            CurlPlay(
                "http2/\($0)", "\(two) {{//web}}/", exit: nil, wrong: "\(two) {{//web}}/no", breaks: "> GET //web/")
        }
        // curl sends GOAWAY, and keeps waiting for the server.
        + [
            CurlPlay(
                "http2/bad-padding", "-m 1 \(two) {{//web}}/", exit: 28, wrong: "\(two) {{//web}}/no",
                breaks: "> GET //web/")
        ]
        + [
            "split-head", "padding", "odd-bits", "many-pings", "misdirected", "head-alone", "largest-frame",
            "empty-frames",
        ].map {
            CurlPlay("http2/\($0)", "\(two) {{//web}}/", wrong: "\(two) {{//web}}/no", breaks: "> GET //web/")
        }
        + ["trailers", "interim", "unknown-frames", "ping", "settings", "frames-of-one-byte"].map {
            CurlPlay("http2/\($0)", "\(two) {{//web}}/", wrong: "\(two) {{//web}}/no", breaks: "> GET //web/")
        }

    static let streamFaults = [
        CurlPlay(
            "http2/goaway-unserved", "\(two) -d 'one dog' {{//web}}/order",
            wrong: "behind a GOAWAY that leaves its stream out, it fails", breaks: "> POST //web/order")
    ]

    private static let two = "--http2 \(ca)"
}
