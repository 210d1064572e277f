// PaceAdvice.swift: `! rate` and `! segment` behind the bytes that they are about.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension Advice {
    /// Warns of a pace below the last line that is sent: it applies from its line down.
    mutating func warnOfIdlePace(_ scenario: Scenario) { _ = follow(scenario.nodes, isSentBelow: false) }

    /// Goes from the last line up; true: a line of these, or below them, is sent.
    private mutating func follow(_ nodes: [Node], isSentBelow: Bool) -> Bool {
        var isSent = isSentBelow
        for node in nodes.reversed() {
            switch node {
            case .line(let line):
                switch line.deed {
                case .act(let act) where act.setsPace: if !isSent { faults.warnOfIdlePace(act, line.place) }
                case .act(let act): isSent = isSent || !act.sendsNothing
                case .send, .await(.handshake), .await(.clientHello): isSent = true
                default: break
                }
            case .repeated(let block): isSent = followBlock([block.nodes], isSent, goesRound: true)
            case .either(let block): isSent = followBlock(block.branches.map(\.nodes), isSent, goesRound: false)
            case .anyOrder(let block): isSent = followBlock(block.parts.map(\.nodes), isSent, goesRound: true)
            }
        }
        return isSent
    }

    /// - Parameter goesRound: what stands above may happen below.
    private mutating func followBlock(_ parts: [[Node]], _ isSentBelow: Bool, goesRound: Bool) -> Bool {
        var isSent = false
        for node in parts.joined() {
            node.forEachLine { line in
                switch line.deed {
                case .send: isSent = true
                case .act(let act): isSent = isSent || !act.setsPace && !act.sendsNothing
                default: break
                }
            }
        }
        for part in parts { _ = follow(part, isSentBelow: isSentBelow || goesRound && isSent) }
        return isSent || isSentBelow
    }
}

extension ScenarioBuilder {
    /// The same of one exchange of routes.
    mutating func warnOfIdlePace(_ exchange: StandingExchange) {
        for step in exchange.reply.reversed() {
            switch step {
            case .act(let act, let place) where act.setsPace: faults.warnOfIdlePace(act, place)
            case .act(let act, _) where act.sendsNothing: break
            case .act, .send: return
            }
        }
    }
}

extension Faults {
    fileprivate mutating func warnOfIdlePace(_ act: Act, _ place: Place) {
        add(
            .idleSetting, place, "this '! \(act.word.rawValue)' has no effect: nothing is sent below it",
            help: "it applies from its line down: put it above the lines it is for")
    }
}

extension Act {
    fileprivate var setsPace: Bool { word == .rate || word == .segment }

    /// Frames of HTTP/2 are sent, also one that ends a stream.
    fileprivate var sendsNothing: Bool {
        switch word {
        case .wait, .hold, .quiet, .read, .flush, .early, .wrong: true
        default: word.marks.contains(.endsSending) && !word.marks.contains(.isOfHTTP2)
        }
    }
}
