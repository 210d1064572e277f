// FieldForms.swift: fields whose values have one form, and hardly the written one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWire
internal import QuintainWords

extension Proofreader {
    /// Warns of a value that every reader misreads or passes over: `Content-Length: five`. A value that is written as a
    /// string is left alone: its author means it.
    mutating func warnOfOddForm(_ content: Text, _ side: ValueSide) {
        guard !content.hasValue, let name = content.fieldName, let form = FieldForm.of[name] else { return }
        let value = content.from(content.start + name.utf8.count + 1).trimmed
        guard !value.isEmpty, let slip = form.slip(in: value.string, side) else { return }
        let typed = content.upTo(content.start + name.utf8.count).string
        faults.add(
            .oddField, value.place, slip.sentence,
            help: slip.help + (slip.help.hasSuffix("?") ? " or" : ", or")
                + " write the value as a string, if it is meant: '\(typed): {{\(Quoting.quoted(value.bytes))}}'")
    }
}

extension Proofreader {
    /// Warns of a digest that is not written in letters: `Digest: {{"a" | sha256}}` has 32 bytes of any value.
    mutating func warnOfRawDigest(inField content: Text) {
        guard content.hasValue, content.string.hasSuffix("}}") else { return }
        let last = content.upTo(content.end - 2).string.split(separator: "|", omittingEmptySubsequences: false)
            .dropFirst().last
        guard last?.trimmed == "sha256" else { return }
        faults.add(
            .oddField, content.place, "a digest is 32 bytes of any value, and fields have letters",
            help: "write '| sha256 | base16', or '| sha256 | base64'")
    }
}

/// The form of a field's value.
enum FieldForm {
    case number
    case date
    /// Also `0` and `-1`, which servers write for a date that is over.
    case expires
    case dateOrNumber
    case mediaType
    case range
    case contentRange
    /// Words between commas; other words may be somebody's own.
    case words([String])
    /// Words between commas, some with a number of seconds behind '='.
    case directives([String])
    case link
    case setCookie
    case location

    static let of: [String: FieldForm] = [
        "content-length": .number, "age": .number, "max-forwards": .number,
        "date": .date, "last-modified": .date, "if-modified-since": .date, "if-unmodified-since": .date,
        "expires": .expires, "retry-after": .dateOrNumber,
        "content-type": .mediaType, "range": .range, "content-range": .contentRange,
        "connection": .words(["close", "keep-alive", "upgrade", "te"]),
        "transfer-encoding": .words(["chunked"] + codings), "content-encoding": .words(codings),
        "accept-encoding": .words(codings), "te": .words(["trailers"] + codings),
        "accept-ranges": .words(["bytes", "none"]), "expect": .words(["100-continue"]),
        "link": .link, "set-cookie": .setCookie, "location": .location, "content-location": .location,
        "cache-control": .directives([
            "max-age", "s-maxage", "no-cache", "no-store", "no-transform", "private", "public", "must-revalidate",
            "proxy-revalidate", "must-understand", "immutable", "stale-while-revalidate", "stale-if-error", "max-stale",
            "min-fresh", "only-if-cached",
        ]),
    ]

    private static let codings = ["gzip", "deflate", "br", "zstd", "compress", "x-gzip", "identity"]

    struct Slip {
        var sentence: String
        var help: String
    }

    func slip(in value: String, _ side: ValueSide) -> Slip? {
        switch self {
        case .number:
            Self.isNumber(value) ? nil : Slip(sentence: "this is no number", help: "digits alone, such as '5'")
        case .date: Self.dateSlip(value, side)
        case .expires: Int(value) == nil ? Self.dateSlip(value, side) : nil
        case .dateOrNumber: Int(value) == nil ? Self.dateSlip(value, side, or: "number") : nil
        case .mediaType: Self.mediaTypeSlip(value)
        case .range:
            Self.dashSlip(value)
                ?? (value.contains("=")
                    ? nil : Slip(sentence: "a range has a unit and '='", help: "such as 'bytes=0-499'"))
        case .contentRange:
            Self.dashSlip(value)
                ?? (ContentRange(Array(value.utf8)) == nil
                    ? Slip(sentence: "this is no range of a whole", help: Self.helpForContentRange(value)) : nil)
        case .words(let words): Self.misspelt(value, among: words)
        case .directives(let words): Self.directiveSlip(value, words) ?? Self.misspelt(value, among: words)
        case .link: Self.linkSlip(value)
        case .setCookie: Self.attributeSlip(value)
        case .location: Self.locationSlip(value)
        }
    }

