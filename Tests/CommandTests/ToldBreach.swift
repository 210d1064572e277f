// ToldBreach.swift: a breach by its values, as the command tells it to programs.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// A breach in JSON that the command has written.
struct ToldBreach: Sendable {
    let rule: String
    let severity: String
    /// The line that was broken, or the one that is nearest to it.
    let line: Int?
    /// What is printed of it, for tests of a page or of a row.
    let sentence: String
    /// `wrong-field Cookie`, `unexpected-request POST /a instead of GET /a`: the rule, what it is about, and the request that
    /// was expected, as its line has it.
    let name: String

    /// Those that `play --json` has printed, with all that follows from them.
    static func all(in output: String) -> [ToldBreach] {
        output.split(separator: "\n").flatMap { line in
            all(of: (try? JSONText(parsing: String(line)))?["breaches"])
        }
    }

    private static func all(of list: JSONText?) -> [ToldBreach] {
        (list?.list ?? []).flatMap { json in
            [ToldBreach(json)].compactMap(\.self) + all(of: json["follows"])
        }
    }

    private init?(_ json: JSONText) {
        guard let rule = json["rule"]?.text, let severity = json["severity"]?.text, let sentence = json["text"]?.text
        else { return nil }
        (self.rule, self.severity, self.sentence) = (rule, severity, sentence)
        line = (json["line"] ?? json["near"])?.number
        let difference = json["difference"]
        let request =
            (difference?["request"] ?? difference?["requestBehindEnd"] ?? difference?["tooSoon"]?["came"])?["request"]
        let words = [
            request?["method"], request?["target"], difference?["field"]?["name"],
            difference?["malformed"]?["fault"]?["rule"]?["name"],
        ]
        let expected = difference?["request"]?["reason"]?["nearest"]?["line"]?["text"]?.text
        name =
            ([rule] + words.compactMap { $0?.text }).joined(separator: " ")
            + (expected.map { " instead of \($0.drop { $0 != " " }.dropFirst())" } ?? "")
    }
}
