// MessageCarrier.swift: the interface to a connection or stream that carries a load's messages.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Carries the requests of one user, one after the other, and their replies: a connection of HTTP/1, which has one user
/// at a time, or a stream of a connection of HTTP/2, which ends with its reply.
@OnLoop
package protocol MessageCarrier: AnyObject {
    /// The connection, which plays the handshakes.
    var connection: ClientConnection { get }
    func send(_ message: OutgoingMessage)
    /// Sends the body that was held.
    func sendBody()
    /// The user no longer needs the carrier. A reusable connection is kept for others; anything else ends here.
    func release(isReusable: Bool)
    /// Ends the carrier at once; its user hears nothing more.
    func close()
    /// The user takes parts of the reply again.
    func poke()
}

extension ClientConnection: MessageCarrier {
    package var connection: ClientConnection { self }
}
