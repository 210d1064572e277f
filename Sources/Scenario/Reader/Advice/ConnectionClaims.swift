// ConnectionClaims.swift: connections on which no request can come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The claims of a lane's lines about the connection of its last request, and of the request below.
struct ConnectionClaims: Equatable {
    /// The bindings of the request below.
    private var bindings: [ConnectionBinding] = []
    private var hasMessage = false
    /// The lane may have a connection: a line above is about one.
    private var mayHaveOne = false
    /// The line that ends the connection of the message above.
    private var closed: Closing?

    /// The number of a line, and whether it only says that the connection ends: `Connection: close`.
    private struct Closing: Equatable {
        var line: Int
        var isSaid: Bool
        /// It is said by `! goaway`.
        var isGoAway = false
    }

    static func merged(_ one: Self, _ other: Self) -> Self {
        var merged = one == other ? one : Self()
        merged.hasMessage = one.hasMessage && other.hasMessage
        merged.mayHaveOne = one.mayHaveOne || other.mayHaveOne
        merged.closed = other.closed == nil ? nil : one.closed
        return merged
    }

    /// Forgets the closing above: the next lines may come before it.
    mutating func loseOrder() { closed = nil }

    mutating func follow(_ line: Line, _ faults: inout Faults) {
        defer { if line.deed.isAboutConnection { mayHaveOne = true } }
        switch line.deed {
        case .binding(let binding): bind(binding, line, &faults)
        case .receive(.start), .receive(.raw(_, .start)): (bindings, hasMessage, closed) = ([], true, nil)
        case .await(.connection), .await(.clientHello), .await(.handshake): closed = nil
        // Before any message, closings are about a connection that has yet to come.
        case .act(.close), .act(.reset), .act(.at(_, .close)), .act(.at(_, .reset)):
            if hasMessage { closed = Closing(line: line.place.line, isSaid: false) }
        case .act(.goAway): if hasMessage { closed = Closing(line: line.place.line, isSaid: true, isGoAway: true) }
        // A name that is a string is intended.
        case .send(.field(let field, "connection", isSpelled: false)):
            if field.literalText?.split(separator: ":").last.map({ Self.says("close", $0) }) ?? false {
                closed = Closing(line: line.place.line, isSaid: true)
            }
        default: break
        }
    }

    private mutating func bind(_ binding: ConnectionBinding, _ line: Line, _ faults: inout Faults) {
        if bindings.contains(where: binding.excludes) {
            faults.add(
                .contradiction, line.place,
                "the request below comes on one connection, and the lines above it name two",
                help: "leave one of the lines out")
        } else if binding == .same, let closed {
            faults.add(
                .neverKept, line.place,
                closed.isSaid
                    ? "no client asks again on this connection: line \(closed.line) says that it ends "
                        + (closed.isGoAway ? "(RFC 9113 section 6.8)" : "(RFC 9112 section 9.6)")
                    : "no request comes on this connection any more: it ends in line \(closed.line)",
                help: "write '! new-connection', or take "
                    + (closed.isSaid && !closed.isGoAway
                        ? "line \(closed.line) away; if it is meant, the name there is a string: '{{\"connection\"}}: close'"
                        : "the act in line \(closed.line) away"))
        } else if binding == .same, !mayHaveOne {
            faults.add(
                .neverKept, line.place,
                "no message of this lane stands above, on whose connection the request could come",
                help: "to say that two lanes share a connection, name it above each request: '! connection one'")
        }
        bindings.append(binding)
    }

    private static func says(_ option: String, _ list: Substring) -> Bool {
        CommaList.has(Array(option.utf8), in: Array(list.lowercased().utf8))
    }
}

extension Deed {
    /// The line finds a connection for its lane, or needs one.
    fileprivate var isAboutConnection: Bool {
        switch self {
        case .receive, .send, .act, .await: true
        case .binding, .callback, .order: false
        }
    }
}

extension ConnectionBinding {
    /// Whether no connection fulfils both.
    fileprivate func excludes(_ other: ConnectionBinding) -> Bool {
        switch (self, other) {
        case (.new, .same), (.same, .new): true
        case (.named(let one), .named(let two)): one != two
        default: false
        }
    }
}
