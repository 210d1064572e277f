// Diagnostic.swift: one fault of a file, or one piece of advice about it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

package struct Diagnostic: Hashable, Sendable, Error {
    package enum Severity: String, Sendable {
        /// The file cannot be played.
        case error
        /// The file can be played, but probably does not do what its author meant.
        case warning
    }

    package var slug: Slug
    package var file: String
    package var place: Place
    /// Lower case, no full stop, the author's own words between quotes.
    package var message: String
    /// What to write instead.
    package var help: String?

    package var severity: Severity { slug.severity }

    package init(_ slug: Slug, file: String, place: Place, message: String, help: String? = nil) {
        self.slug = slug
        self.file = file
        self.place = place
        self.message = message
        self.help = help
    }
}

/// The diagnostics of one reading, as they are found.
struct Faults {
    private(set) var all: [Diagnostic] = []
    private let file: String
    /// What has been reported already: each row of a table would find the same faults again.
    private var known: Set<Key> = []

    private struct Key: Hashable {
        let slug: Slug
        let place: Place
    }

    init(file: String) {
        self.file = file
    }

    mutating func add(_ slug: Slug, _ place: Place, _ message: String, help: String? = nil) {
        guard !isFull, known.insert(Key(slug: slug, place: place)).inserted else { return }
        all.append(Diagnostic(slug, file: file, place: place, message: Self.short(message), help: help.map(Self.short)))
    }

    /// Shortens a message, since the text that it quotes may be as long as the file.
    private static func short(_ text: String) -> String {
        let count = text.unicodeScalars.count
        guard count > Limits.messageLength else { return text }
        let scalars = text.unicodeScalars
        return String(scalars.prefix(Limits.messageLength - 60)) + "…" + String(scalars.suffix(59))
    }

    /// There are so many diagnostics that the reader looks for no more.
    var isFull: Bool { all.count >= Limits.diagnostics }

    var hasErrors: Bool { all.contains { $0.severity == .error } }
}
