// Example.swift: example traces, written in the letters of the grammars.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

/// A short trace: `c R(status=200) ! D Z`. `!` is a reply, `cancel` the client's cancel, `2:R` a record of task 2.
/// What stands in parentheses are further members.
package struct Example: Sendable, Equatable {
    package let contract: Contract
    package let letters: String

    init(_ contract: Contract, _ letters: String) {
        self.contract = contract
        self.letters = letters
    }

    /// The records as JSON Lines.
    package var lines: [String] { records.map(\.description) }

    package var records: [JSONText] { words.map(record) }

    /// The words of the trace; a blank inside parentheses does not separate two.
    private var words: [String] {
        var words = [""]
        var isInside = false
        for character in letters {
            if character == "(" { isInside = true }
            if character == ")" { isInside = false }
            if character == " ", !isInside { words.append("") } else { words[words.count - 1].append(character) }
        }
        return words.filter { !$0.isEmpty }
    }

    private func record(_ word: String) -> JSONText {
        var head = word.prefix { $0 != "(" }
        let inside = word.dropFirst(head.count).dropFirst().dropLast()
        var members: [(String, JSONText)] = []
        if let colon = head.firstIndex(of: ":") {
            members.append(("task", Self.value(String(head[..<colon]))))
            head = head[head.index(after: colon)...]
        }
        let callback = Self.callback(String(head), contract)
        members.insert(("callback", .text(callback.name)), at: 0)
        var fields = inside.split(separator: ",").map { field in
            let parts = field.split(separator: "=", maxSplits: 1).map(String.init)
            return (parts[0].trimmed, Self.value(parts.count > 1 ? parts[1].trimmed : ""))
        }
        let names = fields.map(\.0)
        switch callback {
        case .didCompleteWithError where !names.contains("error"): fields.append(("error", -1))
        case .willSendRequest where !names.contains("redirectResponse"): fields.append(("redirectResponse", .null))
        case .willSendRequestAfterRedirect where !names.contains("redirectResponse"):
            fields.append(("redirectResponse", .object([("status", 302)])))
        default: break
        }
        return .object(members + fields)
    }

    /// The callback that a letter of the contract stands for, or one that is spelled out because it has no letter.
    private static func callback(_ word: String, _ contract: Contract) -> TracedCallback {
        if word == "!" { return .reply }
        if word == "cancel" { return .cancel }
        if let entry = contract.alphabet.first(where: { String($0.letter) == word }) { return entry.callback }
        return TracedCallback.allCases.first { $0.name == word }!
    }

    private static func value(_ text: String) -> JSONText {
        switch text {
        case "null": .null
        case "true": true
        case "false": false
        default: Int(text).map { .number($0) } ?? .text(text)
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
