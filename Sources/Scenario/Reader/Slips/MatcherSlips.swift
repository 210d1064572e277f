// MatcherSlips.swift: texts that other tools take for a matcher.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Proofreader {
    /// Warns of `Cookie: absent`, `X-Id: *`, `User-Agent: curl/*`, `X-Id: /[0-9]+/` in the head of a request.
    mutating func warnOfMatcherAsText(_ content: Text) {
        guard !content.hasValue, let name = content.fieldName else { return }
        let typed = content.upTo(content.start + name.utf8.count).string
        let written = content.from(content.start + name.utf8.count + 1)
        if written.bytes.first == Byte.tab {
            faults.add(
                .tab, written.upTo(written.start + 1).place, "a tab stands before the value, and is compared",
                help: "write a blank")
            return
        }
        let value = written.trimmed
        if name == "connection", value.string.lowercased() == "keep-alive" {
            faults.add(
                .oddField, value.place, "clients write this option in small letters or not (RFC 9110 section 7.6.1)",
                help: "write '> \(typed): {{list has \"keep-alive\"}}'")
            return
        }
        guard let matcher = Self.matcher(meantBy: value.string, in: name.lowercased()) else { return }
        faults.add(
            .matcherAsText, value.place, "'\(value.string)' is compared as a text",
            help: "write '> \(typed): \(matcher)'"
                + "; if this text must come, as a value: '> \(typed): {{\(Quoting.quoted(value.bytes))}}'")
    }

    private static func matcher(meantBy text: String, in name: String) -> String? {
        switch text.lowercased() {
        case "any", "anything", ".*", "**", "present", "exists": return "{{any}}"
        case "*": return namesWithStar.contains { name.hasPrefix($0) } ? nil : "{{any}}"
        case "absent", "missing", "undefined": return "{{absent}}"
        case ".+": return #"{{regex ".+"}}"#
        case _ where isWildcard(text, in: name):
            return text.contains(".*")
                ? "{{regex \(Quoting.quoted(text.utf8))}}" : text.replacing("*", with: "{{any}}")
        default: break
        }
        let words = text.split(separator: " ")
        if name.hasSuffix("authorization"), words.count == 3, words[0].lowercased() == "basic" {
            return "{{basic \(words[1]):\(words[2])}}"
        }
        if name == "cookie", words.count > 1, words.allSatisfy({ $0.contains("=") }),
            words.dropLast().allSatisfy({ $0.hasSuffix(",") })
        {
            return text.replacing(",", with: ";")
        }
        if name == "authorization", text.hasSuffix(" .+") || text.hasSuffix(" .*") {
            return "{{regex \(Quoting.quoted(text.utf8))}}"
        }
        if name.hasSuffix("authorization"), words.count == 2, words[1].contains(":"),
            words[0].lowercased() == "basic" || words[0].lowercased() == "digest" && !words[1].contains("=")
        {
            return "{{\(words[0].lowercased()) \(words[1])}}"
        }
        if words.count > 1, words[1].hasPrefix("\""), text.hasSuffix("\""),
            let word = FunctionWord(rawValue: String(words[0])), word.onlyMatches, !word.standsAlone
        {
            return "{{\(text)}}"
        }
        if text.count > 2, text.hasPrefix("^"), text.hasSuffix("$") { return "{{regex \(Quoting.quoted(text.utf8))}}" }
        return expression(between: text).map { "{{regex \(Quoting.quoted($0.utf8))}}" }
    }

    /// `curl/*`, `*.example.com`. A cookie may end in a star.
    private static func isWildcard(_ text: String, in name: String) -> Bool {
        guard !name.hasPrefix("accept"), !namesWithStar.contains(where: { name.hasPrefix($0) }) else { return false }
        switch name {
        case "cookie": return text.hasSuffix("=*")
        case "user-agent", "host": return text.contains("*")
        default: return text.hasSuffix("*")
        }
    }

    /// What stands between the slashes of `/[0-9]+/`.
    private static func expression(between text: String) -> Substring? {
        guard text.count > 2, text.hasPrefix("/"), text.hasSuffix("/") else { return nil }
        let inner = text.dropFirst().dropLast()
        // A path has none of these.
        return inner.contains { #"\^$*+?()[]|"#.contains($0) } ? inner : nil
    }

    /// `{{regex /[0-9]+/}}`. In a string the slashes are meant.
    mutating func warnOfSlashes(around argument: Argument) {
        guard !argument.isString, let inner = Self.expression(between: argument.value.string) else { return }
        faults.add(
            .matcherAsText, argument.value.place, "these slashes are a part of the expression",
            help: "write 'regex \(Quoting.quoted(inner.utf8))'; if they must come, as a string: "
                + "'regex \(Quoting.quoted(argument.value.bytes))'")
    }

    /// `Accept-Encoding: *` and `If-Match: *` mean what they say, and an `Accept` has `*/*`.
    private static let namesWithStar = ["accept-", "if-", "access-control-"]
}
