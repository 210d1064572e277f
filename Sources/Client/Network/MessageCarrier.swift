// MessageCarrier.swift: what a load sends its messages on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Carries the requests of one user, one after the other, and their replies: a connection of HTTP/1, which has one user
/// at a time, or a stream of a connection of HTTP/2, which ends with its reply.
@OnLoop
package protocol MessageCarrier: AnyObject {
    /// Where handshakes are played.
    var connection: ClientConnection { get }
    func send(_ message: OutgoingMessage)
    /// The body that was held goes out now.
    func sendBody()
    /// The user needs it no more. What is reusable carries on for others; the rest ends here.
    func release(isReusable: Bool)
    /// Ends it at once; its user hears nothing more.
    func close()
    /// The user takes parts again.
    func poke()
}

extension ClientConnection: MessageCarrier {
    package var connection: ClientConnection { self }
}
