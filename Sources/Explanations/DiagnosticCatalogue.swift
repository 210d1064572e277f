// DiagnosticCatalogue.swift: what each slug means, with a wrong and a right example.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
internal import QuintainWords

/// The explanations that `quintain explain SLUG` prints.
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

    /// One for every slug, read from the files of `Catalogue` when the first is asked for.
    package static let entries: [Entry] =
        [
            PackageResources.lines_txt, PackageResources.blocks_txt, PackageResources.values_txt,
            PackageResources.messages_txt, PackageResources.callbacks_txt, PackageResources.routes_txt,
            PackageResources.advice_txt, PackageResources.prospects_txt,
        ]
        .flatMap { entries(in: $0) }

    /// What `quintain explain` prints, or nil if there is no such slug.
    package static func explanation(of name: String) -> String? {
        guard let slug = Slug(rawValue: name), let entry = entries.first(where: { $0.slug == slug }) else { return nil }
        var text = "\(slug.rawValue) (\(slug.severity.rawValue))\n\n\(entry.explanation)\n"
        if let wrong = entry.wrong { text += "\nWrong:\n\n\(indented(wrong))" }
        if let right = entry.right { text += "\nRight:\n\n\(indented(right))" }
        return text
    }

    /// The slug that was probably meant by a name that no slug has.
    package static func suggestion(for name: String) -> String? {
        NearestWord.suggestion(for: name, among: Slug.allCases.map(\.rawValue))
    }

    private static func indented(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map { $0.isEmpty ? "\n" : "    \($0)\n" }.joined()
    }

    /// The entries of a file: `=== SLUG`, the explanation, and the examples below `--- wrong` and `--- right`. One
    /// blank line stands before an entry, and the text before the first entry is not read.
    static func entries(in file: [UInt8]) -> [Entry] {
        String(decoding: file, as: UTF8.self).split(separator: "\n=== ").dropFirst().map { section in
            let parts = section.split(separator: "\n--- wrong\n", maxSplits: 1)
            let head = parts[0].split(separator: "\n", maxSplits: 1)
            guard let slug = Slug(rawValue: String(head[0])) else {
                preconditionFailure("the catalogue has an entry of '\(head[0])', which is no slug")
            }
            let examples = parts.dropFirst().first?.split(separator: "\n--- right\n", maxSplits: 1)
            return Entry(
                slug, String(head[1].hasSuffix("\n") ? head[1].dropLast() : head[1]),
                wrong: examples.map { "\($0[0])\n" }, right: examples.map { String($0[1]) })
        }
    }
}
