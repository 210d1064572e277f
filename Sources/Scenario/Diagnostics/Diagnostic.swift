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
    package var help: String

    package var severity: Severity { slug.severity }

    package init(_ slug: Slug, file: String, place: Place, message: String, help: String) {
        self.slug = slug
        self.file = file
        self.place = place
        self.message = message
        self.help = help
    }
}

extension Diagnostic {
    /// The same in a text that begins at this line of a file: what is about all of it is told there.
    package func ofText(from line: Int) -> Diagnostic {
        guard place.line < line else { return self }
        var diagnostic = self
        diagnostic.place = Place(line: line)
        return diagnostic
    }
}
