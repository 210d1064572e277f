// Note.swift: what is worth knowing and breaks nothing.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTalk

package enum Note: Sendable, Equatable {
    /// The words of a driver, or of whoever carries the play.
    case remark(String)
    case limit(Limit)
    case noLoadOrdered, noQuestionOpen
    /// The callback is of a load that was cancelled before the next one was ordered.
    case ofCancelledLoad(ToldCallback)
    case loadNotEnded(Late)
    case waitsForPart(RequestWords)
    case afterPlay(RequestWords)
    case partOnItsWay, emptyLine
    /// A request was on its way when the server ended its connection; it may have been, and may come again.
    case onItsWay(RequestWords, ConnectionNumber)
    case mayBeOnItsWay(RequestWords, ConnectionNumber, isTold: Bool)
    /// The server ends the connection unasked.
    case onItsWayUnasked(RequestWords)
    case streamRefused
    case tunnel(ConnectionNumber, to: String)
    case silent(ConnectionNumber)
    case tlsTruncated
    case tlsFailed(SecureFailure)
    /// The branches at this line begin with nothing that is observed, or differ only in that.
    case blindBranches(line: Int)
    case unobservedBranches(line: Int)
}
