// FieldMeaning.swift: fields whose values are words that clients and servers know.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    /// Whether each field that has a meaning keeps it: `Expect: 100-continue` does not become `Expect: 1`, and a cookie
    /// keeps its sign: clients may send one without a name, or not.
    func keepsMeanings(_ step: Reduction) -> Bool {
        step.replaced.allSatisfy { row, new in
            if rows[row].lowercased().contains("set-cookie:"), rows[row].contains("="), !new.contains("=") {
                return false
            }
            guard let old = FieldMeaning(rows[row]) else { return true }
            return FieldMeaning(new).map { $0.isLeft(of: old) } ?? false
        }
    }
}

/// What a value says, apart from its numbers, strings and `{{…}}`, which may be others.
private struct FieldMeaning {
    /// Each with its parameters.
    private let members: [[String]]

    /// nil: the row has no field of the table.
    init?(_ row: String) {
        let anatomy = LineAnatomy(row)
        let content = row.part(anatomy.content)
        guard let colon = content.utf8.firstIndex(of: UInt8(ascii: ":")),
            [.request, .reply, .continuation].contains(anatomy.form),
            Self.names.contains(content[..<colon].lowercased())
        else { return nil }
        var rest = Array(row.utf8)[..<anatomy.content.upperBound]
        rest = rest.dropFirst(anatomy.content.lowerBound + content[...colon].utf8.count)
        var text = ""
        while let byte = rest.first {
            let run = rest.prefix { $0.isOfToken }
            if let value = anatomy.values.first(where: { $0.lowerBound == rest.startIndex }) {
                (text, rest) = (text + "{{}}", rest.dropFirst(value.count))
            } else if byte == UInt8(ascii: "\"") {
                (text, rest) = (text + "\"\"", rest.dropFirst().drop { $0 != byte }.dropFirst())
            } else if run.isEmpty {
                (text, rest) = (text + String(decoding: [byte], as: UTF8.self), rest.dropFirst())
            } else {
                let word = String(decoding: run, as: UTF8.self)
                (text, rest) = (text + (word.contains(where: \.isLetter) ? word : "0"), rest.dropFirst(run.count))
            }
        }
        members = Self.parts(text, at: ",").map { Self.parts($0, at: ";") }
    }

    private static func parts(_ text: String, at separator: Character) -> [String] {
        text.split(separator: separator, omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
    }

    /// Members and parameters may go, but not a first member with a word that says what the others are: a scheme.
    func isLeft(of old: FieldMeaning) -> Bool {
        let isLed = old.members[0][0].contains(" ")
        return (!isLed || members[0] == old.members[0])
            && members.allSatisfy { own in
                old.members.contains { $0[0] == own[0] && own.allSatisfy($0.contains) }
            }
    }

    private static let names: Set = [
        "accept", "accept-encoding", "accept-ranges", "age", "allow", "authorization", "cache-control", "connection",
        "content-encoding", "content-length", "content-range", "content-type", "expect", "keep-alive", "max-forwards",
        "proxy-authenticate", "proxy-authorization", "proxy-connection", "range", "retry-after", "te", "trailer",
        "transfer-encoding", "upgrade", "vary", "www-authenticate",
    ]
}

extension UInt8 {
    /// Of a word or a number within a value: `100-continue`, `0.5`.
    fileprivate var isOfToken: Bool { isOfWord || self == UInt8(ascii: "-") || self == UInt8(ascii: ".") }
}
