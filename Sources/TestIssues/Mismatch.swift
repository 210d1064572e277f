// Mismatch.swift: how the client differed from the scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Thrown by a play's `verify()`: the lines of the scenario and the rules of URLSession that were not kept, and what was
/// expected beside what happened.
public struct Mismatch: Error, Hashable, Sendable, CustomStringConvertible {
    /// The lines and rules that were broken. Consequences of a finding are in its ``Finding/follows``.
    public let findings: [Finding]
    /// The whole report, to be read by people.
    public let description: String

    package init(findings: [Finding], description: String) {
        (self.findings, self.description) = (findings, description)
    }
}

extension Mismatch: LocalizedError {
    public var errorDescription: String? { description }
}

/// One line or rule that was not kept.
public struct Finding: Hashable, Sendable {
    /// What `quintain explain` says more about: `never-came`, `U10`.
    public let rule: String
    /// False if the line stands below a `level` that makes it a warning.
    public let isFailure: Bool
    /// The line of the scenario that was broken, or where none was, the one that was nearest to it, counted from one. nil:
    /// there is none.
    public let line: Int?
    /// What was expected and what came.
    public let sentence: String
    /// Where the rule is written, if it is one of URLSession's.
    public let citation: String?
    /// Consequences that are no mistakes of their own, such as lines that then could not happen: a sentence each.
    public let follows: [String]
    /// The same as JSON, as `docs/reports.md` has it; nil: a rule of URLSession was broken, or the server is elsewhere.
    public let difference: String?

    package init(
        rule: String, isFailure: Bool, line: Int?, sentence: String, citation: String? = nil,
        follows: [String] = [], difference: String? = nil
    ) {
        self.rule = rule
        self.isFailure = isFailure
        self.line = line
        self.sentence = sentence
        self.citation = citation
        self.follows = follows
        self.difference = difference
    }
}
