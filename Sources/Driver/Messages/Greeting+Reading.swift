// Greeting+Reading.swift: a greeting, read.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainWords

extension Greeting {
    init(_ message: Members) throws(MessageFault) {
        guard let version = try message.number("driver") else {
            throw MessageFault(
                "no-greeting", "the first line is no greeting",
                help: "a driver begins with {\"driver\": 1, \"name\": …, \"version\": …}")
        }
        guard version == Self.protocolVersion else {
            throw MessageFault(
                "other-version", "it speaks version \(version) of the protocol",
                help: "this is version \(Self.protocolVersion)")
        }
        self.init(name: try Self.name("name", message), version: try Self.name("version", message))
        styles = try known("styles", message) ?? []
        loads = try known("loads", message) ?? [.data]
        acts = Set(try known("acts", message) ?? [])
        options = Set(try known("options", message) ?? [])
        abilities = Set(try known("can", message) ?? [])
        challenges = try known("challenges", message).map { Set($0) }
        doesManyCases = try message.bool("again") ?? false
        for (name, decisions) in try message.members("callbacks") {
            let words = try Members(.object([("callbacks", decisions)])).words("callbacks")
            guard let kind = CallbackKind(rawValue: name) else {
                unknownWords.append("'callbacks' has '\(name.prefix(60))'")
                continue
            }
            callbacks[kind] = words.compactMap { word in
                let decision = DecisionWord(rawValue: word)
                if decision == nil { unknownWords.append("'\(name)' has the decision '\(word.prefix(60))'") }
                return decision
            }
        }
    }

    private static func name(_ member: String, _ message: Members) throws(MessageFault) -> String {
        guard let name = try message.text(member), !name.isEmpty else {
            throw MessageFault("no-name", "the greeting has no '\(member)'", help: "it says which client this is")
        }
        return String(name.prefix(Self.longestName))
    }

    /// nil: the member is not there.
    private mutating func known<Word: RawRepresentable<String>>(
        _ member: String, _ message: Members
    ) throws(MessageFault) -> [Word]? {
        guard message[member] != nil else { return nil }
        var known: [Word] = []
        for word in try message.words(member) {
            if let word = Word(rawValue: word) {
                known.append(word)
            } else {
                unknownWords.append("'\(member)' has '\(word.prefix(60))'")
            }
        }
        return known
    }

    package static let protocolVersion = 1
    private static let longestName = 200
}
