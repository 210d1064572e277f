// FirstWordHelp.swift: help for a first word that the reader does not know.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Proofreader {
    /// Help for an unknown word behind `*`.
    static func helpForCallback(_ typed: String) -> String {
        let signs = "?+&"
        if signs.contains(typed) { return "the sign stands right behind the star: '*\(typed) …'" }
        if let last = typed.last, signs.contains(last), CallbackKind(rawValue: String(typed.dropLast())) != nil {
            return "write '*\(last) \(typed.dropLast())'"
        }
        if ["close", "closed", "disconnect", "disconnected"].contains(typed.lowercased()) {
            return "write '! close' where the server closes the connection, '! await close' where the client does, and "
                + "'* finish' or '* fail connection-lost' for the end of a load"
        }
        let meant = Synonyms.callbacks.meant(by: typed).map { "'* \($0)'" }
        if !meant.isEmpty { return "write " + meant.joined(separator: " or ") }
        return WordHelp.help(for: typed, among: CallbackKind.words, on: .callback)
    }

    /// Help for an unknown word behind `client`.
    static func helpForOrder(_ typed: String) -> String {
        if typed.hasPrefix("/") || typed.hasPrefix("http://") || typed.hasPrefix("https://") {
            return "a method stands before it: 'client GET \(typed)'"
        }
        return WordHelp.help(for: typed, among: OrderWord.words + StartLineSlip.methods, .orders, on: .order)
    }

    /// Help for an unknown word in the first column.
    func helpForWord(_ word: Text, below messageMark: String?) -> String {
        let typed = word.string
        let whole = word.line.whole
        if typed.utf8.last == Byte.colon {
            if let help = helpForEntry(String(typed.dropLast()), whole.from(word.end).trimmed.string) { return help }
            if let start = startLine(behind: String(typed.dropLast()), whole.from(word.end).trimmed) { return start }
            if let known = LineWord(rawValue: String(typed.dropLast())) {
                return "write '\(known.rawValue)', without ':'"
            }
            if whole.fieldName != nil {
                if let messageMark {
                    return
                        "write '\(messageMark) \(whole.string)'; a field of a load or a callback is indented below it"
                }
                return "a field of a message begins with '> ' or '< ', one of a load or a callback is indented below it"
            }
        }
        if typed.hasPrefix("HTTP") { return "write '< \(Self.replyStart(meantBy: whole))'" }
        if StartLineSlip.methods.contains(typed) {
            let line = Self.requestStart(meantBy: whole)
            return "write '> \(line)' for a request that comes, or 'client \(line)' for an order"
        }
        if ["listen", "port", "ports"].contains(typed) {
            return "a play has a port of its own, '{{origin}}' in its command; for routes there is "
                + "'quintain serve --port 8080'"
        }
        let value = Scanner.words(of: whole.from(word.end)).words.first?.string ?? ""
        if ["host", "server", "base", "baseurl", "base-url", "base_url", "url"].contains(typed.lowercased()),
            FixedAddress(url: whole.from(word.end).trimmed) != nil || value.hasPrefix("localhost")
                || value.hasPrefix("127.")
        {
            return "a play has a host and a port of its own: targets are paths, 'client GET /a'"
        }
        if ["set", "let", "var", "const", "variable", "variables"].contains(typed), !value.isEmpty {
            let name = value.prefix { $0 != "=" }
            return "a text is written where it is used; one that comes is kept by '{{capture \(name)}}', and several, "
                + "a run for each, are a table: 'cases \(name)'"
        }
        if let start = startLine(behind: typed, whole.from(word.end).trimmed) { return start }
        if typed == "priority", scope.isRoutes {
            return "take it away: the most specific route answers, and of two alike the one further up"
        }
        if typed == "body" {
            return "what a load sends is indented below its 'client' line; in a message '< …' is body"
        }
        let values = Scanner.words(of: whole.from(word.end)).words.map(\.string)
        if let help = Self.helpForAssertion(typed, values) { return help }
        return WordHelp.known(typed, with: values.first, among: LineWord.words, .words, on: .word)
            ?? "a line of a message begins with '> ' or '< ', and a note with '# '"
    }

    /// `response 200`, `request GET /a`
    private func startLine(behind word: String, _ rest: Text) -> String? {
        let meant = Synonyms.words.meant(by: word)
        if rest.isReplyStart, meant.contains("< 200") || ["response", "server"].contains(word.lowercased()) {
            return "write '< \(rest.string)'"
        }
        guard rest.isRequestStart, meant.contains("> GET /") || meant.contains("client GET /") else { return nil }
        let line = Self.requestStart(meantBy: rest)
        return "write '> \(line)' for a request that comes, or 'client \(line)' for an order"
    }

    /// `id: jsonpath "$.id"`, `retry: 3`, `q: swift`: entries of Hurl's sections.
    private func helpForEntry(_ name: String, _ value: String) -> String? {
        let section = (foreignSection?.trimmingBrackets).flatMap { Synonyms.sections.meant(by: $0).first }
        let query = value.split(separator: " ").first.map(String.init) ?? ""
        let isCapture = section?.contains("capture") ?? (value.contains("\"") && Self.queries.contains(query))
        if isCapture {
            return "'{{capture \(name)}}' in a '>' line keeps what a client sends; a reply is written here, and "
                + "'{{nonce \(name)}}' in it is a random word, the same further down"
        }
        guard let section else { return nil }
        if let line = Synonyms.requestOptions.meant(by: name).first { return "write \(line)" }
        guard section.contains("NAME=VALUE") else { return "write \(section)" }
        // `photo: file,a.png;`
        let file = value.split(separator: ",").dropFirst().first.map { $0.prefix { $0 != ";" } }
        let text =
            value.hasPrefix("file,")
            ? "{{file \"\(file ?? "")\"}}" : value.contains(" ") ? "\"\(value)\"" : value
        return "write \(section.replacing("NAME=VALUE", with: "\(name)=\(text)"))"
    }

    /// What a capture of Hurl asks a reply for.
    private static let queries: Set<String> = ["jsonpath", "xpath", "header", "cookie", "regex"]

    /// `header "Location" == "/x"`, `status == 200`: what Hurl asserts of a reply, the client reports here.
    private static func helpForAssertion(_ query: String, _ words: [String]) -> String? {
        guard let meant = Synonyms.assertions.meant(by: query).first,
            words.contains(where: { predicates.contains($0) })
        else { return nil }
        return "what the client tells of a reply is a line of its own: \(meant)"
    }

    private static let predicates: Set<String> = [
        "==", "!=", ">", ">=", "<", "<=", "not", "contains", "includes", "startsWith", "endsWith", "matches", "exists",
        "count", "isEmpty", "isString", "isInteger", "isFloat", "isNumber", "isBoolean", "isCollection", "isDate",
    ]

    /// `HTTP 200` and `HTTP/2 200` are no start lines, and `HTTP *` leaves the status open.
    private static func replyStart(meantBy line: Text) -> String {
        if line.starts(with: "HTTP/1.") { return line.string }
        return StartLineSlip.reply(line) ?? "200"
    }

    /// `GET http://localhost:8080/a` as it is written of an origin.
    static func requestStart(meantBy line: ArraySlice<UInt8>) -> String {
        requestStart(meantBy: SourceLine(number: 0, bytes: Array(line)).whole)
    }

    private static func requestStart(meantBy line: Text) -> String {
        var words = Scanner.split(line, at: Byte.space, strings: false, values: true)
        guard words.count > 1, let rest = FixedAddress(url: words[1])?.rest else { return line.string }
        let method = words.removeFirst().string
        return ([method, rest.isEmpty ? "/" : rest] + words.dropFirst().map(\.string)).joined(separator: " ")
    }

    /// `> GET {{host}}/a`: a target has no host.
    func helpForHost(_ name: Text) -> String? {
        let meant = Synonyms.functions.meant(by: name.string.replacing("_", with: ""))
        guard !scope.isRoutes, meant.contains("authority NAME") || meant.contains("//main/path") else { return nil }
        let before = name.line.whole.upTo(name.start).string.split(separator: " ")
        let behind = name.line.whole.from(name.end).string
        guard before.count > 1, before.last == "{{", StartLineSlip.methods.contains(String(before[before.count - 2])),
            behind.hasPrefix("}}/"), let path = behind.dropFirst(2).split(separator: " ").first
        else { return nil }
        return "write the path alone, '\(path)', or '//name\(path)' for another origin"
    }

    /// `request.query.name`, `request.headers.X-Id`, `request.path`: what other tools call the parts of a request.
    private func helpForPart(ofRequest name: String) -> String? {
        let parts = name.split(separator: ".", maxSplits: 2).map(String.init)
        guard parts.count > 1, parts[0] == "request" else { return nil }
        switch parts[1] {
        case "query" where scope.isRoutes && parts.count == 3: return "write '{{request.query \(parts[2])}}'"
        case "header" where parts.count == 3, "headers" where parts.count == 3:
            return "write '{{request.header \(parts[2])}}'"
        case "path", "url", "pathSegments", "uri":
            return scope.isRoutes
                ? "a part of the path is named where it stands, '> GET /{{path NAME}}', and told by '{{path.NAME}}'"
                : "the path stands in the line of the request; '{{any}}' takes any"
        default: return nil
        }
    }

    /// Help for an unknown word between `{{` and `}}`.
    func helpForFunction(_ name: String, among names: [String]) -> String {
        let open = name.firstIndex(of: "(")
        if let open, isValueName(String(name[..<open])) {
            return "arguments stand behind a blank: '{{\(name[..<open]) …}}'"
        }
        let halves = name.split(separator: ":", maxSplits: 1)
        if halves.count == 2, FunctionWord(rawValue: String(halves[0])) != nil {
            return "write '{{\(halves[0]) \(halves[1])}}'"
        }
        if ["equals", "equal", "equalto", "equal-to", "eq", "is"].contains(name.lowercased()) {
            return "a text is compared as it stands, without a function"
        }
        if scope.sentNonces.contains(name) { return "write '{{nonce \(name)}}', which is the word that is sent above" }
        if scope.origins[name] != nil {
            return "the address of an origin is '{{//\(name)/}}', and that of a path there '{{//\(name)/path}}'"
        }
        if scope.isRoutes, scope.pathNames.contains(name) { return "write '{{path.\(name)}}'" }
        let inner = String(name.drop { $0 == "{" })
        if inner != name, isValueName(inner) { return "write '{{\(inner)}}', with two braces on each side" }
        if name.hasPrefix("query."), scope.isRoutes { return "write '{{request.query \(name.dropFirst(6))}}'" }
        if scope.isRoutes, ["origin", "url", "base", "server", "host"].contains(name) { return "write '{{site}}'" }
        if let help = helpForPart(ofRequest: name) { return help }
        if ["not", "isnot", "is-not", "isnt", "ne", "neq", "except", "unless", "!", "!="].contains(name.lowercased()) {
            return scope.isRoutes
                ? "nothing says 'not': a route for the value itself takes it, and this one all others"
                : "nothing says 'not': '{{absent}}' is a field that must not come, and a branch of 'either' "
                    + "with '! wrong \"…\"' a value"
        }
        if name.lowercased() == "bearer" {
            return "write 'Bearer TOKEN', with the token itself or a value that takes it"
        }
        if ["env", "environment", "getenv", "process.env"].contains(name.lowercased()) {
            return "the environment is not read: write the text itself, or have the test write the file"
        }
        let bare = name.hasPrefix("$") ? String(name.dropFirst()) : name
        if scope.isRoutes {
            if let meant = Synonyms.routeFunctions.meant(by: bare).first { return "write '{{\(meant)}}'" }
            if name.lowercased() == "jsonpath" {
                return "what a body has is kept where it comes, '> {{json {\"id\": {{capture id}}}}}', and written "
                    + "'{{id}}' in the reply"
            }
        }
        let meant = Synonyms.functions.meant(by: bare).map { "'{{\($0)}}'" }
        if !meant.isEmpty { return "write " + meant.joined(separator: " or ") }
        if let near = NearestWord.suggestion(for: name, among: names) { return near }
        let text = "text between braces is written '{{\"…\"}}'"
        guard Scanner.isName(Array(name.utf8)[...]) else { return text }
        if !scope.columns.isEmpty {
            let columns = scope.columns.sorted().map { "'\($0)'" }.joined(separator: ", ")
            return "the table has the columns \(columns); '{{capture \(name)}}' in a line above takes what comes "
                + "and names it"
        }
        return scope.isRoutes
            ? "'{{path \(name)}}' in the path of a route names a part of it; \(text)"
            : "'{{capture \(name)}}' in a line above takes what comes and names it; \(text)"
    }
}
