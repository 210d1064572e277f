// ClientStream.swift: a stream of a connection of HTTP/2, as its user has it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop

/// Carries one request and its reply. The connection reports the events to the user.
@OnLoop
package final class ClientStream: MessageCarrier {
    package let connection: ClientConnection
    private(set) var exchange: StreamExchange?
    /// nil: nobody hears of the stream any more.
    var user: (any ConnectionUser)?
    /// The number of bytes of the body that were reported to the user.
    var toldSent = 0

    init(_ connection: ClientConnection, _ user: any ConnectionUser) {
        self.connection = connection
        self.user = user
    }

    package func send(_ message: OutgoingMessage) {
        let exchange = StreamExchange(message)
        self.exchange = exchange
        connection.streams?.send(exchange)
        connection.pushFrames()
        connection.poke()
    }

    package func sendBody() {
        exchange?.holdsBody = false
        connection.pushFrames()
        connection.poke()
    }

    package func release(isReusable: Bool) { close() }

    /// Ends this stream alone: one under way is reset, RFC 9113 section 5.4.2.
    package func close() {
        guard user != nil else { return }
        user = nil
        connection.leave(self)
    }

    package func poke() { connection.poke() }
}
