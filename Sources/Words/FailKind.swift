// FailKind.swift: why a load failed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a load failed, in words that every client's errors can be put into.
package enum FailKind: String, WordSet {
    /// The app or its delegate cancelled.
    case cancelled
    case timedOut = "timed-out"
    /// Refused, or nobody there.
    case cannotConnect = "cannot-connect"
    case hostNotFound = "host-not-found"
    /// Reset, FIN or TLS end of file before the reply was whole.
    case connectionLost = "connection-lost"
    case offline
    /// The handshake failed, or the server is not trusted.
    case tls
    case badURL = "bad-url"
    case unsupportedURL = "unsupported-url"
    /// No HTTP could be made of what came.
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    /// HTTP/2 was broken.
    case `protocol`
    /// A content coding could not be undone.
    case decoding
    /// The client gave up answering challenges.
    case authentication
    /// The proxy, or the tunnel through it.
    case proxy
    /// The body could not be sent (again).
    case body
    case noResume = "no-resume"
    /// The downloaded file could not be written, moved or opened.
    case file
    case tooLarge = "too-large"
    case other
}
