// StandIns.swift: lines that stand for a TLS greeting without a request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Finds the TLS greetings that have neither a request nor a line.
struct StandIns {
    /// Some origin has TLS.
    private let areAsked: Bool
    private var byLane: [Lane: StandIn] = [:]
    /// Connections that are closed, on which a greeting came that no line spoke of.
    private var closed: [ConnectionNumber] = []

    init(areAsked: Bool) { self.areAsked = areAsked }

    /// The play has come to this line.
    mutating func read(_ line: Line) {
        if areAsked { byLane[line.lane, default: StandIn()].read(line.deed) }
    }

    /// A connection is forgotten on which a greeting came and to which no line referred.
    mutating func keep(_ number: ConnectionNumber) {
        if closed.count < Self.closedAtMost { closed.append(number) }
    }

    /// The connections whose greeting no line stands for, the last that came.
    ///
    /// - Parameters:
    ///   - open: connections that are not forgotten.
    ///   - missing: the number of lines that never came; each explains one greeting.
    func unexplained(open: [ConnectionNumber], missing: Int) -> [ConnectionNumber] {
        guard areAsked else { return [] }
        let standIns = byLane.values.reduce(missing) { $0 + $1.count }
        return Array((closed + open).sorted().dropFirst(standIns))
    }

    private static let closedAtMost = 64
}

/// Counts the loads of a lane whose connection appears only in callbacks: `* fail tls`, or a challenge and nothing
/// below it. Each stands for one greeting without a request.
private struct StandIn {
    private var whole = 0
    /// A challenge stands for a greeting, unless a line below it speaks of the connection.
    private var isPending = false
    /// A line of the wire or an act has spoken of the load's connection.
    private var isSpokenFor = false

    var count: Int { whole + (isPending ? 1 : 0) }

    /// Counts a line of the lane, in the order of the play.
    mutating func read(_ deed: Deed) {
        switch deed {
        case .order(.load), .order(.resume):
            whole = count
            (isPending, isSpokenFor) = (false, false)
        case .act(let act) where !act.has(.isOfConnection): break
        case .receive(.start), .await, .act: (isPending, isSpokenFor) = (false, true)
        case .callback(let callback):
            switch callback.kind {
            case .challenge: isPending = isPending || !isSpokenFor
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
