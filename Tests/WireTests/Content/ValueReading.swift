// ValueReading.swift: laws that hold for any bytes read as a field value.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire

/// The fuzz harness and the tests check the same laws. A value that was read is written
/// in its plainest form, and must read back the same.
enum ValueReading {
    /// The first byte chooses the reader, the rest is the value. nil: no law is broken.
    static func fault(in input: [UInt8]) -> String? {
        guard let number = input.first else { return nil }
        let value = Array(input.dropFirst())
        return readers[Int(number) % readers.count](value)
    }

    private static let readers: [@Sendable ([UInt8]) -> String?] = [
        parameters, mediaType, disposition, extendedValue, contentRange, date, cookieDate, cacheControl, entityTag,
        vary,
    ]

    // MARK: Parameters

    private static func parameters(_ value: [UInt8]) -> String? {
        let read = FieldParameters(value)
        for one in read.list {
            if one.name.isEmpty || !isLowerToken(one.name) { return "the name '\(one.name)'" }
            if read[one.name] != one.value { return "'\(one.name)' is there twice" }
        }
        if read.list.count > 64 { return "\(read.list.count) parameters" }
        let written = read.list.flatMap {
            Array("; \($0.name)=".utf8) + ($0.isQuoted ? quoted($0.value) : $0.value)
        }
        let again = FieldParameters(read.word + written)
        return again == read ? nil : "\(read) became \(again)"
    }

    private static func mediaType(_ value: [UInt8]) -> String? {
        guard let type = MediaType(value) else { return nil }
        guard isLowerToken(type.type), isLowerToken(type.subtype) else { return "\(type)" }
        if let charset = type.charset, !isLowerToken(charset) { return "the charset '\(charset)'" }
        if type.boundary?.isEmpty ?? false { return "a boundary of nothing" }
        return MediaType(type.description)?.description == type.description ? nil : "\(type) is no type"
    }

    private static func disposition(_ value: [UInt8]) -> String? {
        if let read = ContentDisposition(value), !isLowerToken(read.type) { return "the type '\(read.type)'" }
        // By its field, and as the path of a URL.
        let fields = [Field("Content-Disposition", value), Field("Content-Type", "text/plain")]
        guard let plain = try? HTTPURL("http://h/") else { return "a URL is none" }
        let path = (try? HTTPURL(Array("http://h/x/".utf8) + value)) ?? plain
        for name in [SuggestedFileName.name(for: plain, fields), SuggestedFileName.name(for: path, [])] {
            if let fault = faultInFileName(name) { return fault }
        }
        return nil
    }

    /// It is one visible name, in one folder.
    private static func faultInFileName(_ name: String) -> String? {
        if name.isEmpty || name.utf8.count > 255 { return "a file name of \(name.utf8.count) bytes" }
        let scalars = name.unicodeScalars
        if scalars.contains(where: { $0.value < 0x20 || "/\\:\u{7F}\u{202E}".unicodeScalars.contains($0) }) {
            return "'\(name)' is more than a name"
        }
        if let end = scalars.last, end == "." || end == " " { return "'\(name)' ends with '\(end)'" }
        if scalars.first == "." || scalars.first == " " { return "'\(name)' is hidden" }
        let again = SuggestedFileName.harmless(name)
        return again.map { $0.utf8.elementsEqual(name.utf8) } ?? false ? nil : "'\(name)' becomes '\(again ?? "")'"
    }

    private static func extendedValue(_ value: [UInt8]) -> String? {
        guard let text = ExtendedValue.text(value) else { return nil }
        let written = Array("UTF-8''".utf8) + PercentCoding.encoded(text.utf8)
        return ExtendedValue.text(written).map { $0.utf8.elementsEqual(text.utf8) } ?? false
            ? nil : "'\(text)' is written as '\(String(decoding: written, as: UTF8.self))'"
    }

    // MARK: Numbers and times

