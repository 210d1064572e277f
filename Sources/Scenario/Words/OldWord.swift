// OldWord.swift: words that the language had before its first release, and what is written now.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum OldWord {
    /// Behind `->`.
    static func decision(_ word: String) -> String? {
        switch word {
        case "follow", "allow", "same", "store", "yes", "default":
            "leave out '-> \(word)': it is what happens by itself"
        case "refuse", "reject", "skip": "write '-> no'"
        case "none": "write '-> use none'"
        default: nil
        }
    }

    /// Of a load.
    static func option(_ name: String) -> String? {
        name == "anchor" ? "leave it out: a load trusts the authority, unless it is 'untrusted'" : nil
    }
}
