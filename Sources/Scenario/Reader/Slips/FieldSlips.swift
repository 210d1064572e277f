// FieldSlips.swift: lines of a head that are no fields, or hardly the intended ones.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// Reports a line of a head that is no field. true: it is probably body, and so are the lines below it.
    mutating func badField(_ content: Text, _ mark: Character, isTrailer: Bool = false) -> Bool {
        if let meant = StartLineSlip.meant(by: content, mark) {
            misspeltStart(content, meant, mark, isBody: false)
            return false
        }
        if content.equals("\\r\\n"), hasToldLineEnd, faults.hasErrors { return true }
        let what = "'\(content.string)' is no field line"
        if let (help, isBody) = Self.helpForOther(content, mark) {
            faults.add(.badField, content.place, what, help: help)
            return isBody
        }
        let meant = Self.fieldMeant(by: content)
        if meant == nil, !isTrailer, Self.looksLikeBody(content) {
            faults.add(
                .badField, content.place, what + ", and the head has not ended",
                help: "if it is body, the bare mark '\(mark)' stands on a line of its own above it")
            return true
        }
        var help = "a field is 'Name: value'; a bare mark '\(mark)' ends the head, and a body begins below it"
        if content.bytes.first == Byte.space { help = "a field has one line, with all of its value" }
        if let meant { help = "write '\(mark) \(meant)'" }
        if mark == "<" { help += "; if it is to go out as it stands: '< {{\(Quoting.quoted(content.bytes))}}'" }
        faults.add(.badField, content.place, what, help: help)
        return false
    }

    /// Help for a line that is plainly something else, and whether it is probably body.
    private static func helpForOther(_ content: Text, _ mark: Character) -> (help: String, isBody: Bool)? {
        if content.equals("\\r\\n") { return ("the empty line below a head is a bare mark: '\(mark)'", true) }
        if mark == ">" {
            if let (name, value) = matcher(behindName: content) {
                return partsOfMessages[name.lowercased()] == placeOfBody
                    ? ("a bare mark '>' ends the head, and the body stands below it: '> \(value)'", true)
                    : ("write '> \(name): \(value)'", false)
            }
            if content.starts(with: "{{cookies ") { return ("write '> Cookie: \(content.string)'", false) }
            if let name = nameNegated(by: content.string) {
                return ("a field that must not come is '> \(name): {{absent}}'", false)
            }
        }
        if mark == "<", let help = helpForAct(content) { return (help, false) }
        return Synonyms.sections.meant(by: content.string.trimmingBrackets).first.map { ("write \($0)", false) }
    }

    /// `X-Id contains "5"`
    private static func matcher(behindName content: Text) -> (name: String, value: String)? {
        let words = content.string.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count == 3, words[0].utf8.allSatisfy(Byte.isToken) else { return nil }
        let isString = words[2].count > 1 && words[2].hasPrefix("\"") && words[2].hasSuffix("\"")
        let isBetweenSlashes = words[2].count > 2 && words[2].hasPrefix("/") && words[2].hasSuffix("/")
        let typed = isBetweenSlashes ? words[2].dropFirst().dropLast() : words[2][...]
        let text = isString ? words[2] : Quoting.quoted(typed.utf8)
        switch words[1] {
        case "contains", "includes", "containing": return (words[0], "{{contains \(text)}}")
        case "matches", "matching", "=~", "~": return (words[0], "{{regex \(text)}}")
        case "==", "equals", "equalTo": return (words[0], isString ? String(words[2].dropFirst().dropLast()) : words[2])
        default: return nil
        }
    }

    /// `Cookie` of `!Cookie` and of `no Cookie`
    private static func nameNegated(by content: String) -> String? {
        guard let sign = ["!", "no ", "not "].first(where: content.hasPrefix) else { return nil }
        let name = String(content.dropFirst(sign.count).drop { $0 == " " })
        guard !name.isEmpty, name.utf8.allSatisfy(Byte.isToken) else { return nil }
        return sign == "!" || FieldNames.isKnown(name) ? name : nil
    }

    /// `< delay 2s`, `< close`: what the server does, behind the mark of what it says.
    static func helpForAct(_ content: Text) -> String? {
        let words = content.string.split(separator: " ").map(String.init)
        guard let first = words.first, words.count <= 2 else { return nil }
        if ActWord(rawValue: first) != nil {
            return "what the server does has a mark of its own: '! \(content.string)'"
        }
        let meant = Synonyms.acts.meant(by: first)
        guard let act = meant.first, act.hasPrefix("! ") else { return nil }
        return WordHelp.known(first, with: words.count > 1 ? words[1] : nil, among: [], Synonyms([act: first]))
    }

    /// `< body: hello`: a field that other formats write for what a message has besides its head.
    mutating func warnOfOddName(_ content: Text, _ mark: Character) {
        guard let name = content.fieldName, let meant = Self.partsOfMessages[name] else { return }
        let typed = content.upTo(content.start + name.utf8.count).string
        faults.add(
            .oddField, content.upTo(content.start + name.utf8.count).place, "this is a field called '\(typed)'",
            help: "\(meant); if it is meant, the name is a string: '\(mark) {{\"\(typed)\"}}:…'")
    }

    private static let placeOfBody = "a body stands below the head and a bare mark"
    private static let partsOfMessages = [
        "body": placeOfBody, "json": placeOfBody,
        "headers": "each field has a line of its own: 'Name: value'",
        "header": "each field has a line of its own: 'Name: value'",
        "query": "the query stands in the target: '> GET /path?{{query NAME=VALUE}}'",
    ]

    /// Whether the line looks like JSON, markup, a form or text: it cannot begin a field's name, or has no colon.
    private static func looksLikeBody(_ content: Text) -> Bool {
        guard let first = content.bytes.first, first != Byte.space else { return false }
        let bytes = content.line.bytes
        if Scanner.opensValue(bytes, at: content.start, to: content.end) {
            return Scanner.endOfValue(bytes, from: content.start, to: content.end) == content.end
        }
        return !Byte.isToken(first) || Byte.isDigit(first) || !content.bytes.contains(Byte.colon)
    }

    /// `Content-Type text/plain`, `Content-Type=text/plain`, `Content-Type : text/plain`.
    private static func fieldMeant(by content: Text) -> String? {
        let text = content.trimmed
        let name = text.bytes.prefix { Byte.isToken($0) && $0 != Byte.equals }
        guard let first = name.first, Byte.isLetter(first), name.count < text.range.count else { return nil }
        let typed = String(decoding: name, as: UTF8.self)
        let rest = text.from(text.start + name.count).trimmed
        guard let next = rest.bytes.first else { return nil }
        if next == Byte.colon || next == Byte.equals, name.contains(UInt8(ascii: "-")) || FieldNames.isKnown(typed) {
            return "\(typed): \(rest.from(rest.start + 1).trimmed.string)"
        }
        if next == Byte.colon { return "\(typed): \(rest.from(rest.start + 1).trimmed.string)" }
        guard FieldNames.isKnown(typed) || FieldNames.meant(by: typed) != nil else { return nil }
        return "\(FieldNames.meant(by: typed) ?? typed): \(rest.string)"
    }

    /// Warns of a name that is nearly a known one: `Content-Lenght`.
    mutating func warnOfMisspeltName(_ content: Text) {
        let name = content.bytes.prefix { $0 != Byte.colon }
        guard name.count < content.range.count, !name.isEmpty, name.allSatisfy(Byte.isToken),
            let meant = FieldNames.meant(by: String(decoding: name, as: UTF8.self))
        else { return }
        let text = content.upTo(content.start + name.count)
        faults.add(
            .misspeltField, text.place, "no field is known as '\(text.string)'", help: "did you mean '\(meant)'?")
    }

    /// Warns of what is hardly meant in a field that a reply has.
    mutating func warnOfSlips(inSent field: Text) {
        guard isAsked else { return }
        warnOfMisspeltName(field)
        warnOfUnquotedTag(field)
        warnOfOddForm(field, .send)
        warnOfRawDigest(inField: field)
        warnOfStrayBraces(field, readsValue: false)
        warnOfOddQuotes(inHead: field)
        warnOfFixedPort(inSent: field)
        warnOfOtherSide(field, .send)
        warnOfComment(inField: field)
    }

    /// `> Set-Cookie: a=1`, `< Cookie: a=1`: what only the other side says. `> Location: {{absent}}` says nothing that
    /// is wrong.
    mutating func warnOfOtherSide(_ content: Text, _ side: ValueSide) {
        guard let name = content.fieldName else { return }
        let value = content.from(content.start + name.utf8.count + 1).trimmed
        let isOfReplies = side == .receive && Self.fieldsOfReplies.contains(name) && !value.equals("{{absent}}")
        // What a request had may be told in the reply to it.
        let isOfRequests = side == .send && Self.fieldsOfRequests.contains(name) && !value.hasValue
        guard isOfReplies || isOfRequests else { return }
        let typed = content.upTo(content.start + name.utf8.count)
        faults.add(
            .oddField, typed.place, "'\(typed.string)' is a field of \(isOfReplies ? "replies" : "requests")",
            help: "write it behind '\(isOfReplies ? "<" : ">")'; if it is meant, the name is a string: "
                + "'{{\"\(isOfReplies ? typed.string : name)\"}}: \(value.string)'")
    }

    private static let fieldsOfReplies: Set<String> = [
        "set-cookie", "location", "www-authenticate", "proxy-authenticate", "authentication-info",
        "proxy-authentication-info", "accept-ranges", "age", "etag", "retry-after", "server", "vary",
    ]
    private static let fieldsOfRequests: Set<String> = [
        "authorization", "proxy-authorization", "cookie", "host", "user-agent", "referer", "expect", "max-forwards",
        "if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range",
    ]

    /// Reports a line that is probably meant to be a start line.
    mutating func misspeltStart(_ content: Text, _ meant: String, _ mark: Character, isBody: Bool) {
        if commentBehind(content) { return }
        let otherwise = isBody ? ", or as text of the body '\(mark) {{\(Quoting.quoted(content.bytes))}}'" : ""
        faults.add(
            .misspeltStart, content.place, "this looks like a start line, but is none",
            help: ScenarioBuilder.helpForOption(in: content) ?? ScenarioBuilder.helpForListedStatuses(content)
                ?? "write '\(mark) \(meant)'" + otherwise)
    }

    /// Warns of a start line below text of a body, which goes on to the next line of the other side.
    mutating func startLineInBody(_ content: Text, _ mark: Character) {
        let (message, side) = mark == "<" ? ("reply", "'>' line of the client") : ("request", "'<' line of the server")
        faults.add(
            .takenAsText, content.place, "this is a line of the body, and begins no \(message)",
            help: "the body goes on to the next \(side): put that above; if it is text, write "
                + "'\(mark) {{\(Quoting.quoted(content.bytes))}}'")
    }

    /// Warns of a line directly below the bare mark that looks like a field: it would be body.
    mutating func warnOfFieldInBody(_ content: Text, _ mark: Character) {
        guard let name = content.fieldName, FieldNames.isKnown(name), Self.isSpelled(name, in: content) else { return }
        addFieldInBody(content, mark)
    }

    /// Warns of a field that is about the message and stands below text of its body. Messages within a body have theirs
    /// below a first line, a boundary or another field.
    mutating func warnOfField(_ content: Text, below above: Text, _ mark: Character) {
        guard let name = content.fieldName, Self.fieldsOfBodies.contains(name), Self.isSpelled(name, in: content),
            above.fieldName == nil, !above.starts(with: "--"), !above.string.contains("HTTP/")
        else { return }
        addFieldInBody(content, mark)
    }

    /// `User-agent: *` is a line of many a robots.txt.
    private static func isSpelled(_ name: String, in content: Text) -> Bool {
        let typed = content.upTo(content.start + name.utf8.count).string
        return typed == name || FieldNames.all.contains(typed)
    }

    private mutating func addFieldInBody(_ content: Text, _ mark: Character) {
        faults.add(
            .fieldInBody, content.place, "this is body: the bare mark above has ended the head",
            help: "put the field above the bare mark; text is written '\(mark) {{\(Quoting.quoted(content.bytes))}}'")
    }

    private static let fieldsOfBodies: Set = [
        "content-type", "content-length", "content-encoding", "transfer-encoding", "location", "set-cookie",
    ]
}
