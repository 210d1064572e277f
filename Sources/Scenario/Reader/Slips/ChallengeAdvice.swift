// ChallengeAdvice.swift: challenges that hardly any client reads as they were meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

extension Proofreader {
    /// Looks at a `WWW-Authenticate` or `Proxy-Authenticate` line. One with a
    /// part that is written as a string is left alone: its author means it.
    mutating func warnOfOddChallenge(_ content: Text, named name: String?) {
        guard isAsked, let name, name.hasSuffix("-authenticate"),
            AuthSide.all.contains(where: { $0.challengeField.lowercased() == name }),
            let value = Self.masked(content)
        else { return }
        let start = content.start + name.utf8.count + 1
        let reading = AuthClause.challenges(in: value)
        if let fault = reading.faults.first {
            let place = content.from(start + min(fault.offset, max(0, value.count - 1)))
            return warn(
                Text(place.line, place.start..<min(place.start + 1, place.end)), Self.unmasked(fault.sentence),
                fault.sentence.hasPrefix("a comma is missing")
                    ? "write it: ', \(place.string.prefix { $0 != "=" })=…'" : nil)
        }
        if reading.clauses.isEmpty { warn(content, "there is no challenge in it", nil) }
        var rest = content.from(start)
        for clause in reading.clauses { look(at: clause, &rest) }
    }

    private mutating func look(at clause: AuthClause, _ rest: inout Text) {
        let scheme = Self.find(clause.scheme, in: &rest)
        if clause.scheme.lowercased() != "digest", let realm = clause.parameters.first(where: { $0.isNamed("realm") }) {
            // RFC 9110 section 11.5.
            var behind = rest
            if !realm.isQuoted { look(at: realm, Self.find(realm.name, in: &behind)) }
        }
        switch clause.scheme.lowercased() {
        case "digest":
            for parameter in clause.parameters { look(at: parameter, Self.find(parameter.name, in: &rest)) }
            for name in ["realm", "nonce"] where clause[name] == nil {
                warn(scheme, "this Digest challenge has no '\(name)'", nil)
            }
        case "basic" where clause["realm"] == nil:
            warn(scheme, "this Basic challenge has no 'realm'", "write 'Basic realm=\"vault\"'")
        case "basic", "bearer", "negotiate", "ntlm", "scram-sha-256": return
        case let other:
            guard !Self.isMasked(other), let help = NearestWord.suggestion(for: clause.scheme, among: Self.schemes)
            else { return }
            warn(scheme, "no scheme is called '\(clause.scheme)'", help)
        }
    }

    private mutating func look(at parameter: AuthParameter, _ place: Text) {
        let text = parameter.text
        guard !Self.isMasked(text), !Self.isMasked(parameter.name) else { return }
        switch parameter.name.lowercased() {
        case "algorithm":
            if DigestAlgorithm(named: parameter.value) == nil {
                warn(
                    place, "no algorithm is called '\(text)'",
                    NearestWord.suggestionOrList(for: text, among: DigestAlgorithm.words))
            }
            if parameter.isQuoted { warn(place, "'algorithm' is not quoted in a challenge", "algorithm=\(text)") }
        case "stale":
            if !parameter.says("true"), !parameter.says("false") {
                warn(place, "'stale' is neither true nor false", nil)
            }
            if parameter.isQuoted { warn(place, "'stale' is not quoted in a challenge", "stale=\(text)") }
        case "qop":
            for word in CommaList.members(of: parameter.value).map({ String(decoding: $0, as: UTF8.self) })
            where DigestProtection(rawValue: word.lowercased()) == nil {
                warn(
                    place, "no quality of protection is called '\(word)'",
                    NearestWord.suggestionOrList(for: word, among: DigestProtection.words))
            }
            fallthrough
        case "realm", "domain", "nonce", "opaque":
            if !parameter.isQuoted {
                warn(place, "'\(parameter.name)' must be quoted in a challenge", "\(parameter.name)=\"\(text)\"")
            }
        case "charset", "userhash": return
        default:
            guard let help = NearestWord.suggestion(for: parameter.name.lowercased(), among: Self.parameters) else {
                return
            }
            warn(place, "no parameter of a Digest challenge is called '\(parameter.name)'", help)
        }
    }

    private mutating func warn(_ place: Text, _ message: String, _ remedy: String?) {
        let silence = "write the value as a string, if it is meant: '{{\"…\"}}'"
        let help = remedy.map { $0 + ($0.hasSuffix("?") ? " or " : ", or ") + silence } ?? silence
        faults.add(.oddChallenge, place.place, message, help: help)
    }

    /// The value, with a mask for each part that only the run decides; nil: a part is written as a string.
    private static func masked(_ content: Text) -> [UInt8]? {
        let bytes = content.line.bytes
        guard let colon = content.bytes.firstIndex(of: Byte.colon) else { return nil }
        var result: [UInt8] = []
        var index = colon + 1
        while index < content.end {
            guard Scanner.opensValue(bytes, at: index, to: content.end) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let inside = bytes[(index + 2)..<content.end].drop { $0 == Byte.space }
            guard inside.first != Byte.quote, let end = Scanner.endOfValue(bytes, from: index, to: content.end) else {
                return nil
            }
            result += Array(repeating: mask, count: end - index)
            index = end
        }
        return result
    }

    /// The sentence about a masked value, as its author knows it.
    private static func unmasked(_ sentence: String) -> String {
        var result = ""
        for letter in sentence {
            let isMask = letter.utf8.elementsEqual([mask])
            if isMask, result.hasSuffix("{{…}}") { continue }
            result += isMask ? "{{…}}" : String(letter)
        }
        return result
    }

    /// The next place of the word; `rest` is left as the text behind it.
    private static func find(_ word: String, in rest: inout Text) -> Text {
        let letters = Array(word.utf8)
        let bytes = rest.line.bytes
        guard rest.range.count >= letters.count else { return rest }
        for start in rest.start...(rest.end - letters.count) where bytes[start...].starts(with: letters) {
            let found = Text(rest.line, start..<(start + letters.count))
            rest = rest.from(found.end)
            return found
        }
        return rest
    }

    private static func isMasked(_ text: String) -> Bool { text.utf8.contains(mask) }

    /// Allowed in tokens and quoted strings, and rare in both.
    private static let mask = UInt8(ascii: "~")

    /// RFC 7616 section 3.3.
    private static let parameters = [
        "realm", "domain", "nonce", "opaque", "stale", "algorithm", "qop", "charset", "userhash",
    ]
    private static let schemes = ["Basic", "Digest", "Bearer", "Negotiate", "NTLM"]
}
