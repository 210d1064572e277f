// WrittenReplies.swift: the replies in the fixtures and the documents, one by one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainScenario

/// Replies as they stand in files: `<` lines with the acts among them.
struct WrittenReplies {
    /// Replies that mean the same in a scenario and in a route.
    private(set) var comparable: Set<String> = []
    /// The number of other replies, by reason.
    private(set) var reasons: [String: Int] = [:]

    /// An act that makes a reply differ, or the diagnostic that the file with the reply would get.
    static let knownReasons = [
        "{{nonce": "new in each run", "{{count": "the rounds of a run", "{{digest-info": "a session's own nonces",
        "{{ca": "a session's own authority", "{{//": "another origin", "{{path.": "a route's own path",
        "{{file": "a file beside the reply's", "not-here": "a generator, which only routes have",
        "unknown-function": "a value that a line above captures, or a column of a table",
        "bad-start-line": "the rest of a reply that is written in two parts",
        "match-only": "a part of a table of functions", "nested-value": "a part of a table of functions",
        "no-message": "fields that a block repeats", "unknown-origin": "the port of another origin",
    ]

    init() throws {
        let root = URL(filePath: String(#filePath.dropLast("Tests/PlayerTests/WrittenReplies.swift".count)))
        var texts = [try String(contentsOf: root.appending(path: "docs/scenario-language.md"), encoding: .utf8)]
        let folder = root.appending(path: "fixtures")
        for case let name as String in FileManager.default.enumerator(atPath: folder.path)! {
            let isFixture = name.hasSuffix(".scenario") || name.hasSuffix(".routes")
            guard isFixture, !name.hasPrefix("invalid/") else { continue }
            texts.append(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        for reply in Set(texts.flatMap(Self.replies)) {
            if let reason = Self.whyNotSame(reply) {
                reasons[reason, default: 0] += 1
            } else {
                comparable.insert(reply)
            }
        }
    }

    private static func replies(in text: String) -> [String] {
        var all: [String] = []
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) + [""] {
            let isAct = line.hasPrefix("! ") && acts.contains { line.dropFirst(2).hasPrefix($0) }
            if line == "<" || line.hasPrefix("< ") || (isAct && !lines.isEmpty) {
                lines.append(line)
            } else {
                if !lines.isEmpty { all.append(lines.joined(separator: "\n")) }
                lines = []
            }
        }
        return all
    }

    private static func whyNotSame(_ reply: String) -> String? {
        let others = reply.replacing("{{//main/", with: "").replacing("{{authority main}}", with: "")
        if let own = knownReasons.keys.first(where: { $0.hasPrefix("{{") && others.contains($0) }) { return own }
        for text in ["# t\n> GET /\n\(reply)\n", "# t\nroutes\n\n> GET /\n\(reply)\n"] {
            let reading = ScenarioReader.read(Array(text.utf8), file: "t") { _ in .failure(.missing) }
            if let error = reading.diagnostics.first(where: { $0.severity == .error }) { return error.slug.rawValue }
        }
        return nil
    }

    private static let acts = ["flush", "close", "half-close", "reset", "trailers", "rate", "segment", "stall", "wait"]
}
