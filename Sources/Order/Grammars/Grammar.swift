// Grammar.swift: what each contract's machine has to say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The order in which one task calls its client, as phases and what may come in each.
///
/// A phase is all that has to be remembered of the order so far; what payloads add is in ``Guards``. Pictures of a
/// contract and the lists of what would have been allowed are made of ``next(_:_:)`` alone.
protocol Grammar {
    associatedtype Phase: RawRepresentable, CaseIterable, Sendable where Phase.RawValue == UInt8

    static var first: Phase { get }

    /// Where the task is once it has told its end.
    static var end: Phase { get }

    /// Where the callback leads; nil: it may not come here.
    static func next(_ phase: Phase, _ callback: Callback) -> Phase?

    /// Which rule a callback breaks that may not come here, and from where judging goes on.
    ///
    /// What belongs to an earlier phase is passed over. What comes too early is taken as if what it needs had come
    /// before it. So one mistake is told once.
    static func breach(_ phase: Phase, _ callback: Callback) -> Breach<Phase>

    /// Whether the task may end here; nil: it may. Else the rule that is broken if it does.
    static func missing(_ phase: Phase) -> Rule?

    /// A few words for people.
    static func title(_ phase: Phase) -> String

    /// What the phase stands for, as a sentence.
    static func about(_ phase: Phase) -> String
}

struct Breach<Phase> {
    let rule: Rule
    let next: Phase

    static func of(_ rule: Rule, _ next: Phase) -> Self { Self(rule: rule, next: next) }
}
