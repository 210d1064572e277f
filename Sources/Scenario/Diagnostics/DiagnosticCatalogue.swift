// DiagnosticCatalogue.swift: what each slug means, with a wrong and a right example.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Behind `quintain explain SLUG`.
package enum DiagnosticCatalogue {
    package struct Entry: Sendable {
        package let slug: Slug
        package let explanation: String
        /// A file that has this fault and no other; nil where such a file is too large to show.
        package let wrong: String?
        /// The same file without the fault.
        package let right: String?

        init(_ slug: Slug, _ explanation: String, wrong: String?, right: String?) {
            self.slug = slug
            self.explanation = explanation
            self.wrong = wrong
            self.right = right
        }
    }

    /// One for every slug.
    package static let entries: [Entry] = lines + blocks + values + messages + callbacks + routes + advice + prospects

    /// What `quintain explain` prints, or nil if there is no such slug.
    package static func explanation(of name: String) -> String? {
        guard let slug = Slug(rawValue: name), let entry = entries.first(where: { $0.slug == slug }) else { return nil }
        var text = "\(slug.rawValue) (\(slug.severity.rawValue))\n\n\(entry.explanation)\n"
        if let wrong = entry.wrong { text += "\nWrong:\n\n\(indented(wrong))" }
        if let right = entry.right { text += "\nRight:\n\n\(indented(right))" }
        return text
    }

    /// The slug that was probably meant by one that there is not.
    package static func suggestion(for name: String) -> String? {
        NearestWord.suggestion(for: name, among: Slug.allCases.map(\.rawValue))
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    /// So many blocks within each other.
    static func nested(_ depth: Int) -> String {
        "> GET /\n" + String(repeating: "repeat 2\n", count: depth) + "! wait 1ms\n"
            + String(repeating: "end\n", count: depth)
    }

    /// So many tables of two rows.
    static func tables(_ count: Int) -> String {
        (1...count).map { "cases c\($0)\n      0\n      1\n" }.joined() + "> GET /\n"
    }
}
