// ControlRequest.swift: a request to the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainWire
import QuintainWords

struct ControlRequest {
    let head: RequestHead
    /// The segments of the path, decoded.
    let path: [String]
    let query: [(name: String, value: String)]
    let body: [UInt8]

    init(_ head: RequestHead, body: [UInt8]) {
        self.head = head
        self.body = body
        let parts = head.targetText.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = parts[0].split(separator: "/").map(Self.decoded)
        query = (parts.count > 1 ? parts[1].split(separator: "&") : []).map { pair in
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(halves[0]), halves.count > 1 ? Self.value(halves[1]) : "")
        }
    }

    var method: String { head.method == "HEAD" ? "GET" : head.method }

    /// Whether the request only asks if the server is there.
    var isKnock: Bool { method == "GET" && path == ["health"] }

    /// The value of the first field of this name.
    func field(_ name: String) -> String? {
        head.values(of: name).first.map { String(decoding: $0, as: UTF8.self) }
    }

    /// Refuses parameters that the resource does not have: a misspelt one must not be ignored.
    func allow(_ names: [String] = []) throws(ControlFault) {
        for (index, parameter) in query.enumerated() {
            guard names.contains(parameter.name) else {
                throw ControlFault(
                    400, "no-parameter", "there is no parameter '\(parameter.name)' here",
                    help: names.isEmpty ? "leave it out" : .nearest(to: parameter.name, among: names))
            }
            if query[..<index].contains(where: { $0.name == parameter.name }) {
                throw ControlFault(400, "no-parameter", "'\(parameter.name)' is given twice", help: "give it once")
            }
        }
    }

    func value(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The number in the query's parameter, if it is there.
    func number(_ name: String, in range: ClosedRange<Int>) throws(ControlFault) -> Int? {
        guard let text = value(name) else { return nil }
        return try Self.number(text, named: name, in: range)
    }

    static func number(_ text: String, named name: String, in range: ClosedRange<Int>) throws(ControlFault) -> Int {
        if text.utf8.allSatisfy({ 48...57 ~= $0 }), let number = Int(text), range.contains(number) { return number }
        throw ControlFault(
            400, "bad-number", "\(name) cannot be '\(text)'",
            help: "write a number from \(range.lowerBound) to \(range.upperBound)")
    }

    /// The body, a JSON object with these members at most; no body is an empty object.
    func order(_ names: [String]) throws(ControlFault) -> ControlOrder {
        if body.isEmpty { return ControlOrder(value: .object([])) }
        let value: JSONText
        do throws(JSONFault) {
            value = try JSONText(parsing: body)
        } catch {
            throw ControlFault(
                400, "bad-json", "the body is no JSON: byte \(error.offset): \(error.message)",
                help: "send one JSON object")
        }
        guard let members = value.members else {
            throw ControlFault(
                400, "bad-json", "the body is no JSON object", help: "send one JSON object, {…}")
        }
        for (name, _) in members where !names.contains(name) {
            throw ControlFault(
                400, "no-member", "there is no member '\(name.prefix(60))'", help: .nearest(to: name, among: names))
        }
        return ControlOrder(value: value)
    }

    /// The range of numbers of lines and events: JSON's numbers are exact there, and adding one cannot overflow.
    static let positions = 0...(1 << 53)

    /// A value as forms and curl's `--data-urlencode` write it: a `+` is a blank.
    private static func value(_ text: Substring) -> String { decoded(text.replacing("+", with: " ")[...]) }

    private static func decoded(_ text: Substring) -> String {
        String(decoding: PercentCoding.decoded(Array(text.utf8)), as: UTF8.self)
    }
}

/// The members of a request's body. A member of the wrong type is refused, never ignored.
struct ControlOrder {
    let value: JSONText

    subscript(name: String) -> JSONText? { value[name] }

    func text(_ name: String) throws(ControlFault) -> String? {
        try member(name, "a string", \.text)
    }

    /// A text that is a name. Its length is bounded, so that looking it up and quoting it are cheap.
    func name(_ name: String) throws(ControlFault) -> String? {
        guard let text = try text(name), text.utf8.count > Self.nameAtMost else { return try text(name) }
        throw ControlFault(
            400, "bad-name", "'\(name)' has \(text.utf8.count) bytes, and begins with '\(text.prefix(60))'",
            help: "a name has at most \(Self.nameAtMost) bytes")
    }

    /// Long enough for a path, and the name of a case behind it.
    private static let nameAtMost = 8_192

    func number(_ name: String) throws(ControlFault) -> Int? {
        try member(name, "a whole number", \.number)
    }

    func bool(_ name: String) throws(ControlFault) -> Bool? {
        try member(name, "true or false", \.bool)
    }

    func list(_ name: String) throws(ControlFault) -> [JSONText] {
        try member(name, "a list", \.list) ?? []
    }

    func members(_ name: String) throws(ControlFault) -> [(String, JSONText)] {
        try member(name, "an object", \.members) ?? []
    }

    private func member<Value>(
        _ name: String, _ kind: String, _ read: (JSONText) -> Value?
    ) throws(ControlFault) -> Value? {
        guard let value = value[name] else { return nil }
        if let value = read(value) { return value }
        throw ControlFault(400, "wrong-type", "'\(name)' cannot be \(value.excerpt)", help: "it is \(kind)")
    }
}

extension String {
    /// `did you mean 'redirect'?`, or the list of all words.
    static func nearest(to word: String, among words: [String]) -> String {
        NearestWord.suggestion(for: word, among: words) ?? "one of: \(words.joined(separator: ", "))"
    }
}
