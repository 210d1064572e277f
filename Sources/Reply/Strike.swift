// Strike.swift: an act at a byte of what leaves.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// What is done to a connection in its place among the bytes that leave there.
package enum Strike: Hashable, Sendable {
    /// What stands above must be handed to the system before what stands below.
    case flush
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

    /// nil: the act is not done to what leaves.
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
        default: return nil
        }
    }

    /// An alert of TLS goes out with it, where TLS is spoken.
    package var sendsAlert: Bool {
        switch self {
        case .alert, .close, .halfClose: true
        default: false
        }
    }

    /// Nothing leaves behind it, and the connection is still open.
    package var silences: Bool { self == .halfClose || self == .stall }
}
