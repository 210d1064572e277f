// CurlPlay+Bodies.swift: uploads, ranges, and slow bodies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let uploads = [
        CurlPlay(
            "uploads/post", "-H 'Content-Type: text/plain' -d 'buy milk\n' {{origin}}/notes",
            wrong: "-H 'Content-Type: text/plain' -d 'buy milk!' {{origin}}/notes", breaks: "> buy milk"),
        CurlPlay(
            "uploads/empty-post", "-d '' {{origin}}/bell",
            wrong: "-d ring {{origin}}/bells", breaks: "unexpected-request POST /bells instead of POST /bell"),
        CurlPlay(
            "uploads/chunked#a-part", "-H 'Transfer-Encoding: chunked' --data-binary @[10000] {{origin}}/stream",
            wrong: "--data-binary @[10000] {{origin}}/stream",
            breaks: #"never "the whole body was read before any of it was sent""#, weighs: "noted"),
        CurlPlay(
            "uploads/chunked#all-filled", "-H 'Transfer-Encoding: chunked' --data-binary @[65536] {{origin}}/stream",
            wrong:
                #"tcp POST /stream HTTP/1.1\r\nHost: {{authority main}}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"#,
            breaks: "> {{bytes {{size}}}}"),
        CurlPlay(
            "uploads/put",
            "-X PUT -H 'Content-Type: text/plain' -d 'buy milk' {{origin}}/notes/1 --next {{origin}}/notes/1",
            wrong: "-X PUT -H 'Content-Type: text/plain' -d 'buy bread' {{origin}}/notes/1 --next {{origin}}/notes/1",
            breaks: "> buy milk"),
        CurlPlay(
            "uploads/delete", "-X DELETE {{origin}}/notes/1 --next {{origin}}/notes/1",
            wrong: "-X DELETE -d now {{origin}}/notes/1 --next {{origin}}/notes/1", breaks: "> {{absent}}"),
        CurlPlay(
            "uploads/progress", "-H Expect: --data-binary @[1048576] {{origin}}/up",
            wrong: "tcp POST /up HTTP/1.1\\r\\nHost: {{authority main}}\\r\\nContent-Length: 1048576\\r\\n\\r\\nhalf",
            breaks: "> {{bytes 1MiB}}"),
        CurlPlay(
            "uploads/expect", "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up",
            wrong: "--data-binary @[1000] {{origin}}/up", breaks: "> Expect: 100-continue"),
        CurlPlay(
            "uploads/expect-refused", "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up",
            wrong: "--data-binary @[1000] {{origin}}/up", breaks: "> Expect: 100-continue"),
        CurlPlay(
            "uploads/expect-refused-open",
            "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up --next {{origin}}/next",
            wrong: "tcp POST /up HTTP/1.1\\r\\nHost: {{authority main}}\\r\\nExpect: 100-continue\\r\\n"
                + "Content-Length: 1000\\r\\n\\r\\nGET /next HTTP/1.1\\r\\n\\r\\n",
            breaks: "> {{up-to}}{{bytes 1000}}"),
        CurlPlay(
            "uploads/expect-unanswered", "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up",
            wrong: "--max-time 3 --expect100-timeout 9 -H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up",
            breaks: "> {{bytes 1000}}", weighs: "warning"),
        CurlPlay(
            "uploads/expect-redirected",
            "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up --next {{origin}}/done",
            wrong: "-H 'Expect: 100-continue' --data-binary @[1000] {{origin}}/up"
                + " --next -H 'Expect: 100-continue' {{origin}}/done",
            breaks: "> Expect: {{absent}}"),
        CurlPlay(
            "uploads/answered-early", "-H Expect: --data-binary @[1048576] {{origin}}/up",
            wrong: "--max-time 3 -H Expect: --data-binary @[1000] {{origin}}/up", breaks: "> {{bytes 65536}}"),
        CurlPlay(
            "uploads/form", "-d q=salt%20%26%20pepper&page=1 {{origin}}/search",
            wrong: "-d q=salt%20&%20pepper&page=1 {{origin}}/search", breaks: "> q=salt%20%26%20pepper&page=1"),
    ]

    static let ranges =
        [
            CurlPlay(
                "ranges/not-satisfiable", "-H 'Range: bytes=1000-' {{origin}}/big",
                wrong: "-H 'Range: bytes=999-' {{origin}}/big", breaks: "> Range: bytes=1000-"),
            CurlPlay(
                "ranges/ignored", "-H 'Range: bytes=400-' {{origin}}/big",
                wrong: "{{origin}}/big", breaks: "> Range: bytes=400-"),
            CurlPlay(
                "ranges/resumed", "{{origin}}/big --next -r 400- -H 'If-Range: \"v1\"' {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 401- {{origin}}/big", breaks: #"> Range: {{/bytes=400-(999)?/}}"#
            ),
            CurlPlay(
                "ranges/changed", "{{origin}}/big --next -r 400- -H 'If-Range: \"v1\"' {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 401- -H 'If-Range: \"v1\"' {{origin}}/big",
                breaks: #"> Range: {{/bytes=400-(999)?/}}"#),
            CurlPlay(
                "ranges/another-part#later", "{{origin}}/big --next -r 400- -H 'If-Range: \"v1\"' {{origin}}/big",
                exit: nil, wrong: "{{origin}}/big --next -r 401- {{origin}}/big",
                breaks: #"> Range: {{/bytes=400-(999)?/}}"#),
            CurlPlay(
                "ranges/resumed-by-date", "{{origin}}/big --next -r 400- -H 'If-Range: \(date)' {{origin}}/big",
                exit: nil, wrong: "{{origin}}/big --next -r 401- {{origin}}/big",
                breaks: #"> Range: {{/bytes=400-(999)?/}}"#),
            CurlPlay(
                "ranges/part-refused#412", "{{origin}}/big --next -r 400- {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 401- {{origin}}/big", breaks: #"> Range: {{/bytes=400-(999)?/}}"#
            ),
            CurlPlay(
                "ranges/rest-in-part", "{{origin}}/big --next -r 400- {{origin}}/big --next -r 700- {{origin}}/big",
                exit: nil, wrong: "{{origin}}/big --next -r 401- {{origin}}/big",
                breaks: #"> Range: {{/bytes=400-(999)?/}}"#),
            CurlPlay(
                "ranges/part-without-its-place",
                "{{origin}}/big --next -r 400- -H 'If-Range: \"v1\"' {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 401- {{origin}}/big", breaks: #"> Range: {{/bytes=400-(999)?/}}"#
            ),
            CurlPlay(
                "ranges/part-of-coded", "-r 400-499 {{origin}}/big",
                wrong: "{{origin}}/big", breaks: "> Range: bytes=400-499"),
            CurlPlay(
                "ranges/coded-resumed", "{{origin}}/roses --next -r 29- -H 'If-Range: \"v1\"' {{origin}}/roses",
                exit: nil, wrong: "{{origin}}/roses --next -r 30- {{origin}}/roses", breaks: "> Range: {{absent}}"),
            CurlPlay(
                "ranges/weakly-tagged", "{{origin}}/big --next {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 400- -H 'If-Range: W/\"v1\"' {{origin}}/big",
                breaks: "> If-Range: {{absent}}"),
            CurlPlay(
                "ranges/changed-just-now", "{{origin}}/big --next {{origin}}/big", exit: nil,
                wrong: "{{origin}}/big --next -r 400- -H 'If-Range: \(date)' {{origin}}/big",
                breaks: "> If-Range: {{absent}}"),
        ]
        + [("first", "0-99"), ("middle", "400-599"), ("open", "900-"), ("last", "-5")].map { name, range in
            CurlPlay(
                "ranges/part#\(name)", "-r \(range) {{origin}}/big",
                wrong: "-r 7-8 {{origin}}/big", breaks: "> Range: {{range}}")
        }

    private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

    static let timing = [
        CurlPlay(
            "timing/suspended-download", "{{origin}}/long",
            wrong: "{{origin}}/longer", breaks: "unexpected-request GET /longer instead of GET /long"),
        CurlPlay(
            "timing/slow-body", "{{origin}}/slow",
            wrong: "-I {{origin}}/slow", breaks: "unexpected-request HEAD /slow instead of GET /slow"),
        CurlPlay(
            "timing/byte-by-byte", "{{origin}}/drops",
            wrong: "{{origin}}/drops {{origin}}/drops", breaks: "unexpected-request GET /drops"),
        CurlPlay(
            "timing/pauses", "{{origin}}/patience",
            wrong: "tcp GET /patience HTTP/1.1\\r\\nHost: {{authority main}}\\r\\n\\r\\n", breaks: "< b"),
        CurlPlay(
            "timing/no-answer", "--max-time 2 {{origin}}/silence", exit: 28,
            wrong: "--max-time 2 {{origin}}/noise", breaks: "unexpected-request GET /noise instead of GET /silence"),
        CurlPlay(
            "timing/stalled-body", "--max-time 2 {{origin}}/half", exit: 28,
            wrong: "--max-time 2 --retry 1 --retry-delay 0 {{origin}}/half", breaks: "unexpected-request GET /half"),
        CurlPlay(
            "timing/slow-head", "{{origin}}/pieces",
            wrong: "tcp GET /pieces HTTP/1.1\\r\\nHost: {{authority main}}\\r\\n\\r\\n", breaks: #"< {{raw "00 OK\r"}}"#
        ),
        CurlPlay(
            "timing/suspended", "{{origin}}/long",
            wrong: "{{origin}}/longer", breaks: "unexpected-request GET /longer instead of GET /long"),
    ]

    static let lanes = [
        CurlPlay(
            "lanes/out-of-order", "-Z --parallel-immediate {{origin}}/one {{origin}}/two",
            wrong: "--max-time 3 {{origin}}/one", breaks: ">b GET /two"),
        CurlPlay(
            "lanes/by-turns", "-Z --parallel-immediate {{origin}}/odd {{origin}}/even",
            wrong: "--max-time 3 -Z --parallel-immediate {{origin}}/odd {{origin}}/odd",
            breaks: "unexpected-request GET /odd"),
        CurlPlay(
            "lanes/one-fails", "-Z --parallel-immediate {{origin}}/one {{origin}}/two {{origin}}/three", exit: 52,
            wrong: "--max-time 3 -Z --parallel-immediate {{origin}}/one {{origin}}/three {{origin}}/four",
            breaks: "unexpected-request GET /four"),
    ]
}
