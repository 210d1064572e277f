// TLSConnection.swift: one connection's TLS, bytes in and bytes out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// How a connection's task drives it, be it a server's or a client's:
//
//     let tls = TLSConnection(context, at: now)            // a client's greeting is in `outgoing` from the start
//     loop:
//         send tls.outgoing until it is empty              // after every call: each may have made ciphertext
//         tell tls.takeEvents()                            // as they happened; what follows is in the events, too
//         switch tls.phase
//         case .handshake:                                 // nothing to read or write yet
//         case .held: … tls.proceed()                      // only with `holds`: a ClientHello is here, no answer left
//         case .open: tls.read(into:), tls.write(_:)       // plaintext; read until it says `.needsInput`
//         case .ended: send what is left in `outgoing`, then close
//         recv once; tls.received(bytes) or tls.receivedEnd()
//
// - `received` takes ciphertext and plays the handshake as far as it goes. Once open, it decrypts nothing by itself:
//   who does not `read` holds the client back, as with a plain socket, and sees none of its alerts. Do not recv
//   while `unreadCiphertext` is large.
// - `write` takes as much as fits below `outgoingLimit`, and says how much.
// - To send in the clear before or within the handshake, write to the socket and leave this object aside.
//   To fall silent, stop sending `outgoing`.
// - `sendAlert` and `closeNotify` put a record into `outgoing`; send it before closing. `closeNotify` is never sent
//   unasked: to end without it, close the socket.

internal import CQuintainOpenSSL

/// The machine of one connection. It owns no socket and asks no clock.
///
/// A class, because OpenSSL calls back with a pointer to it. It belongs to one task; nothing in it is locked.
package final class TLSConnection {
    package enum Phase: Sendable, Equatable {
        /// Under way.
        case handshake
        /// A ClientHello has come and is not answered until ``proceed(as:)``.
        case held
        /// Plaintext can go in both directions.
        case open
        /// Nothing more can be read or written: see ``failure``. After a close_notify of the peer's a connection stays
        /// open, for what is still to be said.
        case ended
    }

    package enum ReadResult: Sendable, Equatable {
        case bytes(Int)
        /// Nothing more without more ciphertext.
        case needsInput
        /// The peer has said close_notify: a proper end.
        case closeNotify
        /// The stream ended without close_notify.
        case truncated
        /// Something was wrong with what came, or the peer gave up.
        case failed(TLSFailure)
    }

    package internal(set) var phase = Phase.handshake
    /// Why the connection has ended, where it has not ended well.
    package internal(set) var failure: TLSFailure?
    /// What was agreed on, once it is open.
    package internal(set) var terms: TLSTerms?

    init() {}
    package convenience init(
        _ context: TLSContext, serverName: String? = nil, resuming session: TLSSession? = nil, holds: Bool = false,
        at now: Int64
    ) { self.init() }

    // MARK: In

    package func received(_ bytes: UnsafeRawBufferPointer) {}
    /// The peer's FIN, or a reset.
    package func receivedEnd() {}
    /// Answers the ClientHello, with this identity instead of the context's if there is one.
    package func proceed(as identity: TLSIdentity? = nil) {}
    package var unreadCiphertext: Int { 0 }

    // MARK: Plaintext

    package func read(into room: UnsafeMutableRawBufferPointer) -> ReadResult { .needsInput }
    /// How many bytes were taken: fewer than given where `outgoing` is full, none where the connection is not open.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Int { 0 }

    // MARK: Out

    /// The ciphertext that is to be sent, where it lies: good until the next call of anything.
    package var outgoing: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: nil, count: 0) }
    /// So many bytes of it have been sent.
    package func sent(_ count: Int) {}
    package static var outgoingLimit: Int { 1 << 16 }

    // MARK: Acts

    /// false: no alert can be sent any more, or none yet (a client that has not heard the server).
    package func sendAlert(_ alert: TLSAlert, _ level: TLSAlert.Level? = nil) -> Bool { false }
    package func closeNotify() {}
    /// Changes the keys, RFC 8446 section 4.6.3; false: not with this version.
    package func updateKeys() -> Bool { false }

    // MARK: Events

    package func takeEvents() -> [TLSEvent] { [] }
}
