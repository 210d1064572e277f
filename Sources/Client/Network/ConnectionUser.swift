// ConnectionUser.swift: who has a connection, and what it hears of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
package import QuintainWire

/// Told on the loop, one thing after the other, and never within an order of its own.
@OnLoop
package protocol ConnectionUser: AnyObject {
    /// Whether parts of the reply, and the end of the connection behind it, may be told now. If that changes for the
    /// better, the connection is to be poked.
    var takesParts: Bool { get }
    /// What is to be read in the place of these bytes; nil: these.
    func altered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]?
    func heard(_ event: ConnectionEvent, from carrier: any MessageCarrier)
    /// The connection speaks HTTP/2: from here on a stream, here or elsewhere, carries what it was to carry.
    func moved(to stream: ClientStream, from connection: ClientConnection)
}

extension ConnectionUser {
    package func altered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { nil }
}

package enum ConnectionEvent: Sendable, Equatable {
    /// It stands, and nothing has been said on it.
    case connected
    /// Answered by `judge`.
    case trustAsked(ServerTrust)
    /// Answered by `identify`.
    case identityAsked(Hop)
    case secured
    /// So many bytes of the message's body, in all, are with the kernel.
    case bodySent(Int)
    /// Never `.fault`: that is told as lost.
    case arrived(ResponseReader.Part)
    /// The last: the connection is closed.
    case lost(NetworkFault)
}
