// FailKind.swift: why a load failed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Why a load failed, in words that every client's errors can be put into.
package enum FailKind: String, WordSet {
    /// The app or its delegate cancelled.
    case cancelled
    case timedOut = "timed-out"
    /// The connection was refused, or nobody was there.
    case cannotConnect = "cannot-connect"
    case hostNotFound = "host-not-found"
    /// Reset, FIN or TLS end of file before the reply was whole.
    case connectionLost = "connection-lost"
    case offline
    /// The handshake failed, or the server is not trusted.
    case tls
    case badURL = "bad-url"
    case unsupportedURL = "unsupported-url"
    /// The bytes that came are not HTTP, or no stream of events.
    case badResponse = "bad-response"
    case tooManyRedirects = "too-many-redirects"
    /// The rules of HTTP/2 were broken.
    case `protocol`
    /// A content coding could not be undone.
    case decoding
    /// The client gave up answering challenges.
    case authentication
    /// The proxy failed, or the tunnel through it.
    case proxy
    /// The body could not be sent (again).
    case body
    case noResume = "no-resume"
    /// The downloaded file could not be written, moved or opened.
    case file
    case tooLarge = "too-large"
    case other

    private struct Traits {
        /// The code of the `NSURLError…`; nil: only CFNetwork has one.
        var code: Int?
        /// The reference client never fails so: it does not ask for a network, and a breach of HTTP/2 is a
        /// `bad-response`.
        var isForeign = false
    }

    private static let table: WordTable<FailKind, Traits> = [
        .cancelled: Traits(code: -999),
        .timedOut: Traits(code: -1001),
        .cannotConnect: Traits(code: -1004),
        .hostNotFound: Traits(code: -1003),
        .connectionLost: Traits(code: -1005),
        .offline: Traits(code: -1009, isForeign: true),
        .tls: Traits(code: -1200),
        .badURL: Traits(code: -1000),
        .unsupportedURL: Traits(code: -1002),
        .badResponse: Traits(code: -1011),
        .tooManyRedirects: Traits(code: -1007),
        .protocol: Traits(code: -1005, isForeign: true),
        .decoding: Traits(code: -1016),
        .authentication: Traits(code: -1013),
        .proxy: Traits(),
        .body: Traits(code: -1021),
        .noResume: Traits(code: -3003),
        .file: Traits(code: -3000),
        .tooLarge: Traits(code: -1103),
        .other: Traits(code: -1),
    ]

    /// The code of Foundation's error, in the domain of `NSURLError`; nil: it has none there.
    package var code: Int? { Self.table[self].code }

    /// The failures that the reference client can report.
    package static let ofReferenceClient = allCases.filter { !table[$0].isForeign }
}
