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
    /// The number of the line that closed the connection of the message above.
    private var closed: Int?

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
            if hasMessage { closed = line.place.line }
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
                .neverKept, line.place, "no request comes on this connection any more: it ends in line \(closed)",
                help: "write '! new-connection', or take the act in line \(closed) away")
        } else if binding == .same, !mayHaveOne {
            faults.add(
                .neverKept, line.place,
                "no message of this lane stands above, on whose connection the request could come",
                help: "to say that two lanes share a connection, name it above each request: '! connection one'")
        }
        bindings.append(binding)
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