    /// `bytes=0–99`, with the dash of a word processor.
    private static func dashSlip(_ value: String) -> Slip? {
        let meant = String(value.map { dashes.contains($0) ? "-" : $0 })
        guard meant != value else { return nil }
        return Slip(sentence: "this dash is another character than '-'", help: "write '\(meant)'")
    }

    private static let dashes: Set<Character> = [
        "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{2014}", "\u{2212}",
    ]

    /// `aplication/json`, `text/htlm`: a first half that nobody has registered, or the letters of a common type in another order.
    private static func mediaTypeSlip(_ value: String) -> Slip? {
        if commonTypes.contains(value) { return nil }
        guard let slash = value.firstIndex(of: "/") else {
            return Slip(sentence: "a media type has a '/'", help: "such as 'text/plain' or 'application/json'")
        }
        let type = value.prefix { $0 != ";" }.trimmed.lowercased()
        let half = value[..<slash].lowercased()
        // `text/html charset=utf-8`
        let words = type.split(separator: " ")
        if words.count > 1, words.dropFirst().allSatisfy({ $0.contains("=") }) {
            let parts = value.split { "; ".contains($0) }.joined(separator: "; ")
            return Slip(sentence: "a parameter of a media type stands behind a ';'", help: "write '\(parts)'")
        }
        if !topLevelTypes.contains(half), let meant = NearestWord.nearest(to: half, among: topLevelTypes) {
            return Slip(
                sentence: "no media type begins with '\(half)/'",
                help: "did you mean '\(meant)/\(type.dropFirst(half.count + 1))'?")
        }
        let meant = commonTypes.first { $0 != type && $0.count == type.count && $0.sorted() == type.sorted() }
        return meant.map { Slip(sentence: "'\(type)' is hardly what is meant", help: "did you mean '\($0)'?") }
    }

    /// The registry of IANA.
    private static let topLevelTypes = [
        "application", "audio", "example", "font", "haptics", "image", "message", "model", "multipart", "text", "video",
    ]
    private static let commonTypes = [
        "application/json", "application/xml", "application/octet-stream", "application/problem+json",
        "application/x-www-form-urlencoded", "application/javascript", "text/html", "text/plain", "text/css",
        "text/xml",
        "text/event-stream", "text/javascript", "image/png", "image/jpeg", "image/gif", "image/svg+xml",
        "multipart/form-data",
    ]

    /// `bytes 0-2/10` of `bytes=0-2/10`, as a Range has it, `bytes 0-2/*` of `bytes 0-2`.
    private static func helpForContentRange(_ value: String) -> String {
        let spaced = value.replacing("=", with: " ")
        let meant = [spaced, spaced + "/*"].first { ContentRange(Array($0.utf8)) != nil }
        return meant.map { "write '\($0)'" } ?? "such as 'bytes 0-499/1234' or 'bytes */1234'"
    }

    /// `max-age 60`, `max-age: 60`, `max-age=60s`, `no-cache; no-store`
    private static func directiveSlip(_ value: String, _ words: [String]) -> Slip? {
        for member in CommaList.members(of: Array(value.utf8)) {
            let parts = String(decoding: member, as: UTF8.self).split { ":=; ".contains($0) }.map(String.init)
            guard let name = parts.first?.lowercased(), words.contains(name), parts.count > 1 else { continue }
            let typed = String(decoding: member, as: UTF8.self)
            if parts.dropFirst().allSatisfy({ words.contains($0.lowercased()) }), !typed.contains("=") {
                return Slip(
                    sentence: "between directives stands ','", help: "write '\(parts.joined(separator: ", "))'")
            }
            guard parts.count == 2 else { continue }
            let seconds =
                numbered.contains(name) && !parts[1].utf8.allSatisfy(Byte.isDigit)
                ? Units.duration(parts[1]).map { "\($0 / 1000)" } : nil
            if let seconds {
                return Slip(
                    sentence: "what stands behind '\(name)' is a number of seconds", help: "write '\(name)=\(seconds)'")
            }
            if !typed.contains("=") {
                return Slip(sentence: "behind '\(name)' stands '='", help: "write '\(name)=\(parts[1])'")
            }
        }
        return nil
    }

    private static let numbered: Set<String> = [
        "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error", "max-stale", "min-fresh",
    ]

