// ContractText.swift: contracts and rules as text for a terminal.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainOrder

enum ContractText {
    static var list: String {
        let width = Contract.allCases.map(\.name.count).max() ?? 0
        return Contract.allCases.map { contract in
            "\(contract.name)\(String(repeating: " ", count: width - contract.name.count))  \(contract.about)"
        }.joined(separator: "\n")
    }

    /// Grammar, callbacks and rules of one contract.
    static func vocabulary(_ contract: Contract) -> String {
        let letters = contract.alphabet.map { "  \($0.letter)  \($0.callback.label)" }
        let rules = (Rule.rules(of: contract.family) + Rule.ofEveryContract).map { rule in
            "  \(rule.name)\(String(repeating: " ", count: max(1, 18 - rule.name.count)))\(rule.entry.title)"
        }
        return """
            \(contract.name): \(contract.about)

            order:
            \(contract.grammar.map { "  " + $0 }.joined(separator: "\n"))

            callbacks:
            \(letters.joined(separator: "\n"))

            rules (quintain explain RULE says more):
            \(rules.joined(separator: "\n"))
            """
    }

    /// A rule with its source and examples.
    static func explanation(_ rule: Rule) -> String {
        let entry = rule.entry
        var parts = ["\(rule.name) (rule of \(entry.owner))", "\(sentence(entry.title)).\n\(filled(entry.text))"]
        parts.append("Broken by:\n\(filled(entry.broken))")
        if let remark = entry.remark { parts.append("Doubts:\n\(filled(remark))") }
        parts.append("Weight: \(weight(entry))")
        parts.append("Source:\n" + entry.sources.map { "  \($0.text)" }.joined(separator: "\n"))
        parts.append(
            "Keeps it (\(entry.keeps.contract.name)):\n" + entry.keeps.lines.map { "  " + $0 }.joined(separator: "\n"))
        if let breaks = entry.breaks {
            parts.append(
                "Breaks it (\(breaks.contract.name)):\n" + breaks.lines.map { "  " + $0 }.joined(separator: "\n"))
        }
        return parts.joined(separator: "\n\n")
    }

    static func explanation(_ contract: Contract) -> String {
        "\(contract.name) (contract)\n\n\(vocabulary(contract))"
    }

    private static func weight(_ entry: RuleEntry) -> String {
        let guarded = entry.guards.map { "; it guards \($0.name)" } ?? ""
        switch entry.weight {
        case .failure: return "a failure" + guarded
        case .warning: return "a warning: the documents conflict or are silent, so it fails nobody" + guarded
        case .permission: return "it permits, and is not broken by itself" + guarded
        }
    }

    private static func sentence(_ title: String) -> String { title.prefix(1).uppercased() + title.dropFirst() }

    /// Wrapped to the width of a page.
    private static func filled(_ text: String) -> String {
        HelpText.folded(text, behind: "", width: 100).joined(separator: "\n")
    }
}