    private static func contentRange(_ value: [UInt8]) -> String? {
        guard let read = ContentRange(value) else { return nil }
        let length = read.completeLength.map { "\($0)" } ?? "*"
        if read.range?.isEmpty ?? (read.completeLength == nil) { return "\(read) says nothing" }
        if let range = read.range, range.lowerBound < 0 || range.upperBound > read.completeLength ?? .max {
            return "\(read) contradicts itself"
        }
        let span = read.range.map { "\($0.lowerBound)-\($0.upperBound - 1)" } ?? "*"
        return ContentRange(Array("bytes \(span)/\(length)".utf8)) == read ? nil : "\(read) is not read again"
    }

    private static func date(_ value: [UInt8]) -> String? {
        let loose = HTTPDate.seconds(value, now: now, inAnyCase: true)
        let strict = HTTPDate.seconds(value, now: now)
        if let strict, loose != strict { return "in any case it is another time" }
        guard let loose else { return nil }
        let written = HTTPDate.bytes(secondsSinceEpoch: loose)
        guard written.count == HTTPDate.length, HTTPDate.seconds(written, now: now) == loose else {
            return "\(loose) is written as '\(String(decoding: written, as: UTF8.self))'"
        }
        return nil
    }

    private static func cookieDate(_ value: [UInt8]) -> String? {
        guard let seconds = CookieDate.seconds(value) else { return nil }
        return CookieDate.seconds(HTTPDate.bytes(secondsSinceEpoch: seconds)) == seconds ? nil : "the date \(seconds)"
    }

    // MARK: Caches

    private static func cacheControl(_ value: [UInt8]) -> String? {
        let read = CacheControl([value])
        let written = read.directives.map { one in
            Array(one.name.utf8) + (one.argument.map { [UInt8(ascii: "=")] + quoted($0) } ?? [])
        }
        for directive in read.directives {
            if !isLowerToken(directive.name) { return "the directive '\(directive.name)'" }
            guard let seconds = read.seconds(directive.name), 0...(1 << 31) ~= seconds else {
                return "the seconds of '\(directive.name)'"
            }
        }
        if let age = Age.seconds([Field("Age", value)]), !(0...(1 << 31) ~= age) { return "the age \(age)" }
        // In one field or in several, it is the same list.
        let joined = CacheControl([Array(written.joined(separator: Array(", ".utf8)))])
        return joined == read && CacheControl(written) == read ? nil : "\(read) became \(joined)"
    }

    private static func entityTag(_ value: [UInt8]) -> String? {
        let tags = EntityTag.list(value)
        let written = tags.map { Array(($0.isWeak ? "W/" : "").utf8) + quotes + $0.opaque + quotes }
        guard EntityTag.list(Array(written.joined(separator: Array(", ".utf8)))) == tags else { return "\(tags)" }
        for (tag, text) in zip(tags, written) {
            guard EntityTag(text) == tag, tag.weakly(equals: tag), tag.strongly(equals: tag) != tag.isWeak else {
                return "\(tag) is not itself"
            }
        }
        guard let one = EntityTag(value) else { return nil }
        return tags == [one] ? nil : "\(one) is not \(tags)"
    }

    private static func vary(_ value: [UInt8]) -> String? {
        let vary = Vary([Field("vary", value)])
        guard case .fields(let names) = vary else {
            return vary.matches([], []) ? "it depends on all there is, and matches" : nil
        }
        if Set(names.map { Array($0.utf8) }).count != names.count { return "a name is there twice in \(names)" }
        let request = names.map { Field($0, value) }
        if !vary.matches(request, request) { return "a request is not like itself" }
        let written = Field("Vary", names.joined(separator: ", "))
        let isText = String(validating: value, as: UTF8.self) != nil
        return !isText || Vary([written]) == vary ? nil : "\(vary) is not read again"
    }

    // MARK: Writing

    private static func isLowerToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.allSatisfy { Octet.isToken($0) && Octet.lowercased($0) == $0 }
    }

    private static func quoted(_ value: [UInt8]) -> [UInt8] {
        quotes + value.flatMap { $0 == quotes[0] || $0 == backslash ? [backslash, $0] : [$0] } + quotes
    }

    private static let quotes = Array("\"".utf8)
    private static let backslash = UInt8(ascii: "\\")
    /// 14 November 2023
    private static let now = 1_700_000_000
}
