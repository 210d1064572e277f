// NetworkOrder.swift: a loader's orders to its connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// An order for the load's connection, of which it has one at a time; orders are carried out in turn.
///
/// ```
/// connect ─▶ connected(.idle)                                    an idle connection that is ready for requests
///         ─▶ connected(.fresh) ─ secure(proxy)? ─ send(CONNECT)? ─ secure(origin)? ─ send ─▶ parts … end ─ release
/// ```
package enum NetworkOrder: Sendable, Equatable {
    /// Answered by `connected`, or by `lost`. Without `reuse` no idle connection may be taken.
    case connect(Route, reuse: Bool)
    /// Start TLS with this host: answered by `secured` or `lost`, perhaps with `trustAsked` and `identityAsked` before.
    case secure(Hop, SecureQuestions)
    /// The answer to `trustAsked`.
    case judge(isTrusted: Bool)
    /// The answer to `identityAsked`: the path of a PEM file with a certificate and its key, or none.
    case identify(String?)
    /// Sends the head, and the body unless it is held; reads the reply to a request of this method.
    case send(OutgoingMessage)
    /// Send the body that was held.
    case sendBody
    /// The load needs the connection no more. A reusable one becomes idle; another is closed.
    case release(isReusable: Bool)
}

/// The questions that a handshake puts to the delegate; without them the anchors decide, and no certificate is shown.
package struct SecureQuestions: Sendable, Equatable {
    package var serverTrust: Bool
    package var clientCertificate: Bool

    package init(serverTrust: Bool, clientCertificate: Bool) {
        self.serverTrust = serverTrust
        self.clientCertificate = clientCertificate
    }
}

package struct OutgoingMessage: Sendable, Equatable {
    package var method: String
    package var head: [UInt8]
    /// The body as bytes; whoever sends it adds the chunk framing.
    package var body: [UInt8] = []
    package var isChunked = false
    /// The body waits for `sendBody`.
    package var holdsBody = false
    package init(method: String, head: [UInt8]) {
        self.method = method
        self.head = head
    }
}

/// The state of a connection that the loader asked for.
package enum ConnectionState: Sendable, Equatable {
    /// The connection is new: neither TLS nor CONNECT has begun.
    case fresh
    /// The connection has carried requests and is ready for another: TLS and tunnel are established.
    case idle
}

/// The reason why a connection was lost or could not be made.
package struct NetworkFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case hostNotFound
        /// Refused, unreachable, or no answer while connecting.
        case cannotConnect
        /// The handshake failed or the server is not trusted.
        case tls
        /// Ended or reset before the reply was whole.
        case lost
        /// The bytes that came are not HTTP.
        case badResponse
    }

    /// How what came was cut off.
    package enum Cut: Sendable, Equatable {
        /// TLS ended without close_notify.
        case withoutNotice
        case streamReset
    }

    package var kind: Kind
    package var cut: Cut?
    /// One sentence, lower case, no full stop.
    package var sentence: String
    /// The connection ended before any byte of the reply to the latest request.
    package var isBeforeReply: Bool
    /// The server says that it has not processed the request.
    package var refusal: Refusal?

    /// The way to repeat a request that the server refused unprocessed: RFC 9113 sections 7 and 8.7.
    package enum Refusal: Sendable, Equatable {
        /// Repeat it, here or on another connection.
        case request
        /// Repeat it over HTTP/1.1.
        case version
    }

    package init(
        _ kind: Kind, _ sentence: String, cut: Cut? = nil, isBeforeReply: Bool = false, refusal: Refusal? = nil
    ) {
        self.kind = kind
        self.cut = cut
        self.sentence = sentence
        self.isBeforeReply = isBeforeReply
        self.refusal = refusal
    }
}

/// The server's certificate in a handshake, for a delegate to judge.
package struct ServerTrust: Sendable, Equatable {
    package var hop: Hop
    /// The verdict of the anchors.
    package var isTrusted: Bool
    /// Why the certificate is not trusted; nil: for another reason than these, or it is.
    package var objection: Objection?
    /// The same in a sentence; empty if it is trusted.
    package var sentence: String
    package var subject: String
    /// DER.
    package var certificate: [UInt8]

    package enum Objection: Sendable, Equatable {
        case otherHost, expired
    }

    package init(
        hop: Hop, isTrusted: Bool, objection: Objection? = nil, sentence: String, subject: String,
        certificate: [UInt8] = []
    ) {
        self.hop = hop
        self.isTrusted = isTrusted
        self.objection = objection
        self.sentence = sentence
        self.subject = subject
        self.certificate = certificate
    }
}
