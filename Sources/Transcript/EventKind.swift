// EventKind.swift: what kinds of events there are, by the names that transcripts have for them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum EventKind: String, CaseIterable, Sendable {
    case opened, closed, tls, frame
    case received
    case requestEnded = "request-ended"
    case deviation
    case sent, act, awaited
    case order, callback, answer
    case branch, broken, note
    case leftOut = "left-out"
}

extension Happening {
    package var kind: EventKind {
        switch self {
        case .connectionOpened: .opened
        case .connectionClosed: .closed
        case .tls: .tls
        case .frame: .frame
        case .received: .received
        case .requestEnded: .requestEnded
        case .deviation: .deviation
        case .sent: .sent
        case .acted: .act
        case .awaited: .awaited
        case .ordered: .order
        case .reported: .callback
        case .answered: .answer
        case .branched: .branch
        case .broken: .broken
        case .noted: .note
        case .leftOut: .leftOut
        }
    }
}
