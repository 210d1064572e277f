// TLSEvent.swift: the events of a connection below its plaintext.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum TLSEvent: Sendable, Equatable {
    package enum Direction: String, Sendable { case sent, received }

    /// A message of the handshake. When one is reported as sent, its bytes are in `outgoing`.
    case message(HandshakeMessage, Direction)
    /// The contents of a ClientHello; a second one follows a HelloRetryRequest.
    case clientHello(ClientHello)
    case alert(TLSAlert, TLSAlert.Level, Direction)
    /// The handshake is done.
    case open(TLSTerms)
    /// A session that a later connection can resume; only a client gets one.
    case session(TLSSession)
    /// The stream ended without close_notify.
    case truncated
    case failed(TLSFailure)
    /// The number of further events that were not kept.
    case more(Int)
}
