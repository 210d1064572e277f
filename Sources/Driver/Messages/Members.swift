// Members.swift: the members of a message, read by their types.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainWords

/// A member of the wrong type is refused; `null` counts as missing.
package struct Members: Sendable {
    package let value: JSONText

    package init(_ value: JSONText) { self.value = value }

    package subscript(name: String) -> JSONText? {
        if case .null? = value[name] { nil } else { value[name] }
    }

    /// Unknown members are allowed, but one that is similar to one of these is refused as misspelt.
    func refuseMisspelt(_ names: [String]) throws(MessageFault) {
        for (name, _) in value.members ?? [] where !names.contains(name) {
            guard let meant = NearestWord.nearest(to: name, among: names), self[meant] == nil else { continue }
            throw MessageFault(
                "no-member", "a callback has no member '\(name.prefix(60))'", help: "did you mean '\(meant)'?")
        }
    }

    package func text(_ name: String) throws(MessageFault) -> String? {
        try member(name, "a string", \.text)
    }

    package func number(_ name: String) throws(MessageFault) -> Int? {
        try member(name, "a whole number", \.number)
    }

    package func bool(_ name: String) throws(MessageFault) -> Bool? {
        try member(name, "true or false", \.bool)
    }

    package func list(_ name: String) throws(MessageFault) -> [JSONText] {
        try member(name, "a list", \.list) ?? []
    }

    package func members(_ name: String) throws(MessageFault) -> [(String, JSONText)] {
        try member(name, "an object", \.members) ?? []
    }

    /// A list of strings.
    package func words(_ name: String) throws(MessageFault) -> [String] {
        try list(name).map { (word) throws(MessageFault) in
            guard let text = word.text else {
                throw MessageFault("wrong-type", "'\(name)' has \(word.excerpt)", help: "write strings")
            }
            return text
        }
    }

    private func member<Value>(
        _ name: String, _ kind: String, _ read: (JSONText) -> Value?
    ) throws(MessageFault) -> Value? {
        guard let value = self[name] else { return nil }
        if let value = read(value) { return value }
        throw MessageFault("wrong-type", "'\(name)' cannot be \(value.excerpt)", help: "it is \(kind)")
    }
}
