// Acts.swift: the acts of the server beside sending, and what it awaits.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainWire

/// One `!` line of the server. Durations are milliseconds.
package indirect enum Act: Hashable, Sendable {
    case wait(Int)
    /// Bytes a second, from here on.
    case rate(Int)
    /// At most so many bytes a write, from here on.
    case segment(Int)
    /// Until the test says go.
    case hold
    /// Silence on both sides for so long.
    case quiet(Int)
    case flush
    /// A record of TLS leaves in two segments. Always at a byte.
    /// FIN, then reads on until the client closes.
    case close
    case halfClose
    /// A real RST.
    case reset
    /// Sends nothing more.
    case stall
    /// `! close at=17`: when so many bytes of the message below have been sent.
    case at(Int, Act)
    /// The lines that follow in this reply are trailers.
    case trailers
    /// A play that reaches this line breaks it.
    case wrong(String)
    case closeNotify(Bool)
    case tlsAlert(String)
    case resetStream(ErrorCode)
    case goAway(ErrorCode, last: LastStream?)
    case settings([Setting])
    case ping
    case frame(WrittenFrame)
    /// Whether the server sends frames of this kind by itself.
    case answers(OwnFrame, Bool)

    /// nil: a scenario has another word for it than an act.
    package var word: ActWord? {
        switch self {
        case .wait: .wait
        case .rate: .rate
        case .segment: .segment
        case .hold: .hold
        case .quiet: .quiet
        case .flush: .flush
        case .close: .close
        case .halfClose: .halfClose
        case .reset: .reset
        case .stall: .stall
        case .at(_, let act): act.word
        case .trailers: .trailers
        case .wrong: nil
        case .closeNotify: .closeNotify
        case .tlsAlert: .tlsAlert
        case .resetStream: .resetStream
        case .goAway: .goAway
        case .settings: .settings
        case .ping: .ping
        case .frame: .frame
        case .answers(let answer, _): answer.act
        }
    }

    /// Whether the act has this mark; an act at a byte ends nothing where its line stands.
    package func has(_ mark: ActMarks) -> Bool {
        if case .at = self { mark == .isOfConnection } else { word?.marks.contains(mark) == true }
    }
}

/// The last stream that a GOAWAY says is served.
package enum LastStream: Hashable, Sendable {
    case lane(Lane)
    case number(Int)
}

/// `! frame DATA stream=0 flags=END_STREAM {{hex "00"}}`: any frame, right or wrong.
package struct WrittenFrame: Hashable, Sendable {
    package var kind: FrameKind
    package var flags: FrameFlags = []
    /// nil: the lane's own.
    package var stream: Int?
    /// The length that its header claims; nil: the true one.
    package var length: Int?
    package var payload = Template()

    init(_ kind: FrameKind) { self.kind = kind }
}

/// A frame that the server sends without a line, and that `off` withholds.
package enum OwnFrame: Hashable, Sendable {
    /// Its own SETTINGS, and the acknowledgement of the client's.
    case settings
    /// The acknowledgement of a PING.
    case ping
    /// WINDOW_UPDATE, on the lane's stream.
    case window

    var act: ActWord {
        switch self {
        case .settings: .settings
        case .ping: .ping
        case .window: .window
        }
    }
}

/// `! await …`
package enum Awaited: Hashable, Sendable {
    case connection
    case clientHello(serverName: Template?)
    /// TLS is agreed on, with these terms.
    case handshake([HandshakeDemand])
    /// So many bytes of the connection's input, counted from its last message.
    case bytes(Int)
    /// FIN or RST.
    case close
    case fin
    case reset
    case tlsAlert(String?)
    case frame(FrameKind, fields: [NamedValue])
}

/// `resumed=yes`
package struct HandshakeDemand: Hashable, Sendable {
    package var field: HandshakeField
    package var value: Template

    package init(_ field: HandshakeField, _ value: Template) {
        self.field = field
        self.value = value
    }
}

/// The connection on which the request below must come.
package enum ConnectionBinding: Hashable, Sendable {
    case new
    case same
    case named(String)
}
