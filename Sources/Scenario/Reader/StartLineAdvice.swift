// StartLineAdvice.swift: start lines that can be played, but are hardly meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension ScenarioBuilder {
    /// Warns of a method that is misspelt, or several in one.
    mutating func warnOfOddMethod(_ method: Text) {
        guard !Self.hasValue(method) else { return }
        let typed = method.string
        let upper = typed.uppercased()
        let help: String
        if upper != typed, StartLineSlip.methods.contains(upper) {
            help = "methods are in capitals: '\(upper)'"
        } else if ["ANY", "ALL", "*"].contains(upper) {
            help = "each method has \(scope.isRoutes ? "a route" : "a line") of its own"
        } else if !Self.knownMethods.contains(typed),
            let meant = NearestWord.nearest(to: typed, among: StartLineSlip.methods),
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
        guard !target.starts(with: "{{") else { return }
        let isFragment: (UInt8) -> Bool = { $0 == UInt8(ascii: "#") }
        let isOdd: (UInt8) -> Bool = { $0 >= 0x7F || $0 <= Byte.space || $0 == Byte.backslash || $0 == Byte.quote }
        let typed = target.string
        let string = "'{{\(Quoting.quoted(target.bytes))}}'"
        if target.starts(with: "/"), method.equals("CONNECT") {
            faults.add(
                .oddTarget, target.place, "a CONNECT asks for a host and a port", help: "write '{{authority NAME}}'")
        } else if target.starts(with: "/") {
            if let place = Scanner.first(in: target, where: isFragment) {
                let help = "take '\(target.from(place).string)' away: a fragment stays with the client"
                faults.add(.oddTarget, target.from(place).place, "no client sends a fragment", help: help)
            } else if let place = Scanner.first(in: target, where: isOdd) {
                faults.add(
                    .oddTarget, target.from(place).place, "clients send this byte of a target as '%XX'",
                    help: "write it so, or the target as a string: \(string)")
            }
        } else if method.equals("CONNECT") {
            guard !scope.isRoutes else { return }
            fixedPort(target, "write '{{authority NAME}}'")
        } else if typed.hasPrefix("http://") || typed.hasPrefix("https://") {
            guard !scope.isRoutes else { return }
            fixedPort(target, "write '/path', or '//name/path' for another origin; a proxy is asked for it as well")
        } else if typed != "*" {
            let isQuoted = typed.count > 2 && typed.hasPrefix("\"") && typed.hasSuffix("\"")
            let plain = isQuoted ? typed.dropFirst().dropLast() : typed[...]
            faults.add(
                .oddTarget, target.place, "a target begins with '/'",
                help: "write '\(plain.hasPrefix("/") ? "" : "/")\(plain)'; if it is meant to come like this: \(string)")
        }
    }

    /// Warns of a host with a port that is written out: each run has ports of its own.
    mutating func fixedPort(_ text: Text, _ help: String) {
        faults.add(.fixedPort, text.place, "no run has this host and port: each run has ports of its own", help: help)
    }

    /// `> Host: localhost:8080`, `< Location: http://127.0.0.1:8080/x`
    mutating func warnOfFixedPort(_ content: Text, isSent: Bool) {
        guard !scope.isRoutes, let name = Self.fieldName(content) else { return }
        let value = content.from(content.start + name.utf8.count + 1).trimmed
        guard !value.isEmpty else { return }
        if name == "host", !isSent, !Self.hasValue(value) {
            fixedPort(value, "take the line away, for Host is looked at in any case, or write '{{authority main}}'")
        } else if isSent, let rest = Self.behindLocalHost(value) {
            fixedPort(value, "write '\(Self.absolute("main", rest))'")
        } else if value.starts(with: "//") {
            warnOfNameAsHost(value)
        }
    }

    /// `Location: //main/b`: in a field the name of an origin is a host like any other.
    private mutating func warnOfNameAsHost(_ value: Text) {
        let behind = value.from(value.start + 2)
        let end = Scanner.first(in: behind) { "/?#,; ".utf8.contains($0) || $0 == Byte.colon } ?? behind.end
        let name = behind.upTo(end)
        guard name.equals("main") || scope.origins[name.string] != nil || scope.proxies[name.string] != nil,
            !behind.from(end).starts(with: ":")
        else { return }
        faults.add(
            .oddField, value.place, "a client takes '\(name.string)' for the name of a host",
            help: "write '\(Self.absolute(name.string, behind.from(end).string))'; if it is meant, as a value: "
                + "'{{\"//\(name.string)\"}}\(behind.from(end).string)'")
    }

    /// The URL on an origin. A value cannot stand within another.
    private static func absolute(_ origin: String, _ rest: String) -> String {
        guard let value = rest.firstRange(of: "{{") else { return "{{//\(origin)\(rest.isEmpty ? "/" : rest)}}" }
        return "{{//\(origin)\(rest[..<value.lowerBound])}}\(rest[value.lowerBound...])"
    }

    /// What stands behind `http://localhost:8080`, or behind what stands for that in other tools.
    static func behindLocalHost(_ text: Text) -> String? {
        let typed = text.string
        for scheme in ["http://", "https://"] where typed.hasPrefix(scheme) {
            let rest = typed.dropFirst(scheme.count)
            if beginsWithPlaceholder(rest) { return String(rest.drop { $0 != "/" }) }
            for host in ["localhost", "127.0.0.1", "[::1]"] where rest.hasPrefix(host) {
                let behind = rest.dropFirst(host.count)
                guard behind.isEmpty || behind.hasPrefix(":") || behind.hasPrefix("/") else { continue }
                return String(behind.drop { $0 != "/" })
            }
        }
        return nil
    }

    /// `${HOST}:80`, `$HOST`, `%HOSTIP:%HTTPPORT`: what other tools put a host in for.
    private static func beginsWithPlaceholder(_ text: Substring) -> Bool {
        let name = Array(text.dropFirst().utf8.prefix(2))
        switch text.utf8.first {
        case UInt8(ascii: "$"): return name.first == Byte.open || name.first.map(Byte.isLetter) ?? false
        case UInt8(ascii: "%"):
            // `%C3` is a byte of a name.
            guard let first = name.first, Byte.isLetter(first) else { return false }
            return !name.allSatisfy { hexDigit($0) != nil }
        default: return false
        }
    }

    /// A status that no reply has, or the phrase of another one.
    mutating func warnOfOddStatus(_ content: Text) {
        guard Self.isReplyStart(content), !content.starts(with: "HTTP/"), !Self.hasValue(content),
            let number = Units.number(content.bytes.prefix(3))
        else { return }
        let phrase = content.from(content.start + 4)
        let blank = phrase.isEmpty ? "{{\" \"}}" : ""
        let asItStands = "if it is to go out as it stands: 'HTTP/1.1 \(content.string)\(blank)'"
        if !(100..<600).contains(number) {
            faults.add(
                .oddStatus, content.upTo(content.start + 3).place, "a status is a number from 100 to 599",
                help: asItStands)
        } else if let first = phrase.bytes.first, "#<>*!".utf8.contains(first) {
            faults.add(
                .oddStatus, phrase.place, "this would be sent as the phrase of the status",
                help: "a comment has a line of its own; \(asItStands)")
        } else if let other = Self.status(with: phrase.string), other != number,
            ReasonPhrase.phrase(for: number)?.description != phrase.string
        {
            faults.add(
                .oddStatus, content.place, "'\(phrase.string)' is the phrase of \(other)",
                help: "write '\(other)' or '\(number)'; \(asItStands)")
        }
    }

    /// `HTTP/1.1 200`: a line that begins with a version is sent as it stands.
    mutating func warnOfMissingBlank(_ content: Text) {
        guard let (version, status) = Self.versionAndStatus(of: content) else { return }
        let isShort = version.equals("HTTP/1.1") || Self.isPastedVersion(version)
        let phrase = Units.number(status.bytes).flatMap { ReasonPhrase.phrase(for: $0)?.description }
        let whole = "\(version.string) \(status.string)" + (phrase.map { " \($0)" } ?? "{{\" \"}}")
        faults.add(
            .oddStatus, content.place,
            "a blank stands behind the status, also where no phrase does (RFC 9112 section 4)",
            help: "write '< \(isShort ? status.string : whole)'; if it is to go out as it stands: "
                + "'< \(version.string) {{\"\(status.string)\"}}'")
    }

    private static func status(with phrase: String) -> Int? {
        phrase.isEmpty ? nil : (100..<600).first { ReasonPhrase.phrase(for: $0)?.description == phrase }
    }

    private static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE", "QUERY", "COPY", "MOVE", "LOCK",
        "UNLOCK", "MKCOL", "PROPFIND", "PROPPATCH", "SEARCH", "REPORT", "LINK", "UNLINK", "BIND", "PURGE", "PRI",
    ]
}
