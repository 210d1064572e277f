// ConnectionUser.swift: the user of a connection, and the events that it hears.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
package import QuintainWire

/// Called on the loop, one event after the other, and never within one of the user's own orders.
@OnLoop
package protocol ConnectionUser: AnyObject {
    /// Whether parts of the reply, and the end of the connection behind them, may be reported now. When this becomes
    /// true, the user must poke the connection.
    var takesParts: Bool { get }
    /// The bytes that the reader gets in place of these; nil: the bytes as they came.
    func altered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]?
    func heard(_ event: ConnectionEvent, from carrier: any MessageCarrier)
    /// The connection speaks HTTP/2: a stream, of this connection or another, takes its place.
    func moved(to stream: ClientStream, from connection: ClientConnection)
}

extension ConnectionUser {
    package func altered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { nil }
}

package enum ConnectionEvent: Sendable, Equatable {
    /// The connection is made, and nothing has been sent on it.
    case connected
    /// Answered by `judge`.
    case trustAsked(ServerTrust)
    /// Answered by `identify`.
    case identityAsked(Hop)
    case secured
    /// This many bytes of the message's body, in all, have been handed to the kernel.
    case bodySent(Int)
    /// A part of the reply; never `.fault`, which is reported as `lost`.
    case arrived(ResponseReader.Part)
    /// The last event: the connection is closed.
    case lost(NetworkFault)
}
