// ActWord.swift: the names of acts, and the marks of each.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The word behind `!`.
package enum ActWord: String, WordSet {
    case wait, rate, segment, hold, quiet, flush
    case close, halfClose = "half-close", reset, stall, closeNotify = "close-notify", tlsAlert = "tls-alert"
    case trailers
    case resetStream = "rst-stream", goAway = "goaway", settings, ping, window, frame
    case newConnection = "new-connection", sameConnection = "same-connection", connection
    case await

    private static let table: WordTable<ActWord, ActMarks> = [
        .wait: [.isInRoutes, .isAtByte],
        .rate: [.isOfConnection, .isInRoutes],
        .segment: [.isOfConnection, .isInRoutes],
        .hold: [],
        .quiet: [],
        .flush: [.isOfConnection, .isInRoutes, .isAtByte],
        .close: [.isOfConnection, .isInRoutes, .endsSending, .closes, .isAtByte],
        .halfClose: [.isOfConnection, .isInRoutes, .endsSending, .closes],
        .reset: [.isOfConnection, .isInRoutes, .endsSending, .closes, .isAtByte],
        .stall: [.isOfConnection, .isInRoutes, .endsSending, .isAtByte],
        .closeNotify: [.isOfConnection, .isInRoutes],
        .tlsAlert: [.isOfConnection, .isInRoutes],
        .trailers: [.isInRoutes],
        .resetStream: [.isOfConnection, .isOfHTTP2, .endsSending],
        .goAway: [.isOfConnection, .isOfHTTP2],
        .settings: [.isOfConnection, .isOfHTTP2],
        .ping: [.isOfConnection, .isOfHTTP2],
        .window: [.isOfConnection, .isOfHTTP2],
        .frame: [.isOfConnection, .isOfHTTP2],
        .newConnection: [],
        .sameConnection: [],
        .connection: [],
        .await: [],
    ]

    var marks: ActMarks { Self.table[self] }
}

package struct ActMarks: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The act is done to a connection, and so is about it.
    package static let isOfConnection = Self(rawValue: 1 << 0)
    /// Nothing more can be sent on the connection behind it.
    package static let endsSending = Self(rawValue: 1 << 1)
    /// A route can do it while it answers.
    package static let isInRoutes = Self(rawValue: 1 << 2)
    package static let isOfHTTP2 = Self(rawValue: 1 << 3)
    /// The act sends a FIN or a RST.
    package static let closes = Self(rawValue: 1 << 4)
    /// Can be done when so many bytes of the message below have been sent.
    static let isAtByte = Self(rawValue: 1 << 5)
}
