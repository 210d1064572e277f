// DecisionWord.swift: what a delegate can answer.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The first word behind `->`. Which callbacks a word answers stands in the table of ``CallbackKind``.
package enum DecisionWord: String, WordSet {
    case follow, refuse, to
    case byDefault = "default", use, trust, none, reject
    case same, body
    case allow, download
    case store, skip
    case yes, no
    /// For any callback: the question's own cancel answer, or a cancel from within the callback.
    case cancel
    /// For any question: left open until `client answer`.
    case hold
}
