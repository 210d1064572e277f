// FailKind.swift: why a load failed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a load failed, in words that every client's errors can be put into.
package enum FailKind: String, WordSet {
    /// The app or its delegate cancelled.
    case cancelled
    case timedOut = "timed-out"
    /// The connection was refused, nobody was there, or the name has no address.
    case cannotConnect = "cannot-connect"
    /// Reset, FIN or TLS end of file before the reply was whole.
    case connectionLost = "connection-lost"
    /// The handshake failed, or the server is not trusted.
    case tls
    /// The bytes that came are not HTTP, break the rules of HTTP/2, or are no stream of events.
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    /// A content coding could not be undone.
    case decoding
    /// The proxy failed, or the tunnel through it.
    case proxy
    /// The body could not be sent (again).
    case body
    case noResume = "no-resume"
    /// The downloaded file could not be written, moved or opened.
    case file
    case other

    private static let codes: WordTable<FailKind, Int?> = [
        .cancelled: -999,
        .timedOut: -1001,
        .cannotConnect: -1004,
        .connectionLost: -1005,
        .tls: -1200,
        .badResponse: -1011,
        .tooManyRedirects: -1007,
        .decoding: -1016,
        .proxy: nil,
        .body: -1021,
        .noResume: -3003,
        .file: -3000,
        .other: -1,
    ]

    /// The code of Foundation's error, in the domain of `NSURLError`; nil: only CFNetwork has one.
    package var code: Int? { Self.codes[self] }
}
