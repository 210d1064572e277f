// StandIns.swift: lines that stand for a TLS greeting without a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Finds the TLS greetings that have neither a request nor a line.
struct StandIns {
    /// The origins that have TLS.
    private let secured: Set<String>
    private var byLane: [Lane: StandIn] = [:]
    /// Greetings on connections that are forgotten.
    private var closed: [HandshakeAttempt] = []

    init(_ secured: Set<String>) { self.secured = secured }

    /// The play has come to this line.
    mutating func read(_ line: Line) {
        guard !secured.isEmpty else { return }
        byLane[line.lane, default: StandIn()].read(line.deed, leadingTo: secured)
    }

    /// A connection is forgotten to which no line referred.
    mutating func keep(_ greeting: HandshakeAttempt?) {
        if let greeting, closed.count < Self.closedAtMost { closed.append(greeting) }
    }

    /// The greetings that no line stands for, the last that came.
    ///
    /// - Parameters:
    ///   - known: those on connections that are not forgotten.
    ///   - missing: the number of lines that never came; each explains one greeting.
    func unexplained(_ known: [HandshakeAttempt], missing: Int) -> (
        strange: [ConnectionNumber], again: [ConnectionNumber]
    ) {
        guard !secured.isEmpty else { return ([], []) }
        let standIns = byLane.values.reduce(missing) { $0 + $1.count }
        let all = (closed + known).sorted { $0.number < $1.number }
        var (strange, again): ([ConnectionNumber], [ConnectionNumber]) = ([], [])
        for greeting in all.filter(\.isUnspokenFor).dropFirst(standIns) {
            let before = all.last { $0.number < greeting.number && $0.passage == greeting.passage }
            if before.map(greeting.isAgain) ?? false {
                again.append(greeting.number)
            } else {
                strange.append(greeting.number)
            }
        }
        return (strange, again)
    }

    private static let closedAtMost = 64
}

/// A TLS greeting that came, and what became of it.
struct HandshakeAttempt {
    let number: ConnectionNumber
    let passage: Passage
    /// The highest version that it offers.
    let version: String?
    /// The handshake was done, or a request came in spite of that.
    let led: Bool
    let isUnspokenFor: Bool

    /// nil: no greeting came on the connection.
    init?(_ connection: Connection) {
        guard connection.number.isWhole, connection.security.isGreeted else { return nil }
        number = connection.number
        passage = connection.passage
        version = connection.security.version
        led = connection.security.terms != nil || connection.requests > connection.security.requestsBefore
        isUnspokenFor = connection.isUnspokenFor
    }

    /// Whether the client tries once more what has failed before, asks for no less than before, and gets no further.
    func isAgain(after before: HandshakeAttempt) -> Bool {
        guard !led, !before.led else { return false }
        guard let version, let earlier = before.version else { return true }
        return version >= earlier
    }
}

/// Counts the loads of a lane whose connection appears nowhere, or only in callbacks: a load over TLS with `* fail`, a
/// challenge or nothing below it. Each stands for one greeting without a request.
private struct StandIn {
    private var whole = 0
    /// A load over TLS, or a challenge, stands for a greeting, unless a line below it speaks of the connection.
    private var isPending = false
    /// A line of the wire or an act has spoken of the load's connection.
    private var isSpokenFor = false
    /// A challenge has.
    private var isAsked = false

    var count: Int { whole + (isPending ? 1 : 0) }

    /// Counts a line of the lane, in the order of the play.
    mutating func read(_ deed: Deed, leadingTo secured: Set<String>) {
        switch deed {
        case .order(.load(let load)):
            whole = count
            (isPending, isSpokenFor, isAsked) = (load.leads(to: secured), false, false)
        case .order(.resume):
            whole = count
            (isPending, isSpokenFor) = (false, false)
        case .act(let act) where !act.has(.isOfConnection): break
        case .receive(.start), .await, .act: (isPending, isSpokenFor) = (false, true)
        case .callback(let callback):
            switch callback.kind {
            case .challenge: (isPending, isAsked) = (isPending || !isSpokenFor, true)
            // A load that ends well without a request has its answer from a cache, and needs no connection.
            case .finish where !isAsked: isPending = false
            case .fail:
                if !isSpokenFor { whole += 1 }
                (isPending, isSpokenFor) = (false, true)
            // A redirect is another hop, with a connection of its own.
            case .redirect: (isPending, isSpokenFor) = (false, false)
            default: break
            }
        case .receive, .send, .order, .binding: break
        }
    }
}

extension Load {
    /// Whether its first connection is to one of these.
    fileprivate func leads(to origins: Set<String>) -> Bool {
        if let proxy { return origins.contains(proxy) }
        return if case .path(let origin, _) = url { origins.contains(origin) } else { true }
    }
}
