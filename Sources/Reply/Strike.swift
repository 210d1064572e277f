// Strike.swift: an act at a byte of what leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainWire

/// What is done to a connection in its place among the bytes that leave there.
package enum Strike: Hashable, Sendable {
    /// What stands above must be handed to the system before what stands below.
    case flush
    /// What stands above and what stands below leave in one record of TLS, torn here into two segments; without TLS in
    /// two writes.
    case tear
    /// Milliseconds in which nothing leaves. In a session, waiting is the play's.
    case wait(Int)
    /// Bytes a second.
    case rate(Int)
    /// At most so many bytes a write.
    case segment(Int)
    /// FIN; what comes in is thrown away until the client closes.
    case close
    /// FIN; what comes in still counts.
    case halfClose
    case reset
    /// Nothing more is sent.
    case stall
    /// Whether a TLS connection says that it closes.
    case closeNotify(Bool)
    /// A TLS alert, by its registered name.
    case alert(String)
    /// From here on the connection leads to this origin; what the client sends next is meant for that one.
    case tunnel(to: String)
    /// From here on the connection speaks another protocol: what the client sends next are bytes.
    case switchProtocols
    /// No tunnel: what follows the CONNECT are requests again.
    case noTunnel
    /// The fields above are a head, or trailers; nothing may follow on the stream where it ends here.
    case headers(endsStream: Bool)
    /// The bytes above are one frame, or as many as the client's limits make of it.
    case data(endsStream: Bool)
    case resetStream(ErrorCode)
    /// The last stream that is served; nil: the last that came.
    case goAway(ErrorCode, last: Int?)
    case settings([Setting])
    case ping
    /// Whether the server sends such frames by itself.
    case answers(OwnFrame, Bool)
    /// Any frame, right or wrong, and what its header says of its length; nil: the truth.
    case frame(Frame, length: Int?)

    /// nil: the act is not done to what leaves.
    package init?(_ act: Act) {
        switch act {
        case .flush: self = .flush
        case .tear: self = .tear
        case .rate(let bytes): self = .rate(bytes)
        case .segment(let bytes): self = .segment(bytes)
        case .close: self = .close
        case .halfClose: self = .halfClose
        case .reset: self = .reset
        case .stall: self = .stall
        case .closeNotify(let on): self = .closeNotify(on)
        case .tlsAlert(let name): self = .alert(name)
        default: return nil
        }
    }

    /// Of an act at a byte, waits included. nil: it cannot be done there.
    package init?(atByte act: Act) {
        if case .wait(let milliseconds) = act { self = .wait(milliseconds) } else { self.init(act) }
    }

    /// The frames of a message, and what concerns its stream alone.
    package var concernsStream: Bool {
        switch self {
        case .headers, .data, .resetStream, .stall: true
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

    /// Only HTTP/2 has it.
    package var isOfHTTP2: Bool {
        switch self {
        case .headers, .data, .resetStream, .goAway, .settings, .ping, .answers, .frame: true
        default: false
        }
    }

    /// An alert of TLS goes out with it, where TLS is spoken.
    package var sendsAlert: Bool {
        switch self {
        case .alert, .close, .halfClose: true
        default: false
        }
    }

    /// Nothing leaves behind it.
    package var endsSending: Bool { self == .close || self == .halfClose || self == .reset || self == .stall }

    /// Nothing leaves behind it, and the connection is still open.
    package var silences: Bool { self == .halfClose || self == .stall }
}
