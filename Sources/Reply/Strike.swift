// Strike.swift: an act in its place among the bytes that leave.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainWire

/// An act on a connection, in its place among the bytes that leave there.
package enum Strike: Hashable, Sendable {
    /// Hand the bytes above to the system before those below.
    case flush
    /// Milliseconds in which nothing leaves. In a session only a wait at a byte is one: the player waits at a `! wait`.
    case wait(Int)
    /// Bytes a second.
    case rate(Int)
    /// The largest number of bytes in a write.
    case segment(Int)
    /// FIN; further input is discarded until the client closes.
    case close
    /// FIN; further input still counts.
    case halfClose
    case reset
    /// Nothing more is sent until another request is answered.
    case stall
    /// Another request is answered, behind a stall.
    case speak
    /// Whether a TLS connection says that it closes.
    case closeNotify(Bool)
    /// A TLS alert, by its registered name.
    case alert(String)
    /// The connection leads to this origin from here on; further input is meant for that origin.
    case tunnel(to: String)
    /// The connection speaks another protocol from here on: further input is bytes.
    case switchProtocols
    /// No tunnel was opened: further input behind the CONNECT is requests again.
    case noTunnel
    /// The fields above are a head, or trailers; `endsStream`: no frame of the stream may follow.
    case headers(endsStream: Bool)
    /// The bytes above are one frame, or as many as the client's limits make of it.
    case data(endsStream: Bool)
    case resetStream(ErrorCode)
    /// The frames below are made otherwise than their lines say.
    case altered(Alteration)
    /// The last stream that is served; nil: the last one that came.
    case goAway(ErrorCode, last: Int?)
    case settings([Setting])
    case ping
    /// Whether the server sends such frames by itself.
    case answers(OwnFrame, Bool)
    /// Any frame, right or wrong, with the length that its header gives; nil: the true length.
    case frame(Frame, length: Int?)

    /// nil: the act has no place among bytes, or what it sends depends on the run: the player performs it.
    package init?(_ act: Act) {
        switch act {
        case .flush: self = .flush
        case .rate(let bytes): self = .rate(bytes)
        case .segment(let bytes): self = .segment(bytes)
        case .close: self = .close
        case .halfClose: self = .halfClose
        case .reset: self = .reset
        case .stall: self = .stall
        case .closeNotify(let on): self = .closeNotify(on)
        case .tlsAlert(let name): self = .alert(name)
        case .wait, .hold, .quiet, .at, .trailers, .wrong: return nil
        case .resetStream, .goAway, .settings, .ping, .frame, .answers: return nil
        }
    }

    /// The strike for an act at a byte, waits included. nil: the act cannot be done there.
    package init?(atByte act: Act) {
        if case .wait(let milliseconds) = act { self = .wait(milliseconds) } else { self.init(act) }
    }

    /// The strike says only how and when the bytes below it leave.
    package var setsPace: Bool {
        switch self {
        case .flush, .wait, .rate, .segment: true
        default: false
        }
    }

    /// A frame of the message ends here.
    package var endsFrame: Bool {
        switch self {
        case .headers, .data: true
        default: false
        }
    }

    /// An alert of TLS is sent with it, where TLS is spoken.
    package var sendsAlert: Bool {
        switch self {
        case .alert, .close, .halfClose: true
        default: false
        }
    }

    /// Nothing may be sent behind it.
    package var endsSending: Bool { self == .close || self == .halfClose || self == .reset || self == .stall }

    /// Nothing may be sent behind it, but the connection stays open.
    package var silences: Bool { self == .halfClose || self == .stall }
}
