// TraceFinding.swift: a rule that a trace breaks, with everything that is needed to see it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package struct TraceFinding: Sendable, Equatable {
    package enum Weight: String, Sendable {
        case failure
        /// The documents conflict or are silent.
        case warning
    }

    package enum Fault: String, Sendable {
        /// The client under test called in the wrong order.
        case client
        /// The delegate's side answered twice, or never, or too late.
        case driver
    }

    package var rule: Rule
    package var weight: Weight
    package var fault: Fault
    /// What happened, in one sentence.
    package var sentence: String
    /// nil: it is something that is missing at the end.
    package var event: TraceEvent?
    package var task: String?
    /// The latest events before it, of all tasks, the oldest first.
    package var before: [TraceEvent]
    /// The callbacks that could have come instead.
    package var allowed: [TracedCallback]
}
