// Synonyms.swift: words of other tools for words of the language.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The words that people bring from other tools, and the words of the language for them. Misspelt words are found by
/// ``NearestWord``.
struct Synonyms {
    /// A word of the language or, where the words lead to another kind of line, that line; and what is typed for it, in
    /// small letters.
    let groups: [(meant: String, typed: [String])]

    init(_ groups: KeyValuePairs<String, String>) {
        self.groups = groups.map { ($0, $1.split(separator: " ").map(String.init)) }
    }

    static let none = Synonyms([:])

    /// The words that the typed one may stand for, among those that are possible where it stands.
    func meant(by typed: String, among possible: [String]? = nil) -> [String] {
        let typed = typed.lowercased()
        return groups.filter { $0.typed.contains(typed) && possible?.contains($0.meant) ?? true }.map(\.meant)
    }
}

/// The help for a word that the reader does not know where it stands.
enum WordHelp {
    /// A synonym, a word of another kind of line, a word that is spelt nearly like it, or all words that there are.
    static func help(
        for typed: String, with value: String? = nil, among words: [String], _ synonyms: Synonyms = .none,
        on line: LineKind? = nil
    ) -> String {
        if let known = known(typed, with: value, among: words, synonyms, on: line) { return known }
        return NearestWord.suggestionOrList(for: typed, among: words)
    }

    /// The help without the list; nil: there is none.
    static func known(
        _ typed: String, with value: String? = nil, among words: [String], _ synonyms: Synonyms = .none,
        on line: LineKind? = nil
    ) -> String? {
        let isWritten = { (meant: String) in words.contains(meant) }
        let meant = synonyms.meant(by: typed)
        // A meaning that is no word of this place is a whole line of another kind.
        let fitting = meant.filter { isWritten($0) || !$0.utf8.allSatisfy(Byte.isNameByte) }
        if !fitting.isEmpty {
            return "write " + fitting.map { "'\(filled($0, with: value))'" }.joined(separator: " or ")
        }
        if let line, let elsewhere = line.others.lazy.compactMap({ $0.line(with: typed) }).first {
            return "write '\(elsewhere)'"
        }
        return NearestWord.suggestion(for: typed, among: words)
    }

    /// `! wait 200ms` with the value that is typed in place of the example's, if it is one of its kind.
    private static func filled(_ meant: String, with typed: String?) -> String {
        guard let typed, let blank = meant.lastIndex(of: " ") else { return meant }
        let example = String(meant[meant.index(after: blank)...])
        let readings: [(String) -> Bool] = [
            { Units.duration($0) != nil }, { Units.rate($0) != nil }, { Units.size($0) != nil },
        ]
        guard let isRead = readings.first(where: { $0(example) }),
            let value = ([typed] + Units.meant(by: typed)).first(where: isRead)
        else { return meant }
        return "\(meant[...blank])\(value)"
    }
}

/// The kinds of lines and what their first words are, to notice a word that stands in the wrong kind.
enum LineKind: CaseIterable {
    case act, awaited, callback, order, word, decision

    var others: [LineKind] { Self.allCases.filter { $0 != self } }

    func line(with word: String) -> String? {
        switch self {
        case .act: ActWord(rawValue: word).map { "! \($0.rawValue)" }
        case .awaited: AwaitWord(rawValue: word).map { "! await \($0.rawValue)" }
        case .callback: CallbackKind(rawValue: word).map { "* \($0.rawValue)" }
        case .order: OrderWord(rawValue: word).map { "client \($0.rawValue)" }
        case .word: LineWord(rawValue: word).map { "\($0.rawValue) …" }
        case .decision: DecisionWord(rawValue: word).map { "-> \($0.rawValue)" }
        }
    }
}
