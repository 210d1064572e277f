// OldWord.swift: words that the language had before its first release, and what is written now.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OldWord {
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

    /// Of a load.
    static func option(_ name: String) -> String? {
        name == "anchor" ? "leave it out: a load trusts the authority, unless it is 'untrusted'" : nil
    }

    /// Within `{{…}}`.
    static func generator(_ word: String) -> String? {
        switch word {
        case "request.query": "write '> GET /path?q={{capture q}}' above, and '{{q}}'"
        case "uuid": "write '{{nonce}}', which is another text each time"
        case "site": "write the whole URL, such as '{{//main/done}}'"
        case "number": "write '{{path.n}}'"
        case "random", "range": "write '{{bytes 600}}', which is the same each time"
        case "etag": "write a route with '> If-None-Match: {{contains \"v1\"}}' and '< 304'"
        case "events": "write each '{{event …}}', with '! wait' between them"
        case "redirect-to": "write '< 302' and its 'Location'"
        case "set-cookies", "delete-cookies": "write '< Set-Cookie: …'"
        case "allow": "write '< Allow: GET, POST'"
        case "digest-auth": "write '> Authorization: {{digest user:password}}'"
        default: GeneratorWord(rawValue: word).map { _ in "only the routes of 'quintain serve httpbin' have it" }
        }
    }
}
