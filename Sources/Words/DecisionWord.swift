// DecisionWord.swift: what a delegate can answer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Which callbacks a word answers stands in the table of ``CallbackKind``.
package enum DecisionWord: String, WordSet {
    /// As without a delegate; in a scenario nothing is written then.
    case byDefault = "default"
    case no, to, body, download
    /// At a challenge: a credential, none (`use none`), or the server as it is. `no` goes on to the next challenge.
    case use, none, trust
    /// For any callback: the question's own cancel answer, or a cancel from within the callback.
    case cancel
    /// For any question: left open until `client answer`.
    case hold

    /// Those that a scenario writes behind `->`; the default is not written, and `none` stands behind `use`.
    package static let written = allCases.filter { $0 != .byDefault && $0 != .none }
}
