// StartLineAdvice.swift: start lines that can be played, but are hardly meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension Proofreader {
    /// Warns of a method that is misspelt, or several in one.
    mutating func warnOfOddMethod(_ method: Text) {
        guard !method.hasValue else { return }
        let typed = method.string
        if Self.knownMethods.contains(typed) { return }
        let upper = typed.uppercased()
        let help: String
        if upper != typed, StartLineSlip.methods.contains(upper) {
            help = "methods are in capitals: '\(upper)'"
        } else if ["ANY", "ALL", "*"].contains(upper) {
            help = "'{{any}}' takes every method"
        } else if typed.contains("|") {
            help = "'{{regex \"\(typed)\"}}' takes each of them"
        } else if let meant = NearestWord.nearest(to: typed, among: StartLineSlip.methods),
            NearestWord.distance(Array(upper.utf8), Array(meant.utf8)) == 1
        {
            help = "did you mean '\(meant)'?"
        } else {
            return
        }
        faults.add(
            .oddMethod, method.place, "'\(typed)' is hardly a method",
            help: help + "; one of your own is written '{{\(Quoting.quoted(method.bytes))}}'")
    }

    /// Warns of a target that no client sends.
    mutating func warnOfOddTarget(_ target: Text, of method: Text) {
        if target.starts(with: "{{//") { return warnOfWholeURL(target) }
        guard !target.starts(with: "{{") else { return }
        let isFragment: (UInt8) -> Bool = { $0 == UInt8(ascii: "#") }
        let typed = target.string
        let string = "'{{\(Quoting.quoted(target.bytes))}}'"
        if target.starts(with: "/"), method.equals("CONNECT") {
            faults.add(
                .oddTarget, target.place, "a CONNECT asks for a host and a port", help: "write '{{authority NAME}}'")
        } else if target.starts(with: "/") {
            if let place = Scanner.first(in: target, where: isFragment) {
                let help = "take '\(target.from(place).string)' away: a fragment stays with the client"
                faults.add(.oddTarget, target.from(place).place, "no client sends a fragment", help: help)
            } else if !target.hasValue, Self.isPattern(typed) {
                let isExpression = [".*", "]+"].contains(where: typed.contains)
                let meant =
                    isExpression
                    ? "{{regex \".*\"}}' where anything may stand"
                    : typed.replacing("?*", with: "?{{any}}").replacing("**", with: "*").replacing(
                        "*", with: "{{regex \"[^/?]+\"}}") + "'"
                faults.add(
                    .matcherAsText, target.place, "'\(typed)' is compared as a text",
                    help: "write '\(meant); if this text must come: \(string)")
            } else if !target.hasValue, let named = withNamedParts(typed) {
                faults.add(
                    .matcherAsText, target.place, "'\(typed)' is compared as a text",
                    help: "write '\(named)'; if this text must come: \(string)")
            } else if let place = Scanner.first(in: target, where: Self.isOdd) {
                faults.add(
                    .oddTarget, target.from(place).place, "clients send this byte of a target as '%XX'",
                    help: "write '\(Self.coded(target))', or the target as a string: \(string)")
            }
        } else if method.equals("CONNECT") {
            warnOfFixedPort(inTunnelTo: target)
        } else if typed.hasPrefix("http://") || typed.hasPrefix("https://") {
            warnOfFixedPort(inTarget: target)
        } else if typed != "*" {
            let isQuoted = typed.count > 2 && typed.hasPrefix("\"") && typed.hasSuffix("\"")
            let plain = isQuoted ? typed.dropFirst().dropLast() : typed[...]
            let host = plain.prefix { $0 != "/" }
            if scope.origins[String(host)] != nil {
                return faults.add(
                    .oddTarget, target.place, "a target begins with '/'",
                    help: "write '//\(plain)' for the origin '\(host)'")
            }
            faults.add(
                .oddTarget, target.place, "a target begins with '/'",
                help: "write '\(plain.hasPrefix("/") ? "" : "/")\(plain)'; if it is meant to come like this: \(string)")
        }
    }

    /// `{{//other/}}b`, which only a proxy is asked for.
    private mutating func warnOfWholeURL(_ target: Text) {
        guard scope.proxies.isEmpty, !scope.isRoutes else { return }
        let path = String(target.string.dropFirst(2)).replacing("/}}/", with: "/").replacing("}}", with: "")
        faults.add(
            .oddTarget, target.place, "this is a whole URL, and such a target is for proxies",
            help: "write '\(path.hasPrefix("//main/") ? String(path.dropFirst(6)) : path)'")
    }

    /// `client GET /ü`; a URL between quotes is meant as it stands.
    mutating func warnOfOddBytes(inLoadOf url: Text) {
        let isSlash: (UInt8) -> Bool = { $0 == Byte.slash }
        // The name of a host is coded otherwise.
        let host = Scanner.first(in: url, where: isSlash).map { url.from($0).starts(with: "//") ? $0 + 2 : $0 }
        guard let path = host.flatMap({ Scanner.first(in: url.from($0), where: isSlash) }),
            let odd = Scanner.first(in: url.from(path), where: Self.isOdd)
        else { return }
        faults.add(
            .oddTarget, url.from(odd).place, "no URL has this byte, and clients differ in what they make of it",
            help: "write '\(Self.coded(url))'; if a client is to be given it, quotes stand around the URL: "
                + "\(Quoting.quoted(url.bytes))")
    }

    static func isOdd(_ byte: UInt8) -> Bool {
        byte >= 0x7F || byte <= Byte.space || byte == Byte.backslash || byte == Byte.quote
    }

    /// `/%C3%BC` of `/ü`; a value stays as it is.
    static func coded(_ target: Text, where isOdd: (UInt8) -> Bool = isOdd) -> String {
        let bytes = target.line.bytes
        var result: [UInt8] = []
        var index = target.start
        while index < target.end {
            if Scanner.opensValue(bytes, at: index, to: target.end),
                let end = Scanner.endOfValue(bytes, from: index, to: target.end)
            {
                result += bytes[index..<end]
                index = end
                continue
            }
            let byte = bytes[index]
            result +=
                isOdd(byte) ? Array("%\(byte < 16 ? "0" : "")\(String(byte, radix: 16, uppercase: true))".utf8) : [byte]
            index += 1
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// `/pets/{{regex "[^/?]+"}}` of `/pets/{id}`, `/pets/:id` and `/pets/<id>`; nil: no part has a name.
    private func withNamedParts(_ target: String) -> String? {
        let path = target.prefix { $0 != "?" }
        var hasOne = false
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map { part -> String in
            let isBraced = part.hasPrefix("{") && part.hasSuffix("}") || part.hasPrefix("<") && part.hasSuffix(">")
            let name = isBraced ? part.dropFirst().dropLast() : part.hasPrefix(":") ? part.dropFirst() : ""
            let isValue = part.hasPrefix("{") && isValueName(String(name))
            guard Scanner.isName(Array(name.utf8)[...]), !isValue else { return String(part) }
            hasOne = true
            return #"{{regex "[^/?]+"}}"#
        }
        return hasOne ? parts.joined(separator: "/") + target.dropFirst(path.count) : nil
    }

    /// `/a/.*`, `/[a-z]+`, `/a/*`, `/*.png`, `/a?*`
    private static func isPattern(_ target: String) -> Bool {
        if target.contains(".*") || target.contains("]+") || target.hasSuffix("?*") { return true }
        return target.prefix { $0 != "?" }.split(separator: "/").contains { $0.hasSuffix("*") || $0.hasPrefix("*.") }
    }

    mutating func warnOfSlips(inStatus content: Text) {
        guard isAsked else { return }
        warnOfTypedLineEnd(content)
        warnOfOddStatus(content)
        warnOfMissingBlank(content)
        warnOfOpenVersion(content)
    }

    /// A status that no reply has, or the phrase of another one.
    private mutating func warnOfOddStatus(_ content: Text) {
        guard content.isReplyStart, !content.starts(with: "HTTP/"), !content.hasValue,
            let number = Units.number(content.bytes.prefix(3))
        else { return }
        let phrase = content.from(content.start + 4)
        if let known = ReasonPhrase.phrase(for: number), phrase.equals(known) { return }
        let blank = phrase.isEmpty ? "{{\" \"}}" : ""
        let asItStands = "if it is to go out as it stands: 'HTTP/1.1 \(content.string)\(blank)'"
        if !(100..<600).contains(number) {
            faults.add(
                .oddStatus, content.upTo(content.start + 3).place, "a status is a number from 100 to 599",
                help: asItStands)
        } else if let odd = Self.comment(in: phrase, "#") ?? Self.comment(in: phrase, "//") ?? Self.markedPhrase(phrase)
        {
            faults.add(
                .oddStatus, odd.place, "this would be sent as the phrase of the status",
                help: "a comment has a line of its own; \(asItStands)")
        } else if let help = Self.linesBelow(meantBy: phrase) {
            faults.add(
                .oddStatus, phrase.place, "this would be sent as the phrase of the status",
                help: "\(help); \(asItStands)")
        } else if let other = Self.status(with: phrase.string), other != number,
            ReasonPhrase.phrase(for: number)?.description != phrase.string
        {
            faults.add(
                .oddStatus, content.place, "'\(phrase.string)' is the phrase of \(other)",
                help: "write '\(other)' or '\(number)'; \(asItStands)")
        }
    }

    /// `# fine`, `> GET /b`
    private static func markedPhrase(_ phrase: Text) -> Text? {
        let phrase = phrase.trimmed
        return phrase.bytes.first.map("#<>*!".utf8.contains) == true ? phrase : nil
    }

    /// `302 /b`, `301 Location: /c`, `200 application/json {}`: what belongs below the status.
    private static func linesBelow(meantBy phrase: Text) -> String? {
        if let first = phrase.bytes.first, "{[\"".utf8.contains(first) {
            return "a body stands below the head and a bare mark '<': '< \(phrase.string)'"
        }
        if let help = time(before: phrase) { return help }
        let typed = phrase.string
        if typed.hasPrefix("// ") { return "a comment has a line of its own: '#\(typed.dropFirst(2))' above this one" }
        let arrow = ["-> ", "=> ", "→ ", "to "].first(where: typed.hasPrefix) ?? ""
        let first = typed.dropFirst(arrow.count).prefix { $0 != " " }
        if first.hasPrefix("/") || first.hasPrefix("http://") || first.hasPrefix("https://") {
            return "write a line below it: '< Location: \(first)'"
        }
        if first.hasSuffix(":"), FieldNames.isKnown(String(first.dropLast())) {
            return "write a line below it: '< \(phrase.string)'"
        }
        return ["application/", "text/", "image/"].contains { first.hasPrefix($0) }
            ? "write a line below it: '< Content-Type: \(first)', and a body behind a bare mark" : nil
    }

    /// `200 after 500ms`
    private static func time(before phrase: Text) -> String? {
        let words = phrase.string.split(separator: " ").map(String.init)
        guard words.count == 2, ["after", "in", "delay", "wait"].contains(words[0].lowercased()),
            Units.duration(words[1]) != nil
        else { return nil }
        return "write a line above it: '! wait \(words[1])'"
    }

    /// `HTTP/1.1 200`: a line that begins with a version is sent as it stands.
    private mutating func warnOfMissingBlank(_ content: Text) {
        guard let (version, status) = content.versionAndStatus else { return warnOfGluedPhrase(content) }
        let isShort = version.equals("HTTP/1.1") || version.isPastedVersion
        let phrase = Units.number(status.bytes).flatMap { ReasonPhrase.phrase(for: $0)?.description }
        let whole = "\(version.string) \(status.string)" + (phrase.map { " \($0)" } ?? "{{\" \"}}")
        faults.add(
            .oddStatus, content.place,
            "a blank stands behind the status, also where no phrase does (RFC 9112 section 4)",
            help: "write '< \(isShort ? status.string : whole)'; if it is to go out as it stands: "
                + "'< \(version.string) {{\"\(status.string)\"}}'")
    }

    /// `HTTP/1.1 200OK`
    private mutating func warnOfGluedPhrase(_ content: Text) {
        guard content.starts(with: "HTTP/") else { return }
        let words = Scanner.split(content, at: Byte.space, strings: false, values: true)
        // Three digits and a capital; a status of four digits may be the point of the file.
        guard words.count > 1, words[0].isVersion, words[1].bytes.prefix(4).last.map(Byte.isUpper) ?? false,
            let meant = StartLineSlip.reply(content.from(words[1].start))
        else { return }
        faults.add(
            .oddStatus, words[1].place, "no blank stands between the status and its phrase",
            help: "write '< \(meant)'; if it is to go out as it stands: "
                + "'< \(words[0].string) {{\(Quoting.quoted(content.from(words[1].start).bytes))}}'")
    }

    static func status(with phrase: String) -> Int? {
        phrase.isEmpty ? nil : (100..<600).first { ReasonPhrase.phrase(for: $0)?.description == phrase }
    }

    private static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "QUERY", "COPY", "MOVE", "LOCK",
        "UNLOCK", "MKCOL", "PROPFIND", "PROPPATCH", "SEARCH", "REPORT", "LINK", "UNLINK", "BIND", "PURGE", "PRI",
    ]
}
