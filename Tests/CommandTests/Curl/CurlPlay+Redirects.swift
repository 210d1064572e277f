// CurlPlay+Redirects.swift: redirects and canonical URLs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let redirects = [
        CurlPlay(
            "redirects/followed", "-L {{origin}}/old",
            wrong: "{{origin}}/old", breaks: "> GET /new"),
        CurlPlay(
            "redirects/field-in-any-case", "-L {{origin}}/old",
            wrong: "{{origin}}/old", breaks: "> GET /new"),
        CurlPlay(
            "redirects/fields-stay",
            "-L -A shop/1.0 -H 'Accept: application/json' -H 'Accept-Language: de' -H 'X-App: 7' {{origin}}/old",
            wrong: "-A shop/1.0 -H 'Accept: application/json' -H 'Accept-Language: de' -H 'X-App: 7' {{origin}}/old "
                + "--next -A shop/1.0 -H 'Accept: application/json' -H 'Accept-Language: de' {{origin}}/new",
            breaks: "> X-App: 7", weighs: "warning"),
        CurlPlay(
            "redirects/refused", "{{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "unexpected-request GET /new"),
        CurlPlay(
            "redirects/changed", "{{origin}}/old --next -H 'X-Sent-By: delegate' {{origin}}/elsewhere",
            wrong: "{{origin}}/old --next {{origin}}/elsewhere", breaks: "> X-Sent-By: delegate"),
        CurlPlay(
            "redirects/body-given",
            "-H 'Content-Type: text/plain' -d fido {{origin}}/old --next -d name=rex {{origin}}/new",
            wrong: "-H 'Content-Type: text/plain' -d fido {{origin}}/old --next -d name=fido {{origin}}/new",
            breaks: "> name=rex"),
        CurlPlay(
            "redirects/cookies-stay-home",
            "{{origin}}/set --next -L -H 'Cookie: own=2' {{origin}}/start --next -L -H 'Cookie: stored=1' {{origin}}/again",
            wrong: "{{origin}}/set --next -L -b own=2 {{origin}}/start --next -L -b stored=1 {{origin}}/again",
            breaks: "> Cookie: {{absent}}"),
        CurlPlay(
            "redirects/another-scheme", "-L {{origin}}/old", exit: 1,
            wrong: "-L {{origin}}/older", breaks: "unexpected-request GET /older instead of GET /old"),
        CurlPlay(
            "redirects/another-scheme-refused", "{{origin}}/old",
            wrong: "{{origin}}/older", breaks: "unexpected-request GET /older instead of GET /old"),
        CurlPlay(
            "redirects/to-a-file", "-L {{origin}}/old", exit: 1,
            wrong: "-L {{origin}}/older", breaks: "unexpected-request GET /older instead of GET /old"),
        CurlPlay(
            "redirects/cancelled", "{{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "unexpected-request GET /new"),
        CurlPlay(
            "redirects/post-becomes-get", "-L -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L --post301 --post302 --post303 -d name=fido&kind=dog {{origin}}/submit",
            breaks: "unexpected-request POST /thanks instead of GET /thanks", weighs: "noted"),
        CurlPlay(
            "redirects/post-stays-post#307,POST",
            "-L -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -H 'Content-Type: text/plain' -d name=rex&kind=dog {{origin}}/submit",
            breaks: "> name=fido&kind=dog"),
        CurlPlay(
            "redirects/post-stays-post#308,PUT",
            "-L -X PUT -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -X PUT -d name=fido&kind=dog {{origin}}/submit", breaks: "> Content-Type: text/plain"),
        CurlPlay(
            "redirects/post-stays-post#307,PUT",
            "-L -X PUT -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -X PUT -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submits",
            breaks: "unexpected-request PUT /submits instead of PUT /submit"),
        CurlPlay(
            "redirects/post-stays-post#308,POST",
            "-L -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -H 'Content-Type: text/plain' -d name=fido&kind=cat {{origin}}/submit",
            breaks: "> name=fido&kind=dog"),
        CurlPlay(
            "redirects/post-stays-post#307,PATCH",
            "-L -X PATCH -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -X PATCH -H 'Content-Type: text/plain' -d name=rex&kind=dog {{origin}}/submit",
            breaks: "> name=fido&kind=dog"),
        CurlPlay(
            "redirects/post-stays-post#308,PATCH",
            "-L -X PATCH -H 'Content-Type: text/plain' -d name=fido&kind=dog {{origin}}/submit",
            wrong: "-L -X PATCH -d name=fido&kind=dog {{origin}}/submit", breaks: "> Content-Type: text/plain"),
        CurlPlay(
            "redirects/put-becomes-get", "-L -T [100] {{origin}}/item",
            wrong: "-L -X PUT -T [100] {{origin}}/item", breaks: "unexpected-request PUT /state instead of GET /state",
            weighs: "warning"),
        CurlPlay(
            "redirects/delete-stays-delete", "-L -X DELETE {{origin}}/old/item",
            wrong: "-L {{origin}}/old/item", breaks: "unexpected-request GET /old/item instead of DELETE /old/item"),
        CurlPlay(
            "redirects/head-stays-head", "-L -I {{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "unexpected-request GET /old instead of HEAD /old", weighs: "warning"),
        CurlPlay(
            "redirects/head-behind-307", "-L -I {{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "unexpected-request GET /old instead of HEAD /old"),
        CurlPlay(
            "redirects/head-behind-303", "-L -I {{origin}}/old",
            wrong: "-L {{origin}}/old", breaks: "unexpected-request GET /old instead of HEAD /old"),
        CurlPlay(
            "redirects/chain", "-L {{origin}}/hop/1",
            wrong: "-L --max-redirs 3 {{origin}}/hop/1", breaks: "> GET /hop/{{count}}"),
        CurlPlay(
            "redirects/loop", "-L --max-redirs 20 {{origin}}/again", exit: 47,
            wrong: "-L --max-redirs 200 {{origin}}/again", breaks: "unexpected-request GET /again"),
        CurlPlay(
            "redirects/empty-location", "-L {{origin}}/again",
            wrong: "-I {{origin}}/again", breaks: "unexpected-request HEAD /again instead of GET /again",
            weighs: "warning"),
        CurlPlay(
            "redirects/location-in-any-case", "-L {{origin}}/old",
            wrong: "{{origin}}/old", breaks: "> GET /New/Page"),
        CurlPlay(
            "redirects/host-in-any-case", "-L {{origin}}/old",
            wrong: "{{origin}}/old", breaks: "> GET //other/new"),
        CurlPlay(
            "redirects/references", "-L {{origin}}/b/c/d;p?q",
            wrong: "{{origin}}/b/c/d;p?q", breaks: "> GET {{target}}"),
        CurlPlay(
            "redirects/comma", "-L {{origin}}/old",
            wrong: "{{origin}}/old", breaks: "> GET {{location}}"),
        CurlPlay(
            "redirects/fragments#inherited", "-L {{origin}}/old#top",
            wrong: "-L {{origin}}/old%23top", breaks: "unexpected-request GET /old%23top"),
        CurlPlay(
            "redirects/fragments#own", "-L {{origin}}/old#top",
            wrong: "{{origin}}/old#top", breaks: "> GET /new"),
        CurlPlay(
            "redirects/fragments#first", "-L {{origin}}/old",
            wrong: "{{origin}}/old {{origin}}/new%23end", breaks: "unexpected-request GET /new%23end"),
        CurlPlay(
            "redirects/absolute", "-L {{origin}}/old",
            wrong: "-L {{origin}}/old --next {{//other/new}}", breaks: "unexpected-request GET /new"),
        CurlPlay(
            "redirects/credentials-stay-home", "-L -H 'Authorization: Bearer abc' {{origin}}/start",
            wrong: "-L {{origin}}/start", breaks: "> Authorization: Bearer abc"),
        CurlPlay(
            "redirects/proxy-credentials-stay-home", "-L {{origin}}/start",
            wrong: "-L -H 'Proxy-Authorization: Basic YWxpY2U6c2VjcmV0' {{origin}}/start",
            breaks: "> Proxy-Authorization: {{absent}}", weighs: "noted"),
        CurlPlay(
            "redirects/host-of-the-app", "-L {{origin}}/old",
            wrong: "-L -H 'Host: shop.test' {{origin}}/old", breaks: "> GET //other/new", weighs: "noted"),
        CurlPlay(
            "redirects/credentials-left-behind", "-L -H 'Authorization: Bearer abc' {{origin}}/start",
            wrong: "-L {{origin}}/start", breaks: "> Authorization: Bearer abc"),
        CurlPlay(
            "redirects/credentials-stay-secure", "-L \(ca) -H 'Authorization: Bearer abc' {{//web}}/start",
            wrong: "-L \(ca) {{//web}}/start", breaks: "> Authorization: Bearer abc"),
        CurlPlay(
            "redirects/credentials-within", "-L -H 'Authorization: Bearer abc' {{origin}}/start",
            wrong: "-L -H 'Authorization: Bearer xyz' {{origin}}/start", breaks: "> Authorization: Bearer abc"),
        CurlPlay(
            "redirects/to-nobody", "-L {{origin}}/old", exit: 7,
            wrong: "-L {{origin}}/older", breaks: "unexpected-request GET /older instead of GET /old"),
        CurlPlay(
            "redirects/without-location", "-L {{origin}}/old",
            wrong: "-I {{origin}}/old", breaks: "unexpected-request HEAD /old instead of GET /old", weighs: "noted"),
        CurlPlay(
            "redirects/not-a-redirect", "-L {{origin}}/here",
            wrong: "{{origin}}/here --next {{origin}}/there", breaks: "unexpected-request GET /there"),
        CurlPlay(
            "redirects/not-modified", "-H 'If-None-Match: \"a\"' {{origin}}/here",
            wrong: "-L -H 'If-None-Match: \"a\"' {{origin}}/here",
            breaks: #"never "the Location of a 304 was followed""#, weighs: "noted"),
        CurlPlay(
            "redirects/cookie-breaks-the-loop", "-L -b '' {{origin}}/welcome",
            wrong: "-L {{origin}}/welcome", breaks: "> Cookie: seen=yes"),
        CurlPlay(
            "redirects/large-body", "-L {{origin}}/old",
            wrong: "--max-filesize 10 {{origin}}/old", breaks: "> GET /new"),
        CurlPlay(
            "redirects/body-asked-for-again",
            "-L -H 'Transfer-Encoding: chunked' --data-binary @[10000] {{origin}}/up",
            wrong: "-L -H 'Transfer-Encoding: chunked' --data-binary @[9999] {{origin}}/up",
            breaks: "> {{bytes 10000}}"),
    ]

    static let canonical =
        [
            CurlPlay(
                "canonical/no-path", "{{origin}}",
                wrong: "-X POST {{origin}}", breaks: "unexpected-request POST / instead of GET /"),
            CurlPlay(
                "canonical/changes-yes-redirects-no", "{{origin}}",
                wrong: "-L {{origin}}", breaks: "unexpected-request GET /elsewhere"),
            CurlPlay(
                "canonical/sent-elsewhere", "{{origin}}",
                wrong: "{{origin}}/other", breaks: "unexpected-request GET /other"),
            CurlPlay(
                "canonical/repeated-slashes", "{{origin}}/a//b///",
                wrong: "{{origin}}/a/b/", breaks: "unexpected-request GET /a/b/ instead of GET /a//b///",
                weighs: "noted"),
            CurlPlay(
                "canonical/host", "{{origin}}/ --next {{//other}}/",
                wrong: "-H 'Host: example.org' {{origin}}/ --next {{//other}}/",
                breaks: "> Host: {{authority main}}"),
        ] + dots + escapes + sameEscapes + reserved + fragments

    private static let dots =
        [
            ("dot", "/a/./b"), ("up", "/a/../b"), ("too-far", "/../../a"), ("at-end", "/a/b/.."),
        ].map { name, path in
            CurlPlay(
                "canonical/dot-segments#\(name)", "{{origin}}\(path)",
                wrong: "--path-as-is {{origin}}\(path)", breaks: "unexpected-request GET \(path)", weighs: "noted")
        } + [
            CurlPlay(
                "canonical/dot-segments#three", "{{origin}}/a/.../b",
                wrong: "{{origin}}/a/../b", breaks: "unexpected-request GET /b instead of GET /a/.../b", weighs: "noted"
            )
        ]

    private static let escapes = [
        ("slash", "/a%2Fb", "/a/b"), ("percent", "/100%25", "/100%2525"),
        ("ampersand", "/find?q=salt%26pepper", "/find?q=salt&pepper"), ("plus", "/find?q=1%2B1", "/find?q=1+1"),
        ("space", "/a%20b", "/a+b"), ("utf-8", "/caf%C3%A9", "/caf%E9"),
    ].map { name, right, wrong in
        CurlPlay(
            "canonical/escapes#\(name)", "{{origin}}\(right)",
            wrong: "{{origin}}\(wrong)", breaks: "unexpected-request GET \(wrong)")
    }

    private static let sameEscapes = [
        ("lower-case", "/caf%c3%a9", "/caf%25c3%25a9"), ("lower-case", "/caf%C3%A9", "/caf%E9"),
        ("tilde", "/%7Euser", "/%257Euser"), ("tilde", "/~user", "/user"),
    ].map { name, right, wrong in
        CurlPlay(
            "canonical/same-escapes#\(name)", "{{origin}}\(right)",
            wrong: "{{origin}}\(wrong)", breaks: "unexpected-request GET \(wrong)")
    }

    private static let reserved = [
        ("colon", "/a:b", "/a%3Ab"), ("at", "/@me", "/%40me"), ("parameters", "/a;p=1;q=2", "/a"),
        ("equals", "/a=b", "/a%3Db"), ("commas", "/1,2,3", "/1%2C2%2C3"),
        ("sub-delims", "/!$&\"'\"()*+,;=", "/!$&()*+,;="), ("plus", "/find?q=1+1", "/find?q=1%201"),
        ("query-marks", "/find?q=what?/really", "/find?q=what%3F%2Freally"), ("empty-query", "/find?", "/find"),
        ("empty-value", "/find?a=&b", "/find?a&b"),
    ].map { name, right, wrong in
        CurlPlay(
            "canonical/reserved#\(name)", "{{origin}}\(right)",
            wrong: "{{origin}}\(wrong)", breaks: "unexpected-request GET \(wrong)")
    }

    private static let fragments = [
        ("plain", "/a#part"), ("query", "/a?b=c#d"), ("empty", "/a#"), ("slashes", "/a#/b?c"),
    ].map { name, right in
        CurlPlay(
            "canonical/fragment#\(name)", "{{origin}}\(right)",
            wrong: "--request-target \(right) {{origin}}/", breaks: "unexpected-request GET \(right)")
    }
}
