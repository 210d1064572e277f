// SynonymTables.swift: words of other tools, and the words of the language that they stand for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Synonyms {
    // MARK: - First words

    static let acts = Synonyms([
        "! wait 200ms": "sleep delay pause usleep nap timeout after bodydelay headersdelay fixeddelay",
        "within 5s": "timeout deadline",
        "! close": """
        fault disconnect drop hangup hang-up shutdown shut quit exit terminate fin eof disconnect_at_start \
        disconnect_at_end disconnect_after_request socketpolicy empty_response
        """,
        "! reset": "fault connection_reset_by_peer socketpolicy rst drop abort kill tcp-reset econnreset",
        "! half-close": "half shutdown-write shut-wr fin",
        "! await fin": "fin",
        "! stall": "no_response stall_socket_at_start socketpolicy hang freeze block stop silent blackhole timeout",
        "! segment 1": "chunk split fragment dribble trickle write-size",
        "! rate 10KB/s": "throttle throttlebody bandwidth limit speed slow",
        "! quiet 300ms": "silence idle nothing no-request expect-nothing",
        "< 200": "send respond reply return status answer",
        "> GET /": "expect receive recv request read-request get head post put delete",
        "! await close": "expect wait-for waitfor wait-close",
        "! tls-alert handshake_failure": "alert",
        "origin dead http refused": "refuse refused refuse-connection connection-refused econnrefused unreachable",
        "! rst-stream CANCEL": "reset-stream rst_stream",
        "! goaway NO_ERROR": "go-away",
        "! new-connection": "new fresh-connection reconnect fresh",
        "! same-connection": "reuse keep-alive keepalive same",
        "! wrong \"…\"": "fail error assert unexpected never",
        "* fail KIND": "fail error",
        "! flush": "sync",
        "! hold": "breakpoint prompt confirm manual",
        "repeat 3": "loop times",
        "# …": "comment log print echo note",
    ])

    /// Sections of files of Hurl, which tests servers: its assertions about a reply are callbacks here.
    static let sections = Synonyms([
        "'* response 200' and '* data \"…\"', for what the client tells of the reply": "asserts",
        "'{{capture NAME}}' in a '>' line, and '{{NAME}}' further down": "captures",
        "'> GET /path?{{query NAME=VALUE}}'": "querystringparams query",
        "'> {{form NAME=VALUE}}', below a bare mark '>'": "formparams form",
        "'> {{multipart NAME=VALUE}}', below a bare mark '>'": "multipartformdata multipart",
        "'> Cookie: {{cookies NAME=VALUE}}'": "cookies",
        "'> Authorization: {{basic USER:PASSWORD}}'": "basicauth",
        "options behind the order: 'client GET / timeout=2s'": "options",
    ])

    /// Options of a request in Hurl, and the lines that are for the same.
    static let requestOptions = Synonyms([
        "'repeat 1..3' above the request and 'end' below its reply": "retry retry-interval repeat",
        "'! wait 200ms' above the reply": "delay",
        "'* redirect 302 /b -> follow'": "location max-redirs location-trusted",
        "'* challenge ServerTrust -> trust'": "insecure cacert",
        "'client GET / total=2s'": "max-time connect-timeout",
        "a table of 'cases' for values": "variable",
        "'origin main http http=2'": "http1.0 http1.1 http2 http3",
    ])

    /// What Hurl looks at in a reply, and what is reported of it here.
    static let assertions = Synonyms([
        "'* response 200', and indented below it 'Location: /x'": "header url location",
        "'* response 200'": "status version",
        "'* data {{json …}}'": "jsonpath xpath",
        "'* data \"…\"'": "body bytes sha256 md5 regex",
        "'* response 200 after=0ms..900ms'": "duration",
        "'> Cookie: NAME=VALUE' in the next request": "cookie",
        "'* redirect 302 /b -> follow'": "redirects",
        "'* challenge ServerTrust -> default'": "certificate",
    ])

    static let awaited = Synonyms([
        "! await fin": "eof end half-close shutdown",
        "! await reset": "rst abort econnreset",
        "! await close": "disconnect closed hangup drop timeout timed-out give-up",
        "! await connection": "connect accept open tcp",
        "! await client-hello": "hello clienthello sni greeting",
        "! await handshake": "tls ssl",
        "! await bytes 100": "body size length",
        "> GET /": "request get head post put delete",
        "! quiet 300ms": "silence nothing idle",
        "! wait 200ms": "time sleep delay",
        "! stall": "timeout timed-out give-up",
        "! await frame GOAWAY": "goaway go-away",
        "! await frame RST_STREAM": "rst-stream rst_stream reset-stream",
        "! await frame SETTINGS": "settings",
        "! await frame PING": "ping",
        "! await frame WINDOW_UPDATE": "window window-update window_update",
    ])

    static let callbacks = Synonyms([
        "response 200": "200 201 204 400 403 404 500 503",
        "fail": """
        error failure failed fails exception abort reject errored onerror didfailwitherror didcompletewitherror
        """,
        "fail timed-out": "timeout timed-out",
        "fail cancelled": "cancelled canceled cancel",
        "fail connection-lost": "connection-lost disconnect disconnected reset lost",
        "finish": """
        done complete completed success end ended finished ok load loaded resolve didcomplete \
        didfinishloading didcompletewitherror didfinish
        """,
        "response": "headers head status reply header http onresponse didreceiveresponse",
        "data": "body chunk content payload bytes text read received ondata didreceivedata didload",
        "redirect": "redirected redirection location follow moved 301 302 303 307 308 willperformhttpredirection",
        "challenge": """
        auth authenticate authentication authorization login credentials password 401 407 didreceivechallenge
        """,
        "challenge ServerTrust": "trust tls ssl certificate servertrust server-trust",
        "sent": "upload uploaded upload-progress written didsendbodydata",
        "progress": "download-progress didwritedata",
        "file": "downloaded saved didfinishdownloading",
        "informational": "100 103 1xx interim early-hints hints",
        "need-body": "rewind body-stream neednewbodystream",
        "will-cache": "cache cached caching willcacheresponse store",
        "metrics": "timing timings statistics didfinishcollectingmetrics",
        "waiting": "connectivity taskiswaitingforconnectivity",
        "canonical": "rewrite",
        "destination": "filename save-as",
    ])

    static let words = Synonyms([
        "within 5s": "timeout deadline max-time",
        "# …": "title name description desc summary test scenario comment note rem echo print log",
        "needs h2": "requires require prerequisites features",
        "tags slow": "keyword keywords label labels",
        "spec RFC 9110": "rfc ref reference source cite citation standard",
        "level should": "severity importance priority must should may convention",
        "origin web https": "server host endpoint backend upstream service",
        "origin main https": "https tls ssl",
        "origin main http http=2": "http2 h2 h2c",
        "proxy gate http": "via forward",
        "repeat 3": "loop times for while foreach",
        "repeat 0..1": "optional optionally maybe opt",
        "either": "if alt alternative alternatives choice switch any-of oneof",
        "or": "else elif elseif elsif otherwise",
        "end": "endif done fi end-repeat endrepeat next until",
        "* data {{json …}}": "jsonpath xpath",
        "cases": "table examples rows params parameters matrix where set let var const variable variables",
        "client GET /": "request load fetch open run curl wget get http url",
        "client cancel": "abort",
        "routes": "stub stubs mappings mocks",
        "lines crlf": "newline newlines eol line-ends",
        "fields Name: value": "headers header",
        "! wait 200ms": "sleep delay pause",
        "! close": "disconnect drop",
        "< 200": "respond reply status return send enqueue willreturn willrespond thenreturn",
        "> GET /": "request expect receive recv takerequest",
        "* response 200": "assert verify",
        "* fail KIND": "error",
    ])

    static let orders = Synonyms([
        "cancel": "stop abort kill end quit",
        "suspend": "pause hold freeze",
        "continue": "unpause proceed go",
        "restart": "relaunch reboot",
        "forget": "clear delete remove reset flush clean",
        "add": "set put cookie setcookie set-cookie",
        "trust": "accept allow anchor ca",
        "answer": "reply respond use",
        "invalidate": "finish close shutdown",
        "GET": "fetch load open request get url go navigate visit curl download",
        "! wait 200ms": "wait sleep delay",
    ])

    // MARK: - Values

    static let decisions = Synonyms([
        "follow": "continue proceed accept ok go allow",
        "refuse": "deny stop block reject no ignore abort nil null none disallow",
        "to": "rewrite change url",
        "use": "answer credential credentials login with user password usecredential",
        "default": "perform-default performdefaulthandling system handle",
        "reject": "next rejectprotectionspace skip",
        "none": "anonymous nothing empty nil null without",
        "trust": "accept allow ok yes",
        "cancel": "abort stop close cancelauthenticationchallenge fail",
        "allow": "continue accept ok proceed go follow",
        "download": "save file becomedownload",
        "store": "save cache keep allow",
        "skip": "discard ignore nil null none drop",
        "yes": "ok true decode allow",
        "no": "false none skip",
        "hold": "wait later pause defer ask suspend",
        "same": "again repeat retry resend rewind",
        "body": "new stream data",
    ])

    /// Also the names of `URLError.Code`, and the numbers.
    static let failures = Synonyms([
        "timed-out": "timeout timedout deadline -1001",
        "cancelled": "canceled cancel abort aborted -999",
        "connection-lost": """
        reset rst closed disconnected lost eof broken econnreset connection-reset incomplete partial truncated -1005 \
        networkconnectionlost
        """,
        "cannot-connect": "refused connection-refused unreachable econnrefused -1004 cannotconnecttohost",
        "host-not-found": "dns nxdomain unknown-host resolve -1003 cannotfindhost dnslookupfailed",
        "offline": "no-network -1009 notconnectedtointernet",
        "tls": """
        ssl certificate cert trust handshake untrusted -1200 -1202 secureconnectionfailed servercertificateuntrusted \
        servercertificatehasbaddate servercertificatehasunknownroot
        """,
        "bad-url": "url invalid-url malformed-url -1000 badurl",
        "unsupported-url": "scheme unsupported-scheme -1002 unsupportedurl",
        "bad-response": """
        malformed parse bad-server-response invalid-response -1011 badserverresponse cannotparseresponse
        """,
        "too-many-redirects": "redirects redirect redirect-loop loop -1007 httptoomanyredirects",
        "decoding": "gzip encoding content-encoding deflate -1015 -1016 cannotdecodecontentdata cannotdecoderawdata",
        "authentication": "auth unauthorized 401 -1012 -1013 userauthenticationrequired",
        "proxy": "tunnel 407",
        "body": "upload stream -1021 requestbodystreamexhausted",
        "no-resume": "resume",
        "file": "disk write",
        "too-large": "size length-exceeded -1103 datalengthexceedsmaximum",
        "other": "unknown any generic",
    ])

    static let challenges = Synonyms([
        "ServerTrust": "tls ssl trust server-trust certificate",
        "ClientCertificate": "client-cert clientcert client-certificate mtls mutual",
        "Form": "html",
        "Negotiate": "kerberos spnego gssapi",
    ])

    static let levels = Synonyms([
        "must": "required error mandatory shall fatal",
        "should": "recommended warning warn",
        "may": "optional info note",
        "convention": "custom usual practice hint",
    ])

    static let loads = Synonyms([
        "data": "default normal plain", "download": "file save", "upload": "post put body", "stream": "streamed",
        "handler": "completion callback closure block", "async": "await", "sync": "blocking synchronous",
    ])

    static let loadOptions = Synonyms([
        "timeout": "wait deadline idle", "total": "max resource-timeout max-time", "policy": "cache cache-policy",
        "cookies": "cookie", "credentials": "auth user login password", "anchor": "trust ca cacert",
        "lane": "id name", "as KIND": "as kind type", "via PROXY": "via proxy",
        "body \"…\", indented below": "body data",
    ])

    static let policies = Synonyms([
        "default": "protocol use-protocol normal", "reload": "no-cache nocache ignore bypass no-store refresh",
        "revalidate": "validate conditional", "cache-only": "only-if-cached offline",
        "cache-else-load": "prefer-cache force-cache stale",
    ])

    static let switches = Synonyms(["on": "yes true enabled 1", "off": "no none false disabled 0"])

    static let truths = Synonyms(["yes": "true on 1", "no": "false off 0 none"])

    static let storages = Synonyms(["memory": "ram mem", "disk": "file ssd", "no": "none off never"])

    static let tlsVersions = Synonyms([
        "1.0": "tls1.0 tlsv1.0 tlsv1 10", "1.1": "tls1.1 tlsv1.1 11", "1.2": "tls1.2 tlsv1.2 12",
        "1.3": "tls1.3 tlsv1.3 13 1.4 2.0 tls1.4",
    ])

    static let handshakeFields = Synonyms([
        "version": "tls ssl", "cipher": "ciphersuite suite", "alpn": "protocol", "resumed": "resumption session",
        "client-certificate": "client-cert mtls",
    ])

    static let originOptions = Synonyms([
        "certificate": "cert crt pem chain", "key": "private-key", "client-certificate": "client-cert mtls client-auth",
        "tls": "ssl version versions tls-version min-tls", "alpn": "protocol protocols",
        "http": "http2 h2 http-version",
        "host": "name hostname server-name sni domain",
    ])

    static let originWords = Synonyms([
        "http": "plain tcp", "https": "tls ssl secure", "refused": "closed down refuse",
        "blackhole": "drop silent timeout unreachable", "origin main http http=2": "http2 http/2 h2 h2c",
    ])

    static let certificates = Synonyms([
        "signed": "valid good trusted ca", "expired": "old", "not-yet-valid": "future",
        "wrong-host": "bad-host mismatch wrong-name hostname",
        "unknown-authority": "untrusted unknown-ca untrusted-root bad-ca",
        "incomplete-chain": "no-intermediate missing-intermediate partial-chain",
    ])

    static let needs = Synonyms([
        "h2": "http2 http/2", "tls": "https ssl", "cookies": "cookie", "cache": "caching",
        "lanes": "parallel concurrency", "hosts": "dns resolve", "credentials": "auth",
    ])

    static let lineEnds = Synonyms(["lf": "unix n", "crlf": "windows dos network"])

    // MARK: - Functions

    static let functions = Synonyms([
        "absent": "none missing no nothing empty unset null nil without not-present",
        "any": "* anything something present exists wildcard some string str",
        "regex \"…\"": "re regexp match matches matching pattern rx",
        "regex \"[0-9]+\"": "int integer digits digit numeric",
        "like \"a*\"": "glob wildcard starts-with startswith prefix begins",
        "contains \"…\"": "includes has substring",
        "up-to": "prefix-of beginning start upto truncated",
        "list has \"…\"": "member has-member",
        "capture NAME": "save store let set var",
        "nonce": "random rand uuid guid unique randomvalue randomuuid random.uuid newuuid",
        "regex \"[0-9a-f-]{36}\"": "isuuid is-uuid anyuuid",
        "now": "date time timestamp newdate new-date isodate currentdate today datetime",
        "json {\"id\": {{capture id}}}":
            "jsonpath matchesjsonpath json-path jmespath jq request.json body.json req.json",
        "json {\"a\": 1}": "equaltojson equalsjson jsonequals json-equals matchesjson matchingjson",
        "multipart NAME=VALUE": "formdata form-data multipartformdata multipart-form-data",
        "bytes 600": "size zeros fill repeat times",
        "file \"…\"": "include load",
        "hex \"00ff\"": "binary bin",
        "raw \"…\"": "literal verbatim",
        "length": "content-length",
        "authority NAME": "host hostport",
        "port NAME": "portnumber",
        "//main/path": "origin url base base-url baseurl server",
        "request.header NAME": "header headers field req.header",
        "request.body": "body req.body",
        "count": "round index i iteration",
        "path NAME": "segment param",
    ])

    /// What only routes have.
    static let routeFunctions = Synonyms([
        "uuid": "newuuid randomuuid random.uuid guid randomvalue",
        "random 16": "rand randomint randombytes randomdecimal pickrandom",
        "countup path.n": "counter increment",
    ])

    static let transforms = Synonyms([
        "gzip": "gz compress", "br": "brotli", "deflate": "zlib", "base64": "b64",
        "base16": "hex hexadecimal hexdigest tohex hexencode", "sha256": "sha hash",
        "percent": "urlencode url-encode encodeuri encodeuricomponent url uri encode escape quote",
        "unpercent": "urldecode url-decode decodeuri decodeuricomponent unescape unquote",
        "truncate": "cut head first take", "corrupt": "flip break damage", "else": "default or fallback",
        "chunks": "chunked chunk split",
    ])

    // MARK: - Subjects

    /// What people ask 'quintain explain' for, and the words and slugs that have to do with it.
    static let subjects = Synonyms([
        // Time.
        "wait": "sleep pause latency slow usleep timer",
        "quiet": "silence idle retry retry-after backoff too-soon nothing",
        "within": "deadline timeouts expire",
        "timeout": "deadline timeouts",
        "timed-out": "deadline timeouts",
        "rate": "bandwidth throttle latency slow speed",
        "segment": "packet trickle fragment dribble split",
        "hold": "breakpoint debug",
        // Connections.
        "same-connection": "keep-alive keepalive reuse persistent pool pipelining",
        "new-connection": "keep-alive keepalive reconnect",
        "reuse": "keep-alive keepalive persistent pool",
        "close": "fin disconnect hangup drop shutdown eof truncated keep-alive",
        "half-close": "fin shutdown",
        "reset": "rst econnreset tcp abort kill",
        "rst-stream": "rst rst_stream",
        "stall": "hang freeze blackhole",
        "connection-lost": "econnreset eof truncated disconnect partial",
        "cannot-connect": "econnrefused unreachable connection-refused",
        "host-not-found": "dns nxdomain resolve resolver",
        // Heads and bodies.
        ">": "request header headers hurl pathod",
        "<": "reply header headers hurl pathod 200 204 400 403 404 405 410 500 502 503 504 5xx 4xx head",
        "absent": "missing none without not header headers",
        "request.header": "header headers",
        "fields": "header headers",
        "length": "content-length",
        "body-too-long": "content-length",
        "body-too-short": "content-length",
        "length-unknown": "content-length",
        "any": "wildcard ignore anything matcher",
        "like": "wildcard glob pattern matcher",
        "regex": "pattern regexp matches matcher",
        "contains": "substring includes",
        "json": "jsonpath object body-json array arrays",
        "has": "array arrays subset superset",
        "each": "array arrays every",
        "form": "urlencoded x-www-form-urlencoded",
        "multipart": "form-data multipart/form-data formdata boundary upload filename part",
        "lines": "crlf",
        "files": "multipart form-data multipart/form-data",
        "query": "querystring query-string param params",
        "capture": "save store variable variables var let extract captures",
        "bytes": "size large big binary",
        "hex": "binary bin",
        "raw": "malformed invalid garbage websocket upgrade 101 binary verbatim",
        "chunks": "chunk chunked transfer-encoding",
        "written-chunk": "chunk chunked",
        "trailers": "trailer chunked",
        "gzip": "compression compress compressed content-encoding encoding accept-encoding",
        "br": "brotli",
        "no-others": "exact strict header headers",
        "in-order": "ordering header headers",
        // What servers ask and say.
        "redirect": "301 302 303 307 308 3xx location redirects redirection follow",
        "too-many-redirects": "redirects loop redirect-loop",
        "challenge": "401 407 auth authentication authorization login password www-authenticate proxy-authenticate",
        "basic": "401 auth authentication authorization password basic-auth",
        "digest": "401 auth authentication authorization password digest-auth nc stale qop userhash",
        "challenge-missing": "401 407 www-authenticate proxy-authenticate",
        "body-forbidden": "304 204",
        "policy": "304 caching cache-control max-age not-modified conditional if-none-match if-modified-since",
        "will-cache": "304 caching cache-control max-age",
        "etag": "304 412 conditional if-none-match if-match",
        "add": "cookie set-cookie jar",
        "forget": "cookie jar",
        "cookies": "cookie set-cookie jar",
        "resume": "206 partial content-range accept-ranges",
        "resumed": "206 partial content-range",
        "range": "206 416 content-range accept-ranges",
        "early": "417 413 expect continue 100-continue",
        "informational": "100 102 103 1xx interim early-hints hints continue 100-continue expect",
        "need-body": "retry rewind resend again retries",
        "same": "rewind resend",
        "events": "sse eventsource event-source server-sent-events event-stream retry reconnect last-event-id",
        "event": "sse eventsource event-source server-sent-events event-stream retry last-event-id",
        // TLS, HTTP/2, proxies.
        "tls": "ssl https secure",
        "certificate": "ssl https cert pem x509 self-signed-certificate",
        "client-certificate": "mtls mutual",
        "client-hello": "sni handshaking",
        "h2": "http2 http/2 h2c",
        "over": "http2 http/2 h2c",
        "http": "http2 http/2 h2c http1",
        "proxy": "tunnel connect proxies",
        // Files.
        "routes": """
        mock stub mocks stubs server mapping wiremock mockwebserver httpbin endpoint mountebank nock msw respx \
        responses mockito vcr
        """,
        "either": "if alternative alternatives branch optional else",
        "any-order": "array arrays parallel unordered concurrent order concurrency",
        "lane": "parallel concurrent pipelining pipeline lanes concurrency",
        "repeat": "loop times forever retries",
        "cases": "table matrix parameters examples parametrize",
        "wrong": "assert asserts assertion never unexpected not",
        "level": "severity optional warning strict",
        "#": "comment title note description",
        "client": "load app order",
    ])
}
