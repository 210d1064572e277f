// CurlPlay+Authentication.swift: Basic and Digest, by curl, and by clients in Python for what curl cannot do.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension CurlPlay {
    static let authentication = basic + spaces + digest + digestWriting + sessions + confirmations + proxyChallenges

    private static let alice = "--anyauth -u alice:secret {{origin}}"
    private static let bob = "--anyauth -u bob:secret {{origin}}"
    private static let digestOfAlice = "--digest -u alice:secret {{origin}}"
    private static let digestOfBob = "--digest -u bob:secret {{origin}}"
    /// A client that implements all of RFC 7616; the options behind it are its own.
    private static let python = "python digest-client {{origin}} --user alice:secret"

    private static let basicLine = "> Authorization: {{basic alice:secret}}"
    private static let digestLine = "> Authorization: {{digest alice:secret}}"

    private static func rows(
        _ file: String, _ cases: [String], _ curl: String, wrong: String, breaks: String,
        weighs: String = "failure"
    ) -> [CurlPlay] {
        cases.map { CurlPlay("authentication/\(file)#\($0)", curl, wrong: wrong, breaks: breaks, weighs: weighs) }
    }

    private static let basic =
        [
            CurlPlay(
                "authentication/basic", "\(alice)/vault", wrong: "--anyauth -u alice:wrong {{origin}}/vault",
                breaks: basicLine),
            CurlPlay(
                "authentication/second-try",
                "--anyauth -u alice:wrong {{origin}}/vault --next -u alice:secret {{origin}}/vault",
                wrong: "--anyauth -u alice:other {{origin}}/vault --next -u alice:secret {{origin}}/vault",
                breaks: "> Authorization: {{basic alice:wrong}}"),
            CurlPlay(
                "authentication/utf-8", "--anyauth -u test:123£ {{origin}}/vault",
                wrong: "\(alice)/vaults", breaks: "unexpected-request GET /vaults instead of GET /vault"),
            CurlPlay(
                "authentication/several-fields", "\(alice)/vault", wrong: "\(bob)/vault", breaks: basicLine),
            CurlPlay(
                "authentication/no-challenge", "\(alice)/vault", wrong: "{{origin}}/vault {{origin}}/vault",
                breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "authentication/refused", "{{origin}}/vault", wrong: "\(alice)/vault",
                breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "authentication/refused-again", "\(alice)/vault",
                wrong: "\(alice)/vault --next -u alice:secret {{origin}}/vault",
                breaks: #"never "the password that was refused was sent again""#, weighs: "warning"),
            CurlPlay(
                "authentication/left-alone", "{{origin}}/vault", wrong: "\(alice)/vault",
                breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "authentication/cancelled-while-asked", "{{origin}}/vault", wrong: "\(alice)/vault",
                breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "authentication/out-of-time", "{{origin}}/vault", wrong: "\(alice)/vault",
                breaks: "unexpected-request GET /vault"),
            CurlPlay(
                "authentication/rejected", "{{origin}}/vault --next -u alice:secret {{origin}}/vault",
                wrong: "{{origin}}/vault --next -u alice:guess {{origin}}/vault",
                breaks: "> Authorization: {{basic alice:secret}}"),
            CurlPlay(
                "authentication/answered-late", "\(python) --pause 1 /vault", wrong: "\(python) /vault",
                breaks: "too-soon GET /vault"),
            CurlPlay(
                "authentication/body-again",
                "--anyauth -u alice:secret --data-binary @[1000] {{origin}}/vault",
                wrong: "--anyauth -u alice:secret --data-binary @[999] {{origin}}/vault",
                breaks: "> {{bytes 1000}}"),
            CurlPlay(
                "authentication/same-connection", "\(alice)/vault",
                wrong: "{{origin}}/vault --next -u bob:secret {{origin}}/vault", breaks: basicLine),
            CurlPlay(
                "authentication/closed-connection", "\(alice)/vault",
                wrong: "{{origin}}/vault --next -u bob:secret {{origin}}/vault", breaks: basicLine),
            CurlPlay(
                "authentication/information", "\(alice)/vault", wrong: "\(bob)/vault", breaks: basicLine),
        ]
        + rows(
            "scheme-in-any-case", ["small", "large", "mixed"], "\(alice)/vault",
            wrong: "{{origin}}/vault {{origin}}/vault", breaks: basicLine)
        + rows(
            "field-in-any-case", ["small", "large", "mixed"], "\(alice)/vault", wrong: "\(bob)/vault",
            breaks: basicLine)
        + rows(
            "one-of-several", ["behind", "before", "no-words", "token68", "commas", "blanks", "in-quotes"],
            "\(alice)/vault", wrong: "\(bob)/vault", breaks: basicLine)
        + rows(
            "realms", ["quotes", "backslash", "needless", "comma", "empty"], "\(alice)/vault", wrong: "\(bob)/vault",
            breaks: basicLine)
        + rows(
            "not-answered", ["unknown", "bearer", "no-name", "empty"], "\(alice)/vault",
            wrong: "{{origin}}/vault {{origin}}/vault", breaks: "unexpected-request GET /vault")
        // With --anyauth, curl would answer these.
        + rows(
            "not-answered", ["no-realm", "garbage"], "-u alice:secret {{origin}}/vault",
            wrong: "{{origin}}/vault {{origin}}/vault", breaks: "unexpected-request GET /vault")
        + rows(
            "other-statuses", ["200", "403", "404"], "\(alice)/vault", wrong: "{{origin}}/vault {{origin}}/vault",
            breaks: "unexpected-request GET /vault", weighs: "noted")
        + [
            ("empty", "alice:"), ("colon", "alice:a:b:c"), ("blank", "'alice:open sesame'"),
            ("quotes", "'alice:say \"so\"'"), ("no-user", ":secret"), ("nothing", ":"),
        ].map { name, credentials in
            CurlPlay(
                "authentication/passwords#\(name)", "--anyauth -u \(credentials) {{origin}}/vault",
                wrong: "--anyauth -u alice:x {{origin}}/vault",
                breaks: "> Authorization: {{basic \"{{user}}:{{password}}\"}}")
        }

    /// Which requests carry credentials, and which do not.
    private static let spaces = [
        CurlPlay(
            "authentication/location-names-user",
            "{{origin}}/vault/ --next -u alice:secret {{origin}}/vault/ --next {{origin}}/vault/bob"
                + " --next -u bob:builder {{origin}}/vault/bob",
            wrong: "{{origin}}/vault/ --next -u alice:secret {{origin}}/vault/ --next {{origin}}/vault/bob"
                + " --next -u alice:secret {{origin}}/vault/bob",
            breaks: "> Authorization: {{basic bob:builder}}", weighs: "noted"),
        CurlPlay(
            "authentication/url-credentials", "'http://alice:secret@{{authority main}}/vault'",
            wrong: "'http://alice:other@{{authority main}}/vault'", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/used-again", "\(alice)/vault/one --next -u alice:secret {{origin}}/vault/two",
            wrong: "\(alice)/vault/one --next -u alice:wrong {{origin}}/vault/two", breaks: basicLine),
        CurlPlay(
            "authentication/other-realm", "\(alice)/one/vault --next --anyauth -u bob:public {{origin}}/two/vault",
            wrong: "\(alice)/one/vault --next --anyauth -u alice:secret {{origin}}/two/vault",
            breaks: "> Authorization: {{basic bob:public}}"),
        CurlPlay(
            "authentication/other-origin", "\(alice)/vault --next {{//other/vault}}",
            wrong: "\(alice)/vault --next -u alice:secret {{//other/vault}}", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/redirected-elsewhere", "-L \(alice)/vault", wrong: "-L --location-trusted \(alice)/vault",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/redirected-to-a-subdomain", "-L \(alice)/vault",
            wrong: "-L --location-trusted \(alice)/vault", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/field-at-a-subdomain", "-L -H 'Authorization: Bearer abc' {{origin}}/start",
            wrong: "-L --location-trusted -H 'Authorization: Bearer abc' {{origin}}/start",
            breaks: "> Authorization: {{absent}}", weighs: "noted"),
        CurlPlay(
            "authentication/post-redirected-elsewhere", "-L -d fido \(alice)/vault",
            wrong: "-L --location-trusted -d fido \(alice)/vault", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/redirected-to-plain", "-L \(ca) --anyauth -u alice:secret {{//web}}/vault",
            wrong: "-L \(ca) --location-trusted --anyauth -u alice:secret {{//web}}/vault",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/url-credentials-redirected", "-L 'http://alice:secret@{{authority main}}/vault'",
            wrong: "-L --location-trusted 'http://alice:secret@{{authority main}}/vault'",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/url-credentials-stay-secure", "-L \(ca) 'https://alice:secret@{{authority web}}/vault'",
            wrong: "-L \(ca) --location-trusted 'https://alice:secret@{{authority web}}/vault'",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/asked-without-tls", "-L \(ca) --anyauth -u alice:secret {{//web}}/vault",
            wrong: "-L \(ca) --location-trusted --anyauth -u alice:secret {{//web}}/vault",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/another-cnonce", "--digest -u alice:secret {{origin}}/vault {{//other}}/vault",
            wrong: "-H 'Authorization: Digest cnonce=\"abc\"' {{origin}}/vault {{origin}}/vault"
                + " {{//other}}/vault {{//other}}/vault",
            breaks: #"never "the cnonce is the one that another nonce got""#, weighs: "noted"),
        CurlPlay(
            "authentication/asked-elsewhere#Basic", "-L \(alice)/vault", wrong: "-L --location-trusted \(alice)/vault",
            breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/asked-elsewhere#Digest", "-L \(digestOfAlice)/vault",
            wrong: "-L --location-trusted \(digestOfAlice)/vault", breaks: "> Authorization: {{absent}}"),
        CurlPlay(
            "authentication/asked-first-elsewhere", "-L \(alice)/start", wrong: "-L --location-trusted \(alice)/start",
            breaks: #"never "the password of the first origin was given to another""#),
        CurlPlay(
            "authentication/redirected-to-another", "-L --location-trusted \(alice)/old",
            wrong: "-L \(bob)/old --location-trusted",
            breaks: basicLine),
        CurlPlay("authentication/redirected-to", "-L \(alice)/old", wrong: "-L \(bob)/old", breaks: basicLine),
        CurlPlay(
            "authentication/digest-redirected", "-L \(digestOfAlice)/old?a=b", wrong: "-L \(digestOfBob)/old?a=b",
            breaks: digestLine),
    ]

    private static let digest =
        [
            CurlPlay(
                "authentication/digest", "\(digestOfAlice)/vault?page=1",
                wrong: "--digest -u alice:wrong {{origin}}/vault?page=1", breaks: md5Line),
            CurlPlay(
                "authentication/digest", "\(python) /vault?page=1",
                wrong: "\(python) --mistake method /vault?page=1", breaks: md5Line),
        ]
        + rows(
            "digest-algorithms", ["md5-sess", "sha256", "sha256-sess"], "\(digestOfAlice)/vault?page=1",
            wrong: "--digest -u alice:wrong {{origin}}/vault?page=1", breaks: algorithmLine)
        // Who leaves it at the 401 does not know the algorithm.
        + rows(
            "digest-algorithms", ["md5-sess", "sha256", "sha256-sess", "sha512", "sha512-sess"],
            "{{origin}}/vault?page=1", wrong: "{{origin}}/vault?page=1 {{origin}}/vault?page=1", breaks: algorithmLine)
        + [
            ("md5-sess", "query"), ("sha256", "md5"), ("sha256-sess", "opaque"), ("sha512", "quoted"),
            ("sha512-sess", "method"),
        ].map { name, mistake in
            CurlPlay(
                "authentication/digest-algorithms#\(name)", "\(python) /vault?page=1",
                wrong: "\(python) --mistake \(mistake) /vault?page=1", breaks: algorithmLine)
        }
        + rows(
            "protections", ["auth", "either", "and-more"], "\(digestOfAlice)/vault",
            wrong: "\(digestOfBob)/vault", breaks: digestLine)
        + rows(
            "protections", ["auth", "either", "and-more"], "\(python) /vault",
            wrong: "\(python) --mistake method /vault", breaks: digestLine)
        + rows(
            "no-protection", ["none", "nothing"], "\(digestOfAlice)/vault",
            wrong: "\(digestOfBob)/vault", breaks: digestLine)
        + rows(
            "no-protection", ["none", "nothing"], "\(python) /vault",
            wrong: "\(python) --mistake method /vault", breaks: digestLine)
        + rows(
            "protections", ["blanks"], "\(python) /vault", wrong: "\(python) /vaults",
            breaks: "unexpected-request GET /vaults instead of GET /vault")
        + [
            CurlPlay(
                "authentication/no-body-covered", "\(digestOfAlice)/vault", wrong: "\(digestOfBob)/vault",
                breaks: "> Authorization: {{digest alice:secret qop=auth-int}}"),
            CurlPlay(
                "authentication/body-covered", "\(python) --body 1000 POST /vault",
                wrong: "\(python) --body 1000 --mistake body POST /vault",
                breaks: "> Authorization: {{digest alice:secret qop=auth-int}}"),
            CurlPlay(
                "authentication/digest-post", "--digest -u alice:secret --data-binary @[1000] {{origin}}/vault",
                wrong: "--digest -u alice:secret --data-binary @[999] {{origin}}/vault", breaks: "> {{bytes 1000}}"),
            CurlPlay(
                "authentication/long-challenge", "\(digestOfAlice)/vault", wrong: "\(digestOfAlice)/vaults",
                breaks: "unexpected-request GET /vaults instead of GET /vault"),
        ]
        + [("slash", "/a%2Fb"), ("blank", "/a%20b"), ("ampersand", "/a?c=d%26e"), ("percent", "/a%2525")].map {
            CurlPlay(
                "authentication/digest-escapes#\($0)", "\(digestOfAlice)\($1)", wrong: "\(digestOfBob)\($1)",
                breaks: digestLine)
        }

    private static let md5Line = "> Authorization: {{digest alice:secret algorithm=MD5 qop=auth nc=1}}"
    private static let algorithmLine = "> Authorization: {{digest alice:secret algorithm={{algorithm}} qop=auth nc=1}}"

    /// Which challenge is answered, and how it is written.
    private static let digestWriting =
        rows(
            "strongest", ["sha256", "md5"], "\(digestOfAlice)/vault", wrong: "{{origin}}/vault", breaks: "> GET /vault")
        + rows(
            "digest-over-basic", ["before", "behind"], "\(alice)/vault", wrong: "{{origin}}/vault",
            breaks: "> GET /vault")
        + rows(
            "odd-writing", ["unquoted", "quoted", "capitals", "unknown"], "\(digestOfAlice)/vault",
            wrong: "{{origin}}/vault {{origin}}/vault", breaks: digestLine)
        + rows(
            "odd-writing", ["blanks"], "\(python) /vault", wrong: "\(python) --mistake method /vault",
            breaks: digestLine)
        + rows(
            "digest-not-answered", ["algorithm", "no-nonce"], "\(digestOfAlice)/vault",
            wrong: "{{origin}}/vault {{origin}}/vault", breaks: "unexpected-request GET /vault")
        + rows(
            "digest-not-answered", ["qop"], "\(python) /vault", wrong: "\(digestOfAlice)/vault",
            breaks: "unexpected-request GET /vault")
        + rows(
            "digest-realms", ["quotes", "backslash", "comma"], "\(digestOfAlice)/vault", wrong: "\(digestOfBob)/vault",
            breaks: digestLine)
        + [
            CurlPlay(
                "authentication/user-hash", "\(digestOfAlice)/vault", wrong: "{{origin}}/vault",
                breaks: "> GET /vault"),
            CurlPlay(
                "authentication/user-hash", "\(python) /vault", wrong: "python digest-client {{origin}} /vault",
                breaks: "> GET /vault"),
            CurlPlay(
                "authentication/user-hash-sha-256", "\(digestOfAlice)/vault", wrong: "\(digestOfBob)/vault",
                breaks: userHashLine),
            CurlPlay(
                "authentication/user-hash-sha-256", "\(python) /vault", wrong: "\(python) --mistake md5 /vault",
                breaks: userHashLine),
            CurlPlay(
                "authentication/user-hash-sha-256", "{{origin}}/vault", wrong: "{{origin}}/vault {{origin}}/vault",
                breaks: userHashLine),
        ]
        // Python's own library quotes the algorithm, and implements MD5 only.
        + rows(
            "any-quoting", ["none", "md5"], "python urllib-client {{origin}}/vault alice secret",
            wrong: "python urllib-client {{origin}}/vault alice wrong", breaks: anyQuotingLine)
        + rows(
            "any-quoting", ["md5"], "\(python) --mistake quoted /vault",
            wrong: "\(python) --mistake method /vault", breaks: anyQuotingLine)
        + [
            ("quotes", "--digest -u 'al\"ice\":secret' {{origin}}"),
            ("backslash", "--digest -u 'al\\ice:secret' {{origin}}"),
            ("blank", "--digest -u 'al ice:secret' {{origin}}"),
        ].map { name, words in
            CurlPlay(
                "authentication/user-names#\(name)", "\(words)/vault", wrong: "\(digestOfBob)/vault",
                breaks: "> Authorization: {{digest \"{{user}}:secret\"}}")
        }
        + [
            "--digest -u 'Jäsøn Doe:secret' {{origin}}", "python digest-client {{origin}} --user 'Jäsøn Doe:secret' ",
            "{{origin}}",
        ].map { words in
            CurlPlay(
                "authentication/digest-utf-8", "\(words)/vault", wrong: "\(digestOfBob)/vault",
                breaks: "> Authorization: {{digest \"Jäsøn Doe:secret\"}}")
        }

    private static let userHashLine = "> Authorization: {{digest alice:secret userhash}}"
    private static let anyQuotingLine = "> Authorization: {{digest alice:secret quoting=any}}"

    /// Several answers in one session.
    private static let sessions = [
        CurlPlay(
            "authentication/counting", "\(python) /one /two /three", wrong: "\(python) /one /two",
            breaks: "> GET /three"),
        CurlPlay(
            "authentication/stale", "\(digestOfAlice)/one",
            wrong: "{{origin}}/one --next \(digestOfAlice)/one", breaks: digestLine),
        CurlPlay(
            "authentication/stale", "\(python) /one", wrong: "\(python) --mistake method /one", breaks: digestLine),
        CurlPlay(
            "authentication/session-key", "\(python) /one /two", wrong: "\(python) --mistake session /one /two",
            breaks: "> Authorization: {{digest alice:secret algorithm={{algorithm}}}}"),
        CurlPlay(
            "authentication/stale-in-any-case", "\(digestOfAlice)/one",
            wrong: "{{origin}}/one --next \(digestOfAlice)/one", breaks: digestLine),
        CurlPlay(
            "authentication/stale-in-any-case", "\(python) /one", wrong: "\(python) --mistake method /one",
            breaks: digestLine),
        CurlPlay(
            "authentication/digest-second-try",
            "python digest-client {{origin}} --user alice:wrong --user alice:secret /vault",
            wrong: "python digest-client {{origin}} --user alice:wrong --user alice:other /vault",
            breaks: "> Authorization: {{digest alice:secret nc=1}}"),
        CurlPlay(
            "authentication/same-nonce",
            "python digest-client {{origin}} --user alice:wrong --user alice:secret /vault",
            wrong: "python digest-client {{origin}} --user alice:wrong --user alice:secret --mistake count /vault",
            breaks: "> Authorization: {{digest alice:secret nc=2}}"),
        CurlPlay(
            "authentication/same-nonce-redirected", "-L \(digestOfAlice)/old", wrong: "-L \(digestOfBob)/old",
            breaks: "> Authorization: {{digest alice:secret nc=1}}"),
        CurlPlay("authentication/next-nonce", "\(python) /one /two", wrong: "\(python) /one", breaks: "> GET /two"),
    ]

    private static let confirmations = [
        CurlPlay(
            "authentication/confirmed", "\(digestOfAlice)/vault", wrong: "\(digestOfBob)/vault", breaks: digestLine),
        CurlPlay(
            "authentication/confirmed", "\(python) /vault", wrong: "\(python) --mistake method /vault",
            breaks: digestLine),
        CurlPlay(
            "authentication/confirmed-wrongly", "\(digestOfAlice)/vault", wrong: "\(digestOfBob)/vault",
            breaks: digestLine),
        CurlPlay(
            "authentication/confirmed-wrongly", "\(python) /vault", exit: 3, wrong: "\(python) --mistake quoted /vault",
            breaks: digestLine),
    ]

    private static let gate = "--noproxy '' -x 'http://{{authority gate}}'"

    private static let proxyChallenges = [
        CurlPlay(
            "authentication/proxy", "\(gate) --proxy-anyauth -U bob:gatepass {{origin}}/page",
            wrong: "\(gate) --proxy-anyauth -U bob:x {{origin}}/page",
            breaks: "> Proxy-Authorization: {{basic bob:gatepass}}"),
        CurlPlay(
            "authentication/proxy-digest", "\(gate) --proxy-digest -U bob:gatepass {{origin}}/page?a=b",
            wrong: "\(gate) --proxy-digest -U bob:x {{origin}}/page?a=b",
            breaks: "> Proxy-Authorization: {{digest bob:gatepass}}"),
        CurlPlay(
            "authentication/proxy-and-origin", "\(gate) --proxy-digest -U bob:gatepass \(digestOfAlice)/vault",
            wrong: "\(gate) --proxy-digest -U bob:gatepass --digest -u alice:x {{origin}}/vault", breaks: digestLine),
        CurlPlay(
            "authentication/tunnel", "\(gate) --cacert {{ca}} --proxy-anyauth -U bob:gatepass {{//secure}}/vault",
            wrong: "\(gate) --cacert {{ca}} --proxy-anyauth -U bob:x {{//secure}}/vault",
            breaks: "> Proxy-Authorization: {{basic bob:gatepass}}"),
        CurlPlay(
            "authentication/tunnel-digest", "\(gate) --cacert {{ca}} --proxy-digest -U bob:gatepass {{//secure}}/vault",
            wrong: "\(gate) --cacert {{ca}} --proxy-digest -U bob:x {{//secure}}/vault",
            breaks: "> Proxy-Authorization: {{digest bob:gatepass}}"),
        CurlPlay(
            "authentication/origin-asks-as-a-proxy", "--proxy-anyauth -U bob:gatepass \(alice)/page",
            wrong: "{{origin}}/page --next -H 'Proxy-Authorization: Basic Ym9iOmdhdGVwYXNz' {{origin}}/page",
            breaks: #"never "an origin was told what a proxy would be told""#, weighs: "noted"),
        CurlPlay(
            "authentication/proxy-no-challenge", "\(gate) --proxy-anyauth -U bob:gatepass {{origin}}/page",
            wrong: "\(gate) {{origin}}/page {{origin}}/page", breaks: "unexpected-request GET"),
    ]

    static let authenticationFaults = [
        CurlPlay(
            "authentication/digest-algorithms#sha512", "\(digestOfAlice)/vault?page=1",
            wrong: "SHA-512-256 is computed with SHA-256", breaks: algorithmLine),
        CurlPlay(
            "authentication/digest-algorithms#sha512-sess", "\(digestOfAlice)/vault?page=1",
            wrong: "SHA-512-256-sess is computed with SHA-256-sess", breaks: algorithmLine),
        CurlPlay(
            "authentication/protections#blanks", "\(digestOfAlice)/vault",
            wrong: "a list of qualities of protection with blanks in it is not understood", breaks: digestLine),
        CurlPlay(
            "authentication/body-covered", "--digest -u alice:secret --data-binary @[1000] {{origin}}/vault",
            wrong: "with auth-int an empty body is covered, whatever the body is",
            breaks: "> Authorization: {{digest alice:secret qop=auth-int}}"),
        CurlPlay(
            "authentication/odd-writing#blanks", "\(digestOfAlice)/vault",
            wrong: "blanks around '=' are not understood", breaks: "> GET /vault"),
        CurlPlay(
            "authentication/digest-not-answered#qop", "\(digestOfAlice)/vault",
            wrong: "a quality of protection that nobody knows is taken for none",
            breaks: "unexpected-request GET /vault"),
        CurlPlay(
            "authentication/next-nonce", "\(digestOfAlice)/one {{origin}}/two",
            wrong: "the nonce that the server names as the next is not used",
            breaks: #"never "the next nonce was not used""#),
    ]
}
