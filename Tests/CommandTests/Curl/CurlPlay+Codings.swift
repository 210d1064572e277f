// CurlPlay+Codings.swift: content codings, and downloads that are archives.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let codings =
        [
            ("gzip", 0, "failure"), ("deflate", 0, "failure"), ("brotli", 0, "failure"), ("zstd", 0, "failure"),
            ("x-gzip", 0, "failure"), ("deflate-raw", 0, "noted"), ("chunked", 0, "failure"),
            ("coded-twice", 0, "failure"), ("two-codings", 0, "failure"), ("unknown", 61, "failure"),
            ("field-in-any-case", 0, "failure"), ("names-in-any-case", 0, "failure"),
        ].map { name, exit, weighs in
            CurlPlay(
                "codings/\(name)", "--compressed {{origin}}/poem", exit: exit,
                wrong: "--compressed {{origin}}/poems", breaks: "unexpected-request GET /poems instead of GET /poem",
                weighs: weighs)
        }
        // curl passes on what comes before the fault, and then reports that it could not decode the rest.
        + [("truncated", nil), ("checked", nil), ("corrupt", 61), ("not-coded", 61)].map { name, exit in
            CurlPlay(
                "codings/\(name)", "--compressed {{origin}}/poem", exit: exit,
                wrong: "--compressed {{origin}}/poem --retry 1 --retry-all-errors --retry-delay 0 {{origin}}/poem",
                breaks: "unexpected-request GET /poem")
        }
        + [
            CurlPlay(
                "codings/empty-coded", "--compressed {{origin}}/empty",
                wrong: "--compressed {{origin}}/empties",
                breaks: "unexpected-request GET /empties instead of GET /empty"),
            CurlPlay(
                "codings/members", "--compressed {{origin}}/poem {{origin}}/fields", exit: nil,
                wrong: "--compressed {{origin}}/poem", breaks: "> GET /fields"),
            CurlPlay(
                "codings/empty",
                "--compressed -I {{origin}}/poem --next --compressed -H 'If-None-Match: \"v1\"' {{origin}}/poem"
                    + " --next --compressed {{origin}}/nothing",
                wrong: "--compressed -I {{origin}}/poem --next --compressed {{origin}}/poem",
                breaks: "> If-None-Match: \"v1\""),
            CurlPlay(
                "codings/own-choice", "--compressed -H 'Accept-Encoding: identity' {{origin}}/poem",
                wrong: "--compressed {{origin}}/poem --compressed {{origin}}/poem",
                breaks: "unexpected-request GET /poem"),
            CurlPlay(
                "codings/file-of-gzip", "--compressed {{origin}}/poem.txt.gz",
                wrong: "{{origin}}/poem.txt", breaks: "unexpected-request GET /poem.txt instead of GET /poem.txt.gz"),
            CurlPlay(
                "codings/upload", "-H 'Content-Encoding: gzip' --data-binary @[10000.gz] {{origin}}/poems",
                wrong: "-H 'Content-Encoding: gzip' --data-binary @[10000] {{origin}}/poems",
                breaks: "> {{bytes 10000 | gzip}}"),
        ]
        + [("macbinary", "bin"), ("binhex", "hqx"), ("gzip-download", "gz")].map { name, suffix in
            CurlPlay(
                "codings/\(name)", "{{origin}}/poem.\(suffix) {{origin}}/again.\(suffix)",
                wrong: "{{origin}}/poem.\(suffix) {{origin}}/poem.\(suffix)",
                breaks: "unexpected-request GET /poem.\(suffix)",
                weighs: "noted")
        }
        + [("archive-in-archive", "bin.gz"), ("damaged-archive", "hqx")].map { name, suffix in
            CurlPlay(
                "codings/\(name)", "{{origin}}/poem.\(suffix)",
                wrong: "{{origin}}/poem.\(suffix) {{origin}}/poem.\(suffix)",
                breaks: "unexpected-request GET /poem.\(suffix)")
        }
}
