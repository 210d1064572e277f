// Subjects.swift: words for which people look, and the words of the language that have to do with them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// What `quintain explain` knows of words that are none of the language: `retry`, `401`, `keep-alive`.
package enum Subjects {
    /// The words and slugs that have to do with a subject, the nearest first.
    package static func words(about typed: String) -> [String] {
        var seen: Set<String> = []
        return Synonyms.subjects.meant(by: typed).filter { seen.insert($0).inserted }
    }

    /// All words and slugs to which a subject leads.
    static let all = Synonyms.subjects.groups.map(\.meant)
}
