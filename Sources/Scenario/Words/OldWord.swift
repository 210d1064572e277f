// OldWord.swift: words that the language had before its first release, and what is written now.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OldWord: Sendable {
    case line, decision, act, option, generator, load, origin, need, order, function, failure, challenge

    /// What is written in place of the word here; nil: the language had no such word.
    func now(_ word: String) -> String? {
        if let text = Self.table[self]?[word] { return text.replacing("WORD", with: word) }
        let isGenerator = self == .generator && GeneratorWord(rawValue: word) != nil
        return isGenerator ? "only the routes of 'quintain serve httpbin' have it" : nil
    }

    private static let table: [OldWord: [String: String]] = rows.reduce(into: [:]) { table, row in
        for word in row.words.split(separator: " ") { table[row.place, default: [:]][String(word)] = row.text }
    }

    private static let rows: [(place: OldWord, words: String, text: String)] = [
        (.line, "lines", "a body with CRLF is a string: '< {{\"one\\r\\ntwo\"}}'"),
        (.line, "and", "the parts of 'any-order' stand behind 'or'"),
        (.decision, "follow allow same store yes default", "leave out '-> WORD': it is what happens by itself"),
        (.decision, "refuse reject skip", "write '-> no'"),
        (.decision, "none", "write '-> use none'"),
        (.act, "wrong", "a branch that is wrong begins with 'never \"…\"' in place of 'or'"),
        (.act, "early", "write below the reply what may come of the body: its lines, '> {{any}}', or '> {{absent}}'"),
        (.option, "anchor", "leave it out: a load trusts the authority, unless it is 'untrusted'"),
        (.option, "policy", "'cache=off' or 'cache=only'; the app's request says the rest: 'Cache-Control: no-cache'"),
        (.generator, "request.query", "write '> GET /path?q={{q = any}}' above, and '{{q}}'"),
        (.generator, "site", "write the whole URL, such as '{{//main/done}}'"),
        (.generator, "number", "write '{{path.n}}'"),
        (.load, "handler async sync", "take it away: 'quintain check --way WORD' loads so"),
        (.origin, "alpn", "the versions of 'http=' are offered in TLS: http=1.1, http=2 or http=1.1,2"),
        (.origin, "key", "the file of 'certificate=' has its key as well: cat x.pem x.key >both.pem"),
        (.need, "tls proxy hosts lanes cancel suspend resume h2 parts", "leave it out: lines of the file show it"),
        (.order, "add", "a reply above sets the cookie: '< Set-Cookie: a=b'"),
        (.order, "forget invalidate restart", "every case begins with an empty client: write a case of its own"),
        (.function, "no-others in-order", "write '{{exactly}}': no other fields, in this order"),
        (.function, "has any-order", "write 'unordered [1, 2]', with '...' behind the values for others"),
        (.function, "each", "write each value, or '{{any}}' for the list"),
        (.function, "regex like contains", "write an expression, as it is: '{{/[0-9]+/}}', '{{/.*gzip.*/}}'"),
        (.function, "capture", "write '{{NAME = any}}', or an expression: '{{id = /[0-9]+/}}'"),
        (.failure, "host-not-found offline", "write 'cannot-connect'"),
        (.failure, "protocol", "write 'bad-response'"),
        (.failure, "bad-url unsupported-url authentication too-large", "write 'other'"),
        (.challenge, "NTLM Negotiate Form", "a kind of a few clients: write '{{/WORD/}}'"),
    ]
}
