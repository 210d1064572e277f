// Verdict.swift: the verdict on a run.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

package enum Verdict: String, CaseIterable, Sendable {
    case pass
    /// A line under `may` or `convention` was not kept: worth knowing, but no fault.
    case noted
    case warning
    /// A limit of ours ended the play: nothing is known of the client.
    case unable
    case fail

    /// The client has kept the scenario.
    package var isGood: Bool { self != .fail && self != .unable }
}

/// The result of a run: its verdict, its breaches, and the state of each line that it reached.
package struct Outcome: Sendable {
    package var verdict: Verdict
    package var breaches: [Breach]
    package var steps: Steps
    /// The number of callback lines that this client cannot report.
    package var unobserved: Int
    /// The number of deviations from the protocol that were not refused.
    package var deviations: Int
    /// Where the verdict is `unable`, the limit that was reached, as a sentence.
    package var limit: String?
    /// The reason why nothing more was expected of the client, if it is known.
    package var end: ClientEnd?
}