    /// `a=1; Domian=b`: clients pass over an attribute that they do not know.
    private static func attributeSlip(_ value: String) -> Slip? {
        if let slip = semicolonSlip(value) ?? cookiesSlip(value) { return slip }
        for part in value.split(separator: ";").dropFirst() {
            let name = part.prefix { $0 != "=" }.trimmed
            let text = part.drop { $0 != "=" }.dropFirst()
            switch name.lowercased() {
            // RFC 6265 section 5.2.2: digits, a '-' before them, or the attribute is passed over.
            case "max-age" where Int(text.trimmed) == nil:
                return Slip(
                    sentence: "clients pass over a Max-Age that is no number of seconds", help: "such as '3600'")
            // Section 5.1.1: no date has no digit.
            case "expires" where !text.contains(where: \.isNumber):
                return Slip(
                    sentence: "clients pass over an Expires that is no date",
                    help: "such as 'Sun, 06 Nov 1994 08:49:37 GMT' or '{{now+1h}}'")
            case let typed where attributes.contains(typed): continue
            default:
                guard let meant = NearestWord.nearest(to: String(name), among: attributeNames) else { continue }
                return Slip(sentence: "'\(name)' is no attribute of a cookie", help: "did you mean '\(meant)'?")
            }
        }
        return nil
    }

    /// `a=1 Path=/`, `a=1, Secure`; a value may have blanks, and small words behind them: `a=rather secure`.
    private static func semicolonSlip(_ value: String) -> Slip? {
        guard !value.contains("\"") else { return nil }
        let words = value.split { "; ".contains($0) }.map { $0.hasSuffix(",") ? $0.dropLast() : $0 }
        let lacksOne = value.split(separator: ";").contains { part in
            let behind = part.split(separator: " ").dropFirst()
            return !behind.isEmpty
                && behind.allSatisfy { word in
                    let name = word.prefix { !"=,".contains($0) }
                    let isWritten = word.contains("=") || name.first?.isUppercase == true
                    return isWritten && attributes.contains(name.lowercased())
                }
        }
        guard lacksOne else { return nil }
        return Slip(
            sentence: "each attribute of a cookie stands behind a ';', or is part of the value before it",
            help: "write 'Set-Cookie: \(words.joined(separator: "; "))'")
    }

    /// `a=1, b=2`
    private static func cookiesSlip(_ value: String) -> Slip? {
        let pairs = value.split(separator: ", ", omittingEmptySubsequences: false)
        guard pairs.count > 1, !value.contains(";"),
            pairs.allSatisfy({ pair in
                let name = pair.prefix { $0 != "=" }
                return !name.isEmpty && name.count < pair.count && name.utf8.allSatisfy(Byte.isToken)
            })
        else { return nil }
        return Slip(
            sentence: "a Set-Cookie has one cookie, and the comma is part of its value",
            help: "write a line for each: 'Set-Cookie: \(pairs[1])'")
    }

    private static let attributeNames = [
        "Domain", "Path", "Expires", "Max-Age", "Secure", "HttpOnly", "SameSite", "Partitioned", "Priority",
    ]
    private static let attributes = Set(attributeNames.map { $0.lowercased() })

    /// A list of lengths is also accepted: it may be the point of the file.
    private static func isNumber(_ value: String) -> Bool {
        CommaList.members(of: Array(value.utf8)).allSatisfy { $0.allSatisfy(Byte.isDigit) }
    }

    private static func dateSlip(_ value: String, _ side: ValueSide, or other: String? = nil) -> Slip? {
        if HTTPDate.seconds(Array(value.utf8), now: 0) != nil { return nil }
        // `Retry-After: 1s`
        let digits = String(value.prefix(while: \.isNumber))
        let number = other == nil ? "" : ", or '\(digits.isEmpty ? "60" : digits)'"
        return Slip(
            sentence:
                "this is \(other.map { "neither a \($0) nor a" } ?? "no") date as HTTP has them (RFC 9110 section 5.6.7)",
            help: "such as 'Sun, 06 Nov 1994 08:49:37 GMT'"
                + (side == .receive ? " or '{{like \"* GMT\"}}', which takes any date" : " or '{{now}}'") + number)
    }

    /// What programs call codings.
    private static let otherNames = ["gz": "gzip", "brotli": "br", "zstandard": "zstd", "zlib": "deflate"]

    /// Finds a member that is nearly one of the words: others may be words of somebody's own.
    private static func misspelt(_ value: String, among words: [String]) -> Slip? {
        for member in CommaList.members(of: Array(value.utf8)) {
            let name = String(decoding: member.prefix { $0 != Byte.equals && $0 != UInt8(ascii: ";") }, as: UTF8.self)
                .lowercased()
            guard !words.contains(name),
                let meant = words.first(where: { $0 == otherNames[name] })
                    ?? NearestWord.nearest(to: name, among: words)
            else { continue }
            return Slip(sentence: "'\(name)' is hardly what is meant", help: "did you mean '\(meant)'?")
        }
        return nil
    }
}
