// ClientEnd.swift: the reason why nothing more is expected of a client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The reason why nothing more is expected of a client.
package enum ClientEnd: Sendable, Equatable {
    /// A caller said so, or the client's process has ended.
    case told, exited
    /// It has closed all its connections.
    case closed
    /// Nothing came for so many milliseconds.
    case idle(Int)
    case deadline
    /// The run was given up from outside.
    case stopped
    /// A test has asked for the verdict, which ends a client that is at rest.
    case judged
    /// A test has dropped its play without a verdict, or was cancelled.
    case dropped, cancelled

    package var word: String {
        switch self {
        case .told: "told"
        case .exited: "exited"
        case .closed: "closed"
        case .idle: "idle"
        case .deadline: "deadline"
        case .stopped: "stopped"
        case .judged: "judged"
        case .dropped: "dropped"
        case .cancelled: "cancelled"
        }
    }
}
