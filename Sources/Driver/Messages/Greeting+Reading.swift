// Greeting+Reading.swift: reads a greeting.
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
        tellUnknownMembers(message)
        for (name, decisions) in try message.members("callbacks") {
            let words = try Members(.object([("callbacks", decisions)])).words("callbacks")
            guard let kind = CallbackKind(rawValue: name) else {
                tellUnknown("'callbacks' has", name, among: CallbackKind.allCases)
                continue
            }
            callbacks[kind] = words.compactMap { word in
                let decision = DecisionWord(rawValue: word)
                if decision == nil { tellUnknown("'\(name)' has the decision", word, among: DecisionWord.allCases) }
                return decision
            }
        }
        leaveOutLanes()
    }

    /// Whoever tells no ends makes its loads one after the other, or they would overtake each other by chance.
    private mutating func leaveOutLanes() {
        guard !tellsEnds, abilities.remove(.lanes) != nil else { return }
        unknownWords.append("'can' has 'lanes', which takes 'finish' and 'fail' among the 'callbacks'")
    }

    private static func name(_ member: String, _ message: Members) throws(MessageFault) -> String {
        guard let name = try message.text(member), !name.isEmpty else {
            throw MessageFault("no-name", "the greeting has no '\(member)'", help: "it says which client this is")
        }
        return String(name.prefix(Self.longestName))
    }

    /// nil: the member is not there.
    private mutating func known<Word: RawRepresentable<String> & CaseIterable>(
        _ member: String, _ message: Members
    ) throws(MessageFault) -> [Word]? {
        guard message[member] != nil else { return nil }
        var known: [Word] = []
        for word in try message.words(member) {
            if let word = Word(rawValue: word) {
                known.append(word)
            } else {
                tellUnknown("'\(member)' has", word, among: Word.allCases)
            }
        }
        return known
    }

    /// Notes an unknown word, which may be of a later version, or a slip.
    private mutating func tellUnknown<Word: RawRepresentable<String>>(
        _ place: String, _ word: String, among known: some Sequence<Word>
    ) {
        let word = String(word.prefix(Self.longestWord))
        let help = NearestWord.suggestion(for: word, among: known.map(\.rawValue))
        unknownWords.append("\(place) '\(word)'\(help.map { ": \($0)" } ?? "")")
    }

    /// Notes unknown members: one is a slip only if it is similar to a known one.
    private mutating func tellUnknownMembers(_ message: Members) {
        let known = [
            "driver", "name", "version", "styles", "loads", "callbacks", "challenges", "acts", "options", "can",
            "again",
        ]
        for name in (message.value.members ?? []).map(\.0) where !known.contains(name) {
            guard let help = NearestWord.suggestion(for: name, among: known) else { continue }
            unknownWords.append("the greeting has '\(name)': \(help)")
        }
    }

    package static let protocolVersion = 1
    private static let longestName = 200
    private static let longestWord = 60
}
