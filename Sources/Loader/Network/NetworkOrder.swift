// NetworkOrder.swift: what a loader orders of whoever holds its connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One load has one connection at a time: orders concern that one, in this order.
///
/// ```
/// connect ─▶ connected(.idle)                                    an idle connection that is ready for requests
///         ─▶ connected(.fresh) ─ secure(proxy)? ─ send(CONNECT)? ─ secure(origin)? ─ send ─▶ parts … end ─ release
/// ```
package enum NetworkOrder: Sendable, Equatable {
    /// Answered by `connected`, or by `lost`. Without `reuse` no idle connection may be taken.
    case connect(Route, reuse: Bool)
    /// TLS from here on, with this host: answered by `secured`, by `trustAsked` and `identityAsked` before it, or by `lost`.
    case secure(Hop, SecureQuestions)
    /// The answer to `trustAsked`.
    case judge(isTrusted: Bool)
    /// The answer to `identityAsked`: the path of a PEM file with a certificate and its key, or none.
    case identify(String?)
    /// Sends the head, and the body unless it is held; reads the reply to a request of this method.
    case send(OutgoingMessage)
    /// The body that was held goes out now.
    case sendBody
    /// The load needs the connection no more. A reusable one becomes idle; another is closed.
    case release(isReusable: Bool)
}

/// What is put to the delegate in a handshake; else the anchors decide, and no certificate is shown.
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
    /// As it is to be put on the wire; chunks are made below.
    package var body: [UInt8] = []
    package var isChunked = false
    /// The body waits for `sendBody`.
    package var holdsBody = false
    package init(method: String, head: [UInt8]) {
        self.method = method
        self.head = head
    }
}

/// How a connection that was asked for is.
package enum ConnectionState: Sendable, Equatable {
    /// Made just now: nothing has been said on it, neither TLS nor CONNECT.
    case fresh
    /// It has carried requests before and is ready for another: TLS and tunnel stand already.
    case idle
}

/// Where and how a connection was lost, or could not be had.
package struct NetworkFault: Error, Sendable, Equatable {
    package enum Kind: Sendable, Equatable {
        case hostNotFound
        /// Refused, unreachable, or no answer in the connecting itself.
        case cannotConnect
        /// The handshake failed or the server is not trusted.
        case tls
        /// Ended or reset before the reply was whole.
        case lost
        /// What came is no HTTP.
        case badResponse
    }

    package var kind: Kind
    /// One sentence, lower case, no full stop.
    package var sentence: String
    /// The connection has ended, and not a byte of a reply has come to what was sent last.
    package var isBeforeReply: Bool
    /// The server has surely not processed the request, and says so.
    package var refusal: Refusal?

    /// What a server wants that refuses a request unprocessed: RFC 9113 sections 7 and 8.7.
    package enum Refusal: Sendable, Equatable {
        /// The same again, here or on another connection.
        case request
        /// The same over HTTP/1.1.
        case version
    }

    package init(_ kind: Kind, _ sentence: String, isBeforeReply: Bool = false, refusal: Refusal? = nil) {
        self.kind = kind
        self.sentence = sentence
        self.isBeforeReply = isBeforeReply
        self.refusal = refusal
    }
}

/// What a server shows in a handshake, for a delegate to judge.
package struct ServerTrust: Sendable, Equatable {
    package var hop: Hop
    /// What the anchors say.
    package var isTrusted: Bool
    /// Why not; empty if it is.
    package var sentence: String
    package var subject: String
    /// DER.
    package var certificate: [UInt8]

    package init(hop: Hop, isTrusted: Bool, sentence: String, subject: String, certificate: [UInt8] = []) {
        self.hop = hop
        self.isTrusted = isTrusted
        self.sentence = sentence
        self.subject = subject
        self.certificate = certificate
    }
}
