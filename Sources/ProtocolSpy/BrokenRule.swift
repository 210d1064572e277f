// BrokenRule.swift: a rule of the contract that a protocol broke, with its sources.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainOrder

/// One finding of a ``ProtocolSpy``.
public struct BrokenRule: Sendable, Equatable {
    /// `P6`; `quintain explain P6` says more. Or `other-instance`, a rule of the spy's own.
    public let name: String
    /// A title of two or three words.
    public let title: String
    public let text: String
    /// The sentence about the mistake.
    public let sentence: String
    /// The number of the call that broke the rule, from 1; nil: a call is missing.
    public let call: Int?
    /// The calls that would have been right instead.
    public let instead: [String]
    /// Where the rule is written.
    public let sources: [String]
    /// The documents leave the rule open.
    public let isWarning: Bool
}

extension BrokenRule {
    init(_ finding: TraceFinding) {
        self.init(
            finding.rule, finding.sentence, call: finding.event?.place, instead: finding.allowed.map(\.label),
            isWarning: finding.weight == .warning)
    }

    init(_ rule: Rule, _ sentence: String, call: Int?, instead: [String] = [], isWarning: Bool) {
        let entry = rule.entry
        self.init(
            name: rule.name, title: entry.title, text: entry.text, sentence: sentence, call: call, instead: instead,
            sources: entry.sources.map(\.text), isWarning: isWarning)
    }
}
