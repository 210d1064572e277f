// TLSEvent.swift: what happened on a connection below its plaintext.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum TLSEvent: Sendable, Equatable {
    package enum Direction: String, Sendable { case sent, received }

    /// A message of the handshake, by its registered name. Those sent are in `outgoing`.
    case message(HandshakeMessage, Direction)
    /// What the ClientHello that has just been received says; a second one follows a HelloRetryRequest.
    case clientHello(ClientHello)
    case alert(TLSAlert, TLSAlert.Level, Direction)
    /// The handshake is done.
    case open(TLSTerms)
    /// A session that a later connection can resume: a client's only.
    case session(TLSSession)
    /// The stream ended without close_notify.
    case truncated
    case failed(TLSFailure)
    /// So many more events, which were not kept.
    case more(Int)
}

/// What both sides agreed on.
package struct TLSTerms: Sendable, Equatable {
    /// As OpenSSL writes them: `TLSv1.3`, `TLS_AES_256_GCM_SHA384`.
    package var version: TLSVersion
    package var cipher: String
    /// The application protocol, if one was chosen.
    package var applicationProtocol: String?
    package var serverName: String?
    package var isResumed: Bool
    /// What the peer showed: its own certificate first.
    package var peerCertificates: [Certificate]
    package var verification: Verification
}

/// What the check of the peer's certificates said.
package struct Verification: Sendable, Equatable {
    /// OpenSSL's number, 0 where all is well (or nothing was to be checked).
    package var code: Int
    /// `self-signed certificate`
    package var sentence: String

    package var isGood: Bool { code == 0 }
}
