// CallbackMessage.swift: a callback in the messages of drivers and of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainScenario
package import QuintainTalk
import QuintainWords

extension ReportedCallback {
    /// `{"callback": "redirect", "subject": ["302", "http://…"], "fields": {"method": "GET"}, "header": […]}`
    ///
    /// The lane and the question differ between the two, and are read by the caller.
    package init(_ message: Members) throws(MessageFault) {
        guard let name = message["callback"] else {
            throw MessageFault(
                "no-callback", "'callback' is missing", help: "name the callback: {\"callback\": \"response\"}")
        }
        self.init(try CallbackKind(message: name))
        try message.refuseMisspelt(Self.longMembers)
        subject = try message.list("subject").map { (word) throws(MessageFault) in
            try Self.bytes(word, in: "subject")
        }
        if kind == .fail, let word = subject.first { try Self.check(failure: word) }
        for (name, value) in try message.members("fields") {
            if case .null = value {
                untold.insert(name)
            } else {
                fields[name] = try Self.bytes(value, in: "fields")
            }
        }
        for pair in try message.list("header") {
            guard let halves = pair.list, halves.count == 2, let name = halves[0].text else {
                throw MessageFault(
                    "wrong-type", "'header' has \(pair.excerpt)", help: "it is a list of [\"Name\", \"value\"]")
            }
            header.append((name, try Self.bytes(halves[1], in: "header")))
        }
        bytes = try Self.bytes(message)
    }

    /// Short names are left out: they are similar to too many other words.
    private static let longMembers = ["callback", "question", "subject", "fields", "header"]

    private static func check(failure word: [UInt8]) throws(MessageFault) {
        let text = String(decoding: word, as: UTF8.self)
        guard FailKind(rawValue: text) == nil else { return }
        throw MessageFault(
            "no-failure", "no failure is of the kind '\(text.prefix(60))'",
            help: NearestWord.suggestionOrList(for: text, among: FailKind.allCases.map(\.rawValue)))
    }

    /// The number of bytes that a callback takes.
    package var byteCount: Int {
        let words = subject.reduce(0) { $0 + $1.count } + fields.reduce(0) { $0 + $1.key.utf8.count + $1.value.count }
        return words + header.reduce(0) { $0 + $1.name.utf8.count + $1.value.count } + bytes.count
    }

    /// A word of a callback: `"302"`, `302`, or `{"hex": "e9"}` for bytes that are no UTF-8.
    private static func bytes(_ word: JSONText, in name: String) throws(MessageFault) -> [UInt8] {
        switch word {
        case .text(let text): return Array(text.utf8)
        case .number(let number): return Array(String(number).utf8)
        case .object: return try bytes(Members(word))
        case .null, .bool, .decimal, .list:
            throw MessageFault("wrong-type", "'\(name)' has \(word.excerpt)", help: "write strings or numbers")
        }
    }

    /// The bytes of `data` and `file`.
    private static func bytes(_ message: Members) throws(MessageFault) -> [UInt8] {
        switch (try message.text("data"), try message.text("hex")) {
        case (nil, nil): return []
        case (let text?, nil): return Array(text.utf8)
        case (_?, _?):
            throw MessageFault("bad-bytes", "'data' and 'hex' are both there", help: "send one of them")
        case (nil, let hex?):
            guard let bytes = Quoting.bytes(hexDigits: hex) else {
                throw MessageFault(
                    "bad-bytes", "'hex' is not made of pairs of hexadecimal digits", help: "write \"00ff\"")
            }
            return bytes
        }
    }
}

extension CallbackKind {
    package init(message name: JSONText) throws(MessageFault) {
        if let kind = name.text.flatMap(CallbackKind.init) {
            self = kind
            return
        }
        throw MessageFault(
            "no-callback", "no callback is called \(name.text.map { "'\($0.prefix(60))'" } ?? name.excerpt)",
            help: NearestWord.suggestionOrList(for: name.text ?? "", among: CallbackKind.allCases.map(\.rawValue)))
    }
}

extension JSONText {
    /// A text as a string, other bytes as hexadecimal digits.
    package init(word bytes: [UInt8]) {
        if let text = String(validating: bytes, as: UTF8.self) {
            self = .text(text)
        } else {
            self = .object([("hex", .text(Quoting.hexDigits(bytes)))])
        }
    }

    /// `["Name", "value"]`
    package init(fieldNamed name: String, _ value: [UInt8]) {
        self = .list([.text(name), JSONText(word: value)])
    }
}

extension Quoting {
    /// Nil unless the text is pairs of hexadecimal digits.
    static func bytes(hexDigits text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 2)
        var high: UInt8?
        for digit in text.utf8 {
            guard let value = value(ofHexDigit: digit) else { return nil }
            if let first = high {
                bytes.append(first << 4 | value)
                high = nil
            } else {
                high = value
            }
        }
        return high == nil ? bytes : nil
    }

    private static func value(ofHexDigit digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
