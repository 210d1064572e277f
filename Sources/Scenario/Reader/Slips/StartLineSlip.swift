// StartLineSlip.swift: lines that were meant to begin a message, but do not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire
internal import QuintainWords

/// Finds the start line that an author had in mind, so that it is not taken for a line of a body.
///
/// It looks for typing mistakes and for the spellings of other tools: `Get /b`, `GET/b`, `2000 OK`, `200OK` or
/// `http/1.1 200`. It is not asked about lines that are start lines.
enum StartLineSlip {
    /// `GET /b`, or nil: the line looks like no request.
    static func meant(by content: Text, _ mark: Character) -> String? {
        mark == ">" ? request(content) : reply(content)
    }

    /// Whether the line is written as a start line is: `GET /b`, `404`, `404 Not Found`. One with a version belongs to a
    /// message within the body, and a number below another one to a list.
    static func isStartLine(_ content: Text, _ mark: Character, below above: Text?) -> Bool {
        let words = words(of: content)
        guard let first = words.first else { return false }
        if mark == ">" {
            return methods.contains(first) && words.count == 2 && isTarget(words[1])
        }
        guard isStatus(first), let status = Int(first), 100..<600 ~= status else { return false }
        guard words.count == 1 else {
            return ReasonPhrase.phrase(for: status)?.description == words.dropFirst().joined(separator: " ")
        }
        return above.map { !$0.bytes.allSatisfy(Byte.isDigit) } ?? true
    }

    static func request(_ content: Text) -> String? {
        let words = words(of: content)
        guard let first = words.first, !content.bytes.contains(where: { $0 < Byte.space }) else { return nil }
        if let method = methods.first(where: { first.hasPrefix($0 + "/") }) {
            return joined(method, [String(first.dropFirst(method.count))] + words.dropFirst())
        }
        let upper = first.uppercased()
        let hasTarget = words.count > 1 && isTarget(words[1])
        if methods.contains(upper) {
            if hasTarget { return joined(upper, words.dropFirst()) }
            return upper == first && words.count == 1 ? "\(upper) /" : nil
        }
        // Any other word may begin a sentence: `and /or`.
        guard hasTarget, words.count == 2 || isVersion(words[2]), first.utf8.allSatisfy(Byte.isLetter),
            let method = NearestWord.nearest(to: first, among: methods)
        else { return nil }
        return joined(method, words.dropFirst())
    }

    /// `200 OK`, or nil: the line looks like no reply.
    static func reply(_ content: Text) -> String? {
        let words = words(of: content)
        guard let first = words.first else { return nil }
        let rest = Array(words.dropFirst())
        if isStatus(first), content.trimmed.start > content.start { return line(first, rest) }
        if isVersion(first) || leads.contains(first.lowercased()) {
            // `HTTP 1.1 200 OK`, `Status: 200`.
            guard let index = rest.firstIndex(where: isStatus), index <= 1 else { return nil }
            return line(rest[index], Array(rest.dropFirst(index + 1)))
        }
        let letters = Array(first.utf8)
        guard let leading = letters.first, (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(leading) else { return nil }
        let digits = letters.prefix(while: Byte.isDigit).count
        let hasPhrase = rest.first?.utf8.first.map(Byte.isUpper) ?? false
        switch digits {
        case letters.count where digits != 3:
            // `2000`, `2000 OK`, `20 OK`; a number alone is most often text.
            guard digits <= 5, hasPhrase || (rest.isEmpty && digits == 4) else { return nil }
            let meant = digits > 3 ? String(first.prefix(3)) : "200"
            return line(status(with: rest.joined(separator: " ")) ?? meant, rest)
        case 3 where letters.count > 3:
            let tail = letters[3...]
            if tail.allSatisfy({ ":,;.-".utf8.contains($0) }) { return line(String(first.prefix(3)), rest) }
            let isPhrase = Byte.isUpper(letters[3]) && tail.allSatisfy(Byte.isLetter)
            return isPhrase ? line(String(first.prefix(3)), [String(first.dropFirst(3))] + rest) : nil
        case 1...2 where letters.count == 3:
            // `20O`, with a letter.
            let zeroed = first.map { $0 == "O" || $0 == "o" ? "0" : $0 }
            guard zeroed.allSatisfy({ $0.isASCII && $0.isNumber }), hasPhrase || rest.isEmpty else { return nil }
            return line(String(zeroed), rest)
        default: return nil
        }
    }

    private static func words(of content: Text) -> [String] {
        Scanner.split(content, at: Byte.space, strings: false, values: true).filter { !$0.isEmpty }.map(\.string)
    }

    private static func isTarget(_ word: String) -> Bool {
        word == "*" || ["/", "http://", "https://", "{{"].contains { word.hasPrefix($0) }
    }

    /// A blank within a target is coded, as every client does.
    private static func joined(_ method: String, _ rest: some Sequence<String>) -> String {
        let target = rest.prefix { !isVersion($0) }
        // `HTTP/2`, as curl prints it, is no version that a start line of HTTP/1 could have.
        let version = rest.first(where: isVersion)?.uppercased()
        let isWhole = version.map { $0.utf8.count == 8 && $0.utf8.dropFirst(6).first == UInt8(ascii: ".") } ?? false
        let isQuery = target.dropFirst().first?.hasPrefix("{{query ") == true && target.first?.contains("?") == false
        let separator = isQuery ? "?" : "%20"
        return ([method, Self.coded(target.joined(separator: separator))] + (isWhole ? [version ?? ""] : [])).joined(
            separator: " ")
    }

    /// `/%C3%BC` of `/ü`, as clients send it.
    private static func coded(_ target: String) -> String {
        let text = SourceLine(number: 0, bytes: Array(target.utf8)).whole
        return Proofreader.coded(text) { $0 >= 0x7F }
    }

    private static func line(_ status: String, _ phrase: [String]) -> String {
        ([status] + phrase).joined(separator: " ")
    }

    private static func isStatus(_ word: String) -> Bool {
        word.utf8.count == 3 && word.utf8.allSatisfy(Byte.isDigit)
    }

    /// `http/1.1`, `HTTP`, `HTTP1.1`
    private static func isVersion(_ word: String) -> Bool {
        guard word.lowercased().hasPrefix("http") else { return false }
        guard let next = word.dropFirst(4).utf8.first else { return true }
        return next == Byte.slash || Byte.isDigit(next)
    }

    private static func status(with phrase: String) -> String? {
        (100..<600).first { ReasonPhrase.phrase(for: $0)?.description == phrase }.map(String.init)
    }

    static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "CONNECT", "TRACE"]
    private static let leads: Set<String> = ["status", "status:", "code", "code:", "status-code:"]
}
