// OldWord.swift: words that the language had before its first release, and what is written now.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OldWord {
    /// The first word of a line.
    static func line(_ word: String) -> String? {
        switch word {
        case "lines": "a body with CRLF is a string: '< {{\"one\\r\\ntwo\"}}'"
        case "and": "the parts of 'any-order' stand behind 'or'"
        default: nil
        }
    }

    /// Behind `->`.
    static func decision(_ word: String) -> String? {
        switch word {
        case "follow", "allow", "same", "store", "yes", "default":
            "leave out '-> \(word)': it is what happens by itself"
        case "refuse", "reject", "skip": "write '-> no'"
        case "none": "write '-> use none'"
        default: nil
        }
    }

    /// Behind `!`.
    static func act(_ word: String) -> String? {
        switch word {
        case "wrong": "a branch that is wrong begins with 'never \"…\"' in place of 'or'"
        case "early": "write below the reply what may come of the body: its lines, '> {{any}}', or '> {{absent}}'"
        default: nil
        }
    }

    /// Of a load.
    static func option(_ name: String) -> String? {
        switch name {
        case "anchor": "leave it out: a load trusts the authority, unless it is 'untrusted'"
        case "policy": "'cache=off' for 'reload', 'cache=only' for 'cache-only'; else the app's request says it: 'Cache-Control: no-cache'"
        default: nil
        }
    }

    /// Within `{{…}}`.
    static func generator(_ word: String) -> String? {
        switch word {
        case "request.query": "write '> GET /path?q={{q = any}}' above, and '{{q}}'"
        case "uuid": "write '{{nonce}}', which is another text each time"
        case "site": "write the whole URL, such as '{{//main/done}}'"
        case "number": "write '{{path.n}}'"
        case "random", "range": "write '{{bytes 600}}', which is the same each time"
        case "etag": "write a route with '> If-None-Match: {{/.*v1.*/}}' and '< 304'"
        case "events": "write each '{{event …}}', with '! wait' between them"
        case "redirect-to": "write '< 302' and its 'Location'"
        case "set-cookies", "delete-cookies": "write '< Set-Cookie: …'"
        case "allow": "write '< Allow: GET, POST'"
        case "digest-auth": "write '> Authorization: {{digest user:password}}'"
        default: GeneratorWord(rawValue: word).map { _ in "only the routes of 'quintain serve httpbin' have it" }
        }
    }

    /// Behind `as`.
    static func load(_ word: String) -> String? {
        ["handler", "async", "sync"].contains(word) ? "take it away: 'quintain check --way \(word)' loads so" : nil
    }

    /// An option of an origin.
    static func origin(_ word: String) -> String? {
        [
            "alpn": "the versions of 'http=' are offered in TLS: http=1.1, http=2 or http=1.1,2",
            "key": "the file of 'certificate=' has its key as well: cat x.pem x.key >both.pem",
        ][word]
    }

    /// Behind `needs`.
    static func need(_ word: String) -> String? {
        ["tls", "proxy", "hosts", "lanes", "cancel", "suspend", "resume", "h2", "parts"].contains(word)
            ? "leave it out: the origins, loads and orders of a file show it" : nil
    }

    /// Behind `client`.
    static func order(_ word: String) -> String? {
        switch word {
        case "add": "a reply above sets the cookie: '< Set-Cookie: a=b'"
        case "forget", "invalidate", "restart": "every case begins with an empty client: write a case of its own"
        default: nil
        }
    }

    /// Between `{{` and `}}`.
    static func function(_ word: String) -> String? {
        switch word {
        case "no-others", "in-order": "write '{{exactly}}': no other fields, in this order"
        case "has": "write 'unordered [1, ...]'"
        case "any-order": "write 'unordered [1, 2]'"
        case "each": "write each value, or '{{any}}' for the list"
        case "regex": "write the expression between slashes, as it is: '{{/[0-9]+/}}'"
        case "like": "write an expression, '.*' for '*': '{{/text.*/}}'"
        case "contains": "write an expression: '{{/.*gzip.*/}}'"
        case "capture": "write '{{NAME = any}}', or an expression: '{{id = /[0-9]+/}}'"
        default: nil
        }
    }

    /// A kind of failure.
    static func failure(_ word: String) -> String? {
        switch word {
        case "host-not-found", "offline": "write 'cannot-connect'"
        case "protocol": "write 'bad-response'"
        case "bad-url", "unsupported-url", "authentication", "too-large": "write 'other'"
        default: nil
        }
    }

    /// A kind of challenge.
    static func challenge(_ word: String) -> String? {
        ["NTLM", "Negotiate", "Form"].contains(word) ? "a kind of a few clients: write '{{/\(word)/}}'" : nil
    }
}
