// WrittenReplies.swift: the replies that the fixtures and the documents hold, one by one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainScenario

/// Replies as they stand in files: `<` lines with the acts among them.
enum WrittenReplies {
    /// Those that mean the same in a scenario and in a route: the others speak of a run, or wait.
    static func ours() throws -> Set<String> {
        let root = URL(filePath: String(#filePath.dropLast("Tests/PlayerTests/WrittenReplies.swift".count)))
        var texts = [try String(contentsOf: root.appending(path: "docs/scenario-language.md"), encoding: .utf8)]
        let folder = root.appending(path: "fixtures")
        for case let name as String in FileManager.default.enumerator(atPath: folder.path)! {
            let isFixture = name.hasSuffix(".scenario") || name.hasSuffix(".routes")
            guard isFixture, !name.hasPrefix("invalid/") else { continue }
            texts.append(try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        return Set(texts.flatMap(replies)).filter(isSameAnywhere)
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

    private static func isSameAnywhere(_ reply: String) -> Bool {
        let isOfRun =
            ofRuns.contains { reply.contains($0) } || reply.replacing("{{//main/", with: "").contains("{{//")
            || reply.replacing("{{authority main}}", with: "").contains("{{authority")
        return !isOfRun
            && ["# t\n> GET /\n\(reply)\n", "# t\nroutes\n\n> GET /\n\(reply)\n"].allSatisfy { text in
                let reading = ScenarioReader.read(Array(text.utf8), file: "t") { _ in .failure(.missing) }
                return reading.diagnostics.allSatisfy { $0.severity != .error }
            }
    }

    private static let acts = ["flush", "close", "half-close", "reset", "trailers", "rate", "segment"]
    /// Nonces, rounds, files and other origins are a run's; parts of the path and generators are a route's.
    private static let ofRuns = ["{{nonce", "{{count", "{{digest-info", "{{ca", "{{path.", "{{file", "{{port"]
}
