// CommandOutline.swift: the words of a command without their values, any of which may be a password.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum CommandOutline {
    /// `-sS -H … {{origin}}/a` of `-sS -H 'Authorization: Bearer x' '{{origin}}/a?token=x'`.
    package static func text(of words: some Sequence<String>) -> String { words.map(outline).joined(separator: " ") }

    private static func outline(_ word: String) -> String {
        if word.hasPrefix("--") { return upTo("=", in: word) }
        if word.hasPrefix("-") {
            // Short options may have a value right behind the first: `-ume:secret`.
            let isPlain = word.utf8.count <= 5 && word.dropFirst().allSatisfy { $0.isASCII && $0.isLetter }
            return isPlain || word.count <= 2 ? word : word.prefix(2) + hidden
        }
        if word.hasPrefix("{{") { return upTo("?", in: word) }
        if isScript(word) { return word }
        let name = word.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return word.dropFirst(name.count).first == "=" ? "\(name)=\(hidden)" : hidden
    }

    private static func upTo(_ sign: Character, in word: String) -> String {
        guard let index = word.firstIndex(of: sign) else { return word.contains(" ") ? hidden : word }
        return word[...index] + hidden
    }

    /// The word is the path of a file that an interpreter runs, by its ending.
    package static func isScript(_ word: String) -> Bool {
        let name = word.split(separator: "/").last ?? ""
        let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
        return !word.contains(" ") && endings.contains(String(ending ?? ""))
    }

    private static let endings: Set<String> = [
        "py", "js", "mjs", "cjs", "ts", "mts", "rb", "pl", "php", "sh", "bash", "zsh", "jar", "java", "go", "swift",
        "lua", "dll",
    ]
    private static let hidden = "…"
}
