// Grammar.swift: the interface of each contract's machine.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The order in which one task calls its client, as phases and what may come in each.
///
/// A phase is everything that is remembered of the order so far; ``Guards`` check payloads. Pictures of a
/// contract and the lists of what would have been allowed are made of ``next(_:_:)`` alone.
protocol Grammar {
    associatedtype Phase: RawRepresentable, CaseIterable, Sendable where Phase.RawValue == UInt8

    static var first: Phase { get }

    /// The phase after the end of the task.
    static var end: Phase { get }

    /// The phase after the callback; nil if it may not come here.
    static func next(_ phase: Phase, _ callback: TracedCallback) -> Phase?

    /// The rule that a callback breaks if it may not come here, and the phase from which judging continues.
    ///
    /// A callback of an earlier phase is ignored. A callback that comes too early counts as if the missing ones had
    /// come before it. So one mistake is reported once.
    static func breach(_ phase: Phase, _ callback: TracedCallback) -> GrammarBreach<Phase>

    /// The rule that is broken if the task ends here; nil if it may.
    static func missing(_ phase: Phase) -> Rule?

    /// A few words for people.
    static func title(_ phase: Phase) -> String

    /// The meaning of the phase, as a sentence.
    static func about(_ phase: Phase) -> String
}

struct GrammarBreach<Phase> {
    let rule: Rule
    let next: Phase

    static func of(_ rule: Rule, _ next: Phase) -> Self { Self(rule: rule, next: next) }
}
