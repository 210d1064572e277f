// CurlPlay+Framing.swift: where messages end, and what becomes of connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let framing =
        [
            CurlPlay(
                "framing/content-length", "{{origin}}/poem",
                wrong: "{{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem"),
            CurlPlay(
                "framing/stray-reply-at-once", "{{origin}}/good {{origin}}/next",
                wrong: "{{origin}}/good {{origin}}/nest", breaks: "unexpected-request GET /nest instead of GET /next"),
            CurlPlay(
                "framing/get-without-body", "{{origin}}/plain",
                wrong: "-I {{origin}}/plain", breaks: "unexpected-request HEAD /plain instead of GET /plain"),
            CurlPlay(
                "framing/empty", "{{origin}}/empty",
                wrong: "{{origin}}/empty {{origin}}/empty", breaks: "unexpected-request GET /empty"),
            CurlPlay(
                "framing/chunked", "{{origin}}/chunks",
                wrong: "-d chunks {{origin}}/chunks", breaks: "unexpected-request POST /chunks instead of GET /chunks"),
            CurlPlay(
                "framing/chunk-sizes", "{{origin}}/letters",
                wrong: "{{origin}}/letter", breaks: "unexpected-request GET /letter instead of GET /letters"),
            CurlPlay(
                "framing/large-chunk", "{{origin}}/chunk",
                wrong: "{{origin}}/chunks", breaks: "unexpected-request GET /chunks instead of GET /chunk"),
            CurlPlay(
                "framing/chunks-arrive", "{{origin}}/ticker",
                wrong: "{{origin}}/ticker?from=2",
                breaks: "unexpected-request GET /ticker?from=2 instead of GET /ticker"),
            CurlPlay(
                "framing/trailers", "{{origin}}/sum",
                wrong: "-T [10] {{origin}}/sum", breaks: "unexpected-request PUT /sum instead of GET /sum"),
            CurlPlay(
                "framing/trailing-cookie", "-b '' {{origin}}/late --next -b '' {{origin}}/next",
                wrong: "{{origin}}/late --next -b late=yes {{origin}}/next", breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "framing/trailing-location", "-L {{origin}}/here",
                wrong: "{{origin}}/here {{origin}}/there", breaks: "unexpected-request GET /there"),
            CurlPlay(
                "framing/trailing-coding", "--compressed {{origin}}/poem",
                wrong: "{{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem"),
            CurlPlay(
                "framing/trailing-challenge", "--anyauth -u alice:secret {{origin}}/vault",
                wrong: "{{origin}}/vault {{origin}}/vault", breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "framing/until-close", "{{origin}}/stream",
                wrong: "{{origin}}/stream {{origin}}/stream", breaks: "unexpected-request GET /stream"),
            CurlPlay(
                "framing/head", "-I {{origin}}/big --next -I {{origin}}/next",
                wrong: "-I {{origin}}/big --next {{origin}}/next",
                breaks: "unexpected-request GET /next instead of HEAD /next"),
            CurlPlay(
                "framing/no-content", "{{origin}}/nothing {{origin}}/something",
                wrong: "{{origin}}/nothing", breaks: "> GET /something"),
            CurlPlay(
                "framing/no-content-length", "{{origin}}/nothing {{origin}}/something",
                wrong: "{{origin}}/nothing", breaks: "> GET /something"),
            CurlPlay(
                "framing/large-body#with-a-length", "{{origin}}/big",
                wrong: "{{origin}}/bigger", breaks: "unexpected-request GET /bigger instead of GET /big"),
            CurlPlay(
                "framing/large-body#in-chunks", "{{origin}}/big",
                wrong: "{{origin}}/bigger", breaks: "unexpected-request GET /bigger instead of GET /big"),
            CurlPlay(
                "framing/reset-content", "{{origin}}/form {{origin}}/next",
                wrong: "{{origin}}/form", breaks: "> GET /next"),
            CurlPlay(
                "framing/informational", "{{origin}}/page",
                wrong: "-X PATCH {{origin}}/page", breaks: "unexpected-request PATCH /page instead of GET /page"),
            CurlPlay(
                "framing/many-informational", "{{origin}}/page",
                wrong: "{{origin}}/page {{origin}}/style.css", breaks: "unexpected-request GET /style.css"),
            CurlPlay(
                "framing/hints-alone", "{{origin}}/page",
                wrong: "{{origin}}/page {{origin}}/style.css", breaks: "unexpected-request GET /style.css"),
            CurlPlay(
                "framing/hints-of-a-coding", "--compressed {{origin}}/poem",
                wrong: "{{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem"),
            CurlPlay(
                "framing/cut-short", "{{origin}}/poem", exit: 18,
                wrong: "--retry 2 --retry-all-errors --retry-delay 0 {{origin}}/poem",
                breaks: "unexpected-request GET /poem"
            ),
            CurlPlay(
                "framing/cut-in-a-chunk", "{{origin}}/poem", exit: 18,
                wrong: "{{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem"),
            CurlPlay(
                "framing/cut-in-the-trailers", "{{origin}}/poem", exit: 18,
                wrong: "{{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem"),
            CurlPlay(
                "framing/field-in-any-case", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/reset", "{{origin}}/big", exit: 56,
                wrong: "{{origin}}/big {{origin}}/big {{origin}}/big", breaks: "unexpected-request GET /big"),
            CurlPlay(
                "framing/reset-without-a-length", "{{origin}}/stream", exit: 56,
                wrong: "{{origin}}/stream {{origin}}/stream {{origin}}/stream", breaks: "unexpected-request GET /stream"
            ),
            CurlPlay(
                "framing/another-protocol", "{{origin}}/page", exit: 1,
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/no-last-chunk", "{{origin}}/ticker", exit: 18,
                wrong: "tcp GET /ticker HTTP/1.1\\r\\nHost: {{authority main}}\\r\\n", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/half-a-chunk-size", "{{origin}}/ticker", exit: 18,
                wrong: "tcp GET", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/bad-chunk-size", "{{origin}}/ticker", exit: nil,
                wrong: "tcp ", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/lone-lf-in-chunks", "{{origin}}/ticker", exit: nil,
                wrong: "tcp ", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/coding-below-chunks", "{{origin}}/page", exit: nil,
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/names-of-codings", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/empty-members", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/huge-chunk-size", "{{origin}}/ticker", exit: nil,
                wrong: "tcp ", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/half-a-head", "{{origin}}/page", exit: nil,
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/no-reply", "{{origin}}/page", exit: 52,
                wrong: "{{origin}}/page {{origin}}/page {{origin}}/page", breaks: "unexpected-request GET /page"),
            CurlPlay(
                "framing/stray-reply", "--rate 2/s {{origin}}/good {{origin}}/next",
                wrong: "{{origin}}/good", breaks: "> GET /next"),
            // curl takes one of the lengths, and may wait for the rest.
            CurlPlay(
                "framing/conflicting-lengths", "--max-time 2 {{origin}}/page", exit: nil,
                wrong: "-I {{origin}}/page", breaks: "unexpected-request HEAD /page instead of GET /page"),
            CurlPlay(
                "framing/chunked-and-length", "{{origin}}/page",
                wrong: "tcp GET /page HTTP/1.1\\r\\n\\r\\n", breaks: "wrong-field Host"),
            CurlPlay(
                "framing/odd-heads", "{{origin}}/page", exit: nil,
                wrong: "{{origin}}/PAGE", breaks: "unexpected-request GET /PAGE instead of GET /page"),
            CurlPlay(
                "framing/any-bytes", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page",
                weighs: "warning"),
            CurlPlay(
                "framing/long-field", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page", weighs: "noted"
            ),
            CurlPlay(
                "framing/many-fields", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page", weighs: "noted"
            ),
            CurlPlay(
                "framing/zeros-ahead", "{{origin}}/letters",
                wrong: "{{origin}}/letter", breaks: "unexpected-request GET /letter instead of GET /letters"),
            CurlPlay(
                "framing/blanks-around-values", "-L {{origin}}/old",
                wrong: "{{origin}}/old", breaks: "> GET /new"),
            CurlPlay(
                "framing/repeated-fields", "{{origin}}/page",
                wrong: "{{//main}}/page?x", breaks: "unexpected-request GET /page?x instead of GET /page"),
            CurlPlay(
                "framing/folded#another", "-L {{origin}}/old",
                wrong: "{{origin}}/old", breaks: "> GET /new"),
            CurlPlay(
                "framing/fold-handed-on", "{{origin}}/page",
                wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
            CurlPlay(
                "framing/head-of-chunks", "-I {{origin}}/page --next -I {{origin}}/next",
                wrong: "-I {{origin}}/page --next {{origin}}/next",
                breaks: "unexpected-request GET /next instead of HEAD /next"),
            CurlPlay(
                "framing/chunk-without-an-end", "{{origin}}/ticker", exit: nil,
                wrong: "tcp ", breaks: "> GET /ticker"),
            CurlPlay(
                "framing/nul", "-L {{origin}}/old", exit: nil,
                wrong: "-L {{origin}}/new", breaks: "unexpected-request GET /new instead of GET /old"),
        ] + oddHeads

    /// Whatever curl makes of these heads, a plain command reports no callbacks.
    private static let oddHeads = [
        "bad-lengths", "blank-before-the-fields", "chunked-in-1.0", "hidden-in-a-fold", "hints-of-a-length",
        "huge-length", "length-twice", "lone-cr", "not-chunked-at-last", "odd-statuses", "switched-unasked",
    ].map {
        CurlPlay(
            "framing/\($0)", "--max-time 5 {{origin}}/page", exit: nil,
            wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page")
    }

    static let connections = [
        CurlPlay(
            "connections/reused", "{{origin}}/one {{origin}}/two",
            wrong: "--max-time 3 {{origin}}/two {{origin}}/one", breaks: "> GET /two"),
        CurlPlay(
            "connections/reused-for-post", "{{origin}}/one --next -s -d 'one dog' {{origin}}/two",
            wrong: "{{origin}}/one --next -s -d 'one cat' {{origin}}/two", breaks: "> one dog"),
        CurlPlay(
            "connections/behind-head", "-I {{origin}}/big --next {{origin}}/next",
            wrong: "-I {{origin}}/big --next -I {{origin}}/next",
            breaks: "unexpected-request HEAD /next instead of GET /next"),
        CurlPlay(
            "connections/behind-trailers", "{{origin}}/sum {{origin}}/next",
            wrong: "{{origin}}/sum", breaks: "> GET /next"),
        CurlPlay(
            "connections/field-in-any-case", "{{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one", breaks: "> GET /two"),
        CurlPlay(
            "connections/closed-by-field", "{{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one", breaks: "> GET /two"),
        CurlPlay(
            "connections/closed-by-second-field", "{{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one", breaks: "> GET /two"),
        CurlPlay(
            "connections/http-1-0", "{{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one {{origin}}/two {{origin}}/three", breaks: "unexpected-request GET /three"),
        // Waits for the end of the connection, which arrives after the reply.
        CurlPlay(
            "connections/closed-while-idle", "--rate 4/s {{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one {{origin}}/one", breaks: "unexpected-request GET /one", weighs: "warning"),
        CurlPlay(
            "connections/dropped-post", "-d 'one dog' {{origin}}/order", exit: 52,
            wrong: "-d 'one cat' {{origin}}/order", breaks: "> one dog"),
        CurlPlay(
            "connections/stale", "{{origin}}/one {{origin}}/two",
            wrong: "{{origin}}/one {{origin}}/three", breaks: "unexpected-request GET /three instead of GET /two"),
        CurlPlay(
            "connections/half-closed", "{{origin}}/page",
            wrong: "{{origin}}/pages", breaks: "unexpected-request GET /pages instead of GET /page"),
        CurlPlay(
            "connections/refused", "{{//gone}}/", exit: 7,
            wrong: "{{//main}}/", breaks: "unexpected-request GET /"),
        CurlPlay(
            "connections/unread-body", "--max-filesize 10 {{origin}}/big --next {{origin}}/next", exit: nil,
            wrong: "--max-filesize 10 {{origin}}/big", breaks: "> GET /next"),
        CurlPlay(
            "connections/cancelled", "--max-filesize 10 {{origin}}/big --next {{origin}}/next", exit: nil,
            wrong: "--max-filesize 10 {{origin}}/big", breaks: "> GET /next"),
    ]
}
