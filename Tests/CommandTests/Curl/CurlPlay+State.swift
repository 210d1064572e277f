// CurlPlay+State.swift: state that a client keeps, cookies and copies, and what it is told.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let cookies =
        [
            CurlPlay(
                "cookies/sent-back", "-b '' {{origin}}/login {{origin}}/home",
                wrong: "{{origin}}/login {{origin}}/home", breaks: "> Cookie: session=abc"),
            CurlPlay(
                "cookies/removed", "-b '' {{origin}}/login {{origin}}/logout {{origin}}/home",
                wrong: "-b session=abc {{origin}}/login {{origin}}/logout {{origin}}/home",
                breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/replaced", "-b '' {{origin}}/a {{origin}}/b {{origin}}/c",
                wrong: "-b '' {{origin}}/a {{origin}}/b --next -b colour=red {{origin}}/c",
                breaks: "> Cookie: colour=blue"),
            CurlPlay(
                "cookies/equals-in-a-value", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b token=a {{origin}}/set {{origin}}/get", breaks: "> Cookie: token=a=b=="),
            CurlPlay(
                "cookies/quotes-in-a-value", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b colour=light {{origin}}/set {{origin}}/get", breaks: "> Cookie: colour={{value}}"),
            CurlPlay(
                "cookies/secure", "-b '' \(shop) {{//shop/set}} {{//shop/get}}",
                wrong: "-b 'secret=1; plain=1' \(shop) {{//shop/set}} {{//shop/get}}", breaks: "> Cookie: plain=1"),
            CurlPlay(
                "cookies/host-only", "-b '' {{origin}}/set {{//port}}/ {{//other}}/",
                wrong: "-b on=yes {{origin}}/set {{//port}}/ {{//other}}/", breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/other-domains",
                "-b '' \(domains) {{//site/set}} {{//other/get}} {{//alike/get}} {{//site/get}}",
                wrong: "{{//site/set}} -b 'foreign=1' \(domains) {{//other/get}}", breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/whole-domain", "-b '' \(testSites) {{//site/set}} {{//other/get}} {{//site/get}}",
                wrong: "-b wide=1 \(testSites) {{//site/set}} {{//other/get}} {{//site/get}}",
                breaks: "> Cookie: {{absent}}", weighs: "warning"),
            CurlPlay(
                "cookies/prefixes#secure", "-k -b '' \(prefixShop) {{//shop/set}} {{//shop/cart/get}}",
                wrong: "-k -b '__Secure-a=1' \(prefixShop) {{//shop/set}} {{//shop/cart/get}}",
                breaks: "> Cookie: {{cookies __Secure-b=2 __Host-c=3}}", weighs: "noted"),
            CurlPlay(
                "cookies/foreign-domain", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b foreign=1 {{origin}}/set {{origin}}/get", breaks: "> Cookie: mine=2"),
            CurlPlay(
                "cookies/field-in-any-case", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "{{origin}}/set {{origin}}/get", breaks: "> Cookie: on=yes"),
            CurlPlay(
                "cookies/attribute-names", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "{{origin}}/set --next -b 'kept=yes; on=yes' {{origin}}/get", breaks: "> Cookie: kept=yes"),
            CurlPlay(
                "cookies/kept-no-longer", "--rate 24/m -b '' {{origin}}/one {{origin}}/two {{origin}}/three",
                wrong: "{{origin}}/one {{origin}}/two {{origin}}/three", breaks: "> Cookie: on=2"),
            CurlPlay(
                "cookies/any-status", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "{{origin}}/set {{origin}}/get", breaks: "> Cookie: on=yes"),
            CurlPlay(
                "cookies/secure-stays-secure", "-k -b '' \(secureShop) {{//safe/set}} {{//shop/get}}",
                wrong: "-k -b 'secret=1' \(secureShop) {{//safe/set}} {{//shop/get}}", breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/without-domain", "-b '' \(sites) {{//site/set}} {{//www/get}}",
                wrong: "-b 'own=1; shared=2' \(sites) {{//site/set}} {{//www/get}}", breaks: "> Cookie: shared=2"),
            CurlPlay(
                "cookies/expiry", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b off=yes {{origin}}/set {{origin}}/get", breaks: "> Cookie: on=yes"),
            CurlPlay(
                "cookies/expired", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b off=yes {{origin}}/set {{origin}}/get", breaks: "> Cookie: {{absent}}"),
            CurlPlay(
                "cookies/lapsed", "--rate 15/m -b '' {{origin}}/set {{origin}}/get",
                wrong: "--rate 15/m -b 'brief=1; kept=2' {{origin}}/set {{origin}}/get", breaks: "> Cookie: kept=2"),
            CurlPlay(
                "cookies/two-digit-years#99", "-b '' {{origin}}/set {{origin}}/again {{origin}}/get",
                wrong: "-b on=3 {{origin}}/set {{origin}}/again {{origin}}/get", breaks: "> Cookie: {{sent}}"),
            CurlPlay(
                "cookies/last-of-two", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b on=yes {{origin}}/set {{origin}}/get", breaks: "> Cookie: {{sent}}"),
            // curl has "/" in place of the folder: it is given the cookies.
            CurlPlay(
                "cookies/odd-paths",
                "-b 'on=1; kept=2' {{origin}}/a/set {{origin}}/a/get --next -b kept=2 {{origin}}/shop",
                wrong: "-b 'on=1; kept=2' {{origin}}/a/set {{origin}}/a/get {{origin}}/shop",
                breaks: "> Cookie: kept=2"),
            CurlPlay(
                "cookies/domains-in-any-case", "-b '' \(sites) {{//site/set}} {{//www/get}}",
                wrong: "-b other=1 \(sites) {{//site/set}} {{//www/get}}", breaks: "> Cookie: shared=1"),
            CurlPlay(
                "cookies/commas", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "-b off=0 {{origin}}/set {{origin}}/get", breaks: "> Cookie: {{sent}}"),
            CurlPlay(
                "cookies/one-name-two-paths", "-b '' {{origin}}/set {{origin}}/get",
                wrong: "{{origin}}/set {{origin}}/get", breaks: "> Cookie: id=root"),
            CurlPlay(
                "cookies/one-name-two-domains",
                "-b '' \(testSites) {{//site/set}} {{//other/set}} {{//site/get}}",
                wrong: "-b '' \(testSites) {{//site/set}} {{//other/set}}"
                    + " --next -b id=second \(testSites) {{//site/get}}",
                breaks: "> Cookie: id=first"),
        ] + paths + defaultPaths

    private static let shop = "--resolve 'shop.example:{{port shop}}:127.0.0.1'"

    private static let secureShop = shop + " --resolve 'shop.example:{{port safe}}:127.0.0.1'"
    private static let prefixShop = "--resolve 'shop.example:{{port shop}}:127.0.0.1'"
    private static let testSites =
        ["site", "other"].map { "--resolve '\($0).test:{{port \($0)}}:127.0.0.1'" }.joined(separator: " ")
    private static let domains =
        ["site": "site", "other": "other", "alike": "mysite"].sorted { $0 < $1 }
        .map { "--resolve '\($0.value).example:{{port \($0.key)}}:127.0.0.1'" }.joined(separator: " ")
    private static let sites =
        "--resolve 'site.example:{{port site}}:127.0.0.1' --resolve 'www.site.example:{{port www}}:127.0.0.1'"

    private static let paths = [
        ("paths#same", "/shop"), ("paths#below", "/shop/cart"), ("paths#slash", "/shop/cart"),
        ("paths#everywhere", "/a/b/c"), ("outside-paths#beside", "/shopping"), ("outside-paths#above", "/"),
        ("outside-paths#capital", "/Shop"),
    ].map { name, target in
        CurlPlay(
            "cookies/\(name)", "-b '' {{origin}}/set {{origin}}\(target)",
            wrong: "-b off=yes {{origin}}/set {{origin}}\(target)", breaks: broken(name))
    }

    private static func broken(_ name: String) -> String {
        name.hasPrefix("outside") ? "> Cookie: {{absent}}" : "> Cookie: on=yes"
    }

    private static let defaultPaths = [
        ("default-paths#inside", "/a/b/set", "/a/b/get"), ("default-paths#below", "/a/b/set", "/a/b/c/d"),
        ("default-paths#folder", "/a/b/set", "/a/b"), ("default-paths#root", "/set", "/any/path"),
        ("outside-default-paths#above", "/a/b/set", "/a/get"), ("outside-default-paths#beside", "/a/b/set", "/a/bc"),
    ].map { name, set, target in
        CurlPlay(
            "cookies/\(name)", "-b '' {{origin}}\(set) {{origin}}\(target)",
            wrong: "-b off=yes {{origin}}\(set) {{origin}}\(target)", breaks: broken(name))
    }

    /// curl keeps no copies: it plays a client that asks each time, or is given the validator.
    static let caching = [
        CurlPlay(
            "caching/not-the-same#any-way", "{{origin}}/n {{origin}}/n", wrong: "{{origin}}/n",
            breaks: "> GET {{second}}"),
        CurlPlay(
            "caching/part", "-r 0-2 {{origin}}/n --next {{origin}}/n", wrong: "-r 0-2 {{origin}}/n",
            breaks: "> GET /n"),
        CurlPlay(
            "caching/fresh", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/news {{origin}}/news", breaks: "unexpected-request GET /news"),
        CurlPlay(
            "caching/validated",
            "{{origin}}/news --next -H 'If-None-Match: \"v1\"'"
                + " -H 'If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'If-None-Match: \"v2\"' {{origin}}/news",
            breaks: "> If-None-Match: \"v1\""),
        CurlPlay(
            "caching/changed", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/not-stored", "{{origin}}/account {{origin}}/account",
            wrong: "-H 'If-None-Match: \"v1\"' {{origin}}/account {{origin}}/account",
            breaks: "> If-None-Match: {{absent}}"),
        CurlPlay(
            "caching/asked-not-to-use", "{{origin}}/news --next -H 'Cache-Control: no-cache' {{origin}}/news",
            wrong: "{{origin}}/news", breaks: #"never "the copy was used though the request has no-cache""#,
            weighs: "noted"),
        CurlPlay(
            "caching/validated-when-told",
            "{{origin}}/news --next -H 'Cache-Control: no-cache' -H 'If-None-Match: \"v1\"' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'Cache-Control: no-cache' {{origin}}/news",
            breaks: #"never "there is a copy, and all of it is asked for again""#, weighs: "noted"),
        CurlPlay(
            "caching/not-stored-by-request",
            "-H 'Cache-Control: no-store' {{origin}}/account --next {{origin}}/account",
            wrong: "-H 'Cache-Control: no-store' {{origin}}/account", breaks: "> GET /account"),
        CurlPlay(
            "caching/updated-by-304", "{{origin}}/news --next -H 'If-None-Match: \"v1\"' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'If-None-Match: \"v2\"' {{origin}}/news",
            breaks: "> If-None-Match: \"v1\""),
        CurlPlay(
            "caching/reload", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/olds", breaks: "unexpected-request GET /olds instead of GET /news"),
        CurlPlay(
            "caching/own-condition", "-H 'If-None-Match: \"v1\"' {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> If-None-Match: \"v1\""),
        CurlPlay(
            "caching/vary", "-H 'Accept-Language: en' {{origin}}/news --next -H 'Accept-Language: de' {{origin}}/news",
            wrong: "-H 'Accept-Language: en' {{origin}}/news {{origin}}/news", breaks: "> Accept-Language: de"),
        CurlPlay(
            "caching/no-longer-fresh#aged", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/changed-by-post#post", "{{origin}}/list --next -d '' {{origin}}/list --next {{origin}}/list",
            wrong: "{{origin}}/list --next -d '' {{origin}}/list", breaks: "> GET /list"),
        CurlPlay(
            "caching/not-by-the-app", "{{origin}}/news {{origin}}/news",
            wrong: "-H 'If-None-Match: \"v1\"' {{origin}}/news {{origin}}/news", breaks: "> If-None-Match: {{absent}}"),
        CurlPlay(
            "caching/vary-cookie", "-b '' {{origin}}/login {{origin}}/news {{origin}}/settings {{origin}}/news",
            wrong: "{{origin}}/login {{origin}}/news {{origin}}/settings {{origin}}/news", breaks: "> Cookie: lang=de"),
        CurlPlay(
            "caching/age", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/news {{origin}}/news", breaks: "unexpected-request GET /news"),
        CurlPlay(
            "caching/redirect-asked-again", "-L {{origin}}/old {{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "> GET /old"),
        CurlPlay(
            "caching/redirect", "-L {{origin}}/old {{origin}}/old",
            wrong: "-L {{origin}}/old {{origin}}/new {{origin}}/new", breaks: "unexpected-request GET /new"),
        CurlPlay(
            "caching/stale-while-asking", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/news {{origin}}/news", breaks: "unexpected-request GET /news"),
        CurlPlay(
            "caching/stale-if-error", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/error-told", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/empty", "{{origin}}/ping {{origin}}/ping",
            wrong: "{{origin}}/ping {{origin}}/ping {{origin}}/ping", breaks: "unexpected-request GET /ping"),
        CurlPlay(
            "caching/field-in-any-case", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/news {{origin}}/news", breaks: "unexpected-request GET /news"),
        CurlPlay(
            "caching/fresh-by-trailers", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/changed-by-form",
            "{{origin}}/list --next -L -d two {{origin}}/list --next {{origin}}/list",
            wrong: "{{origin}}/list --next -L -d two {{origin}}/list", breaks: "> GET /list"),
        CurlPlay(
            "caching/outdated-by-head", "{{origin}}/news --next -I {{origin}}/news --next {{origin}}/news",
            wrong: "{{origin}}/news --next -I {{origin}}/news",
            breaks: #"never "the copy was used, and has another entity tag than the HEAD told""#, weighs: "warning"),
        CurlPlay(
            "caching/kept-in-memory", "-k {{//web}}/account", wrong: "{{//web}}/account", breaks: "> GET //web/account"),
        CurlPlay(
            "caching/copy-or-nothing", "{{origin}}/news",
            wrong: "{{origin}}/news {{origin}}/news", breaks: "unexpected-request GET /news"),
        CurlPlay(
            "caching/cut-short", "{{origin}}/news {{origin}}/news", exit: nil,
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/for-shared-caches", "{{origin}}/mine {{origin}}/news {{origin}}/news {{origin}}/mine",
            wrong: "{{origin}}/mine {{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/of-another-origin",
            "{{//other/a}} {{//other/b}} --next -d '' {{origin}}/orders --next {{//other/b}} {{//other/a}}",
            wrong: "{{//other/a}} {{//other/b}} --next -d '' {{origin}}/orders --next {{//other/a}}",
            breaks: #"never "the reply of one origin has outdated the copy of another's page""#),
        CurlPlay(
            "caching/grown-old", "--rate 24/m {{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/old-by-date", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/control-in-two-fields", "{{origin}}/news {{origin}}/news",
            wrong: "{{origin}}/news", breaks: "> GET /news"),
        CurlPlay(
            "caching/by-origin", "{{origin}}/news {{//other/news}}",
            wrong: "{{origin}}/news", breaks: "> GET //other/news"),
        CurlPlay(
            "caching/vary-by-several",
            "-H 'Accept-Language: en' {{origin}}/news --next -H 'Accept-Language: de' {{origin}}/news",
            wrong: "-H 'Accept-Language: en' {{origin}}/news {{origin}}/news", breaks: "> Accept-Language: de"),
        CurlPlay(
            "caching/length-of-a-304", "{{origin}}/news --next -H 'If-None-Match: \"v1\"' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'If-None-Match: \"v2\"' {{origin}}/news",
            breaks: "> If-None-Match: \"v1\""),
        CurlPlay(
            "caching/validated-by-date",
            "{{origin}}/news --next -H 'If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'If-Modified-Since: Mon, 07 Nov 1994 08:49:37 GMT' {{origin}}/news",
            breaks: "> If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT"),
        CurlPlay(
            "caching/validated-weakly", "{{origin}}/news --next -H 'If-None-Match: W/\"v1\"' {{origin}}/news",
            wrong: "{{origin}}/news --next -H 'If-None-Match: \"v1\"' {{origin}}/news",
            breaks: "> If-None-Match: W/\"v1\""),
        CurlPlay(
            "caching/not-that-part", "-r 0-2 {{origin}}/n --next -r 3-5 {{origin}}/n",
            wrong: "-r 0-2 {{origin}}/n --next {{origin}}/n", breaks: "> Range: bytes=3-5"),
    ]

    static let metadata =
        [
            CurlPlay(
                "metadata/types", "{{origin}}/document",
                wrong: "{{origin}}/document.txt",
                breaks: "unexpected-request GET /document.txt instead of GET /document"),
            CurlPlay(
                "metadata/file-names#given", "{{origin}}/get?id=1",
                wrong: "{{origin}}/get?id=2", breaks: "unexpected-request GET /get?id=2 instead of GET /get?id=1"),
            CurlPlay(
                "metadata/file-names#token", "{{origin}}/get?id=1",
                wrong: "-X POST {{origin}}/get?id=1",
                breaks: "unexpected-request POST /get?id=1 instead of GET /get?id=1"),
            CurlPlay(
                "metadata/file-names#inline", "{{origin}}/get?id=1",
                wrong: "-X POST {{origin}}/get?id=1",
                breaks: "unexpected-request POST /get?id=1 instead of GET /get?id=1"),
            CurlPlay(
                "metadata/file-names#no-path", "{{origin}}/get?id=1",
                wrong: "-X POST {{origin}}/get?id=1",
                breaks: "unexpected-request POST /get?id=1 instead of GET /get?id=1"),
            CurlPlay(
                "metadata/file-names#url", "{{origin}}/poems/rose.txt",
                wrong: "-X POST {{origin}}/poems/rose.txt",
                breaks: "unexpected-request POST /poems/rose.txt instead of GET /poems/rose.txt"),
            CurlPlay(
                "metadata/unknown-length", "{{origin}}/stream",
                wrong: "-d x {{origin}}/stream", breaks: "unexpected-request POST /stream instead of GET /stream"),
            CurlPlay(
                "metadata/errors-are-responses", "{{origin}}/trouble",
                wrong: "{{origin}}/trouble {{origin}}/trouble", breaks: "unexpected-request GET /trouble"),
            CurlPlay(
                "metadata/cancelled-at-the-response", "--max-filesize 10 {{origin}}/big", exit: 63,
                wrong: "--max-filesize 10 {{origin}}/big {{origin}}/big", breaks: "unexpected-request GET /big"),
            CurlPlay(
                "metadata/becomes-a-download", "{{origin}}/film",
                wrong: "-I {{origin}}/film", breaks: "unexpected-request HEAD /film instead of GET /film"),
            CurlPlay(
                "multipart/replaced", "{{origin}}/camera",
                wrong: "{{origin}}/camera {{origin}}/camera", breaks: "unexpected-request GET /camera"),
        ]

    static let locator = [
        CurlPlay(
            "locator/current",
            "-H 'Accept: application/json' {{origin}}/services.json --next {{origin}}/weather/v2?city=London"
                + " {{origin}}/stock/v2?symbol=FIDO",
            wrong: "-H 'Accept: application/json' {{origin}}/services.json --next {{origin}}/weather/v1?city=London",
            breaks: "unexpected-request GET /weather/v1?city=London instead of GET /weather/v2?city=London"),
        CurlPlay(
            "locator/reloaded",
            "{{origin}}/services.json {{origin}}/weather/v2 {{origin}}/services.json {{//new/weather/v2}}",
            wrong: "{{origin}}/services.json {{origin}}/weather/v2 {{origin}}/services.json {{origin}}/weather/v2",
            breaks: "unexpected-request GET /weather/v2 instead of GET //new/weather/v2"),
        CurlPlay(
            "locator/older-version", "{{origin}}/services.json {{origin}}/weather/v1",
            wrong: "{{origin}}/services.json {{origin}}/weather/v2",
            breaks: "unexpected-request GET /weather/v2 instead of GET /weather/v1"),
        CurlPlay(
            "locator/unusable", "{{origin}}/services.json",
            wrong: "{{origin}}/services.json {{origin}}/weather/v2", breaks: "unexpected-request GET /weather/v2"),
        CurlPlay(
            "locator/unreachable", "{{origin}}/services.json {{//gone/weather/v2}}", exit: 7,
            wrong: "{{origin}}/services.json {{origin}}/weather/v2", breaks: "unexpected-request GET /weather/v2"),
    ]
}
