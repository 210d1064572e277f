// Program.swift: a scenario's lines and blocks as one array of ops with jumps.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainTalk
import QuintainWords

/// A scenario laid out flat: each place in it is an index.
package struct Program: Sendable {
    enum Op: Sendable {
        /// A line, and the counter of the innermost block around it.
        case line(Line, slot: Int?)
        case choice(Choice)
        case jump(Int)
        /// The beginning of a block in any order: none of its parts has happened.
        case beginParts(Parts)
        /// The choice of the part that begins, or goes on.
        case parts(Parts)
        /// The end of a part for now: it goes on at `resume`; nil: the part is over.
        case leavePart(slot: Int, head: Int, resume: Int?)
        /// `over` is the place below the block, if the block may be left out.
        case beginRepeat(slot: Int, over: Int?, line: Int)
        case endRound(slot: Int, rounds: ClosedRange<Int>, begin: Int, line: Int)
        case end
    }

    struct Choice: Sendable {
        struct Branch: Sendable {
            var label: String
            var line: Int
            var ops: Range<Int>
            /// It begins with `never`: whoever takes it errs.
            var isWrong = false
        }

        var line: Int
        var branches: [Branch]
        /// The place behind `end`.
        var after: Int
    }

    /// A block in any order.
    struct Parts: Sendable {
        struct Part: Sendable {
            var branch: Choice.Branch
            /// The slot with the place at which the part goes on; the slot after it holds how many lines of ours had
            /// been done when the part was left, and that after it the round.
            var slot: Int
            /// The round that the part is; nil: it is none.
            var round: Int?

            /// The value in the slot of a part that is over, or is being played.
            static let gone = -1
        }

        var line: Int
        /// The place of the `parts` op.
        var head: Int
        var parts: [Part]
        /// The place behind `end`.
        var after: Int

        /// The parts that are still to begin or to go on, each with its place.
        func left(_ count: (Int) -> Int) -> [(part: Part, resume: Int)] {
            parts.compactMap { part in
                let resume = count(part.slot)
                return resume == Part.gone ? nil : (part, resume)
            }
        }
    }

    private(set) var ops: [Op] = []
    private(set) var partBlocks: [Parts] = []
    private(set) var slots = 0
    /// Whether some line quotes `{{request.body}}`: bodies are kept only then.
    private(set) var quotesBodies = false
    /// The kinds of callback that some line names.
    private(set) var callbacks: Set<CallbackKind> = []
    /// Some line is about the question whether a server is trusted.
    private(set) var asksForTrust = false
    /// The lanes in which some line says that a load fails.
    private(set) var failingLanes: Set<Lane> = []
    private(set) var lanes: Set<Lane> = []
    /// Some line begins a load.
    private(set) var ordersLoads = false
    /// The places of the last lines of a request above a line of ours, where more of it is written below that line.
    private(set) var cuts: Set<Int> = []
    /// The place of the last line of the lane's request, and whether a line of ours stands below it.
    private var lastReceived: [Lane: (place: Int, isAboveOurs: Bool)] = [:]

    /// Whether a callback of this kind needs a line. A file that names no callback at all is only about the wire.
    func asksFor(_ kind: CallbackKind) -> Bool {
        callbacks.contains(kind) || kind.isAlwaysCounted && !callbacks.isEmpty
    }

    /// The same of this callback: whether a server is trusted is asked in passing, unless the file speaks of it.
    func asksFor(_ callback: ReportedCallback) -> Bool {
        let trust = ChallengeKind.serverTrust.rawValue.utf8
        let isAboutTrust = callback.kind == .challenge && callback.subject.first?.elementsEqual(trust) == true
        return asksFor(callback.kind) && (asksForTrust || !isAboutTrust)
    }

    package init(_ scenario: Scenario) {
        lay(scenario.nodes, slot: nil)
        ops.append(.end)
    }

    /// The place of a line of the file.
    func place(ofLine number: Int) -> Int? {
        ops.firstIndex { if case .line(let line, _) = $0 { line.place.line == number } else { false } }
    }

    /// The lines in these places, without the other ops between them.
    func lines(in places: Range<Int>) -> some Sequence<Line> {
        ops[places].lazy.compactMap { if case .line(let line, _) = $0 { line } else { nil } }
    }

    /// The ops of one round of the innermost block around a place whose rounds the client counts; nil: there is none.
    func openRound(around place: Int) -> Range<Int>? {
        for (pc, op) in zip(place..., ops[place...]) {
            guard case .endRound(_, let rounds, let begin, _) = op, begin <= place, rounds.count > 1 else { continue }
            return begin..<pc
        }
        return nil
    }

    /// The only lane of the scenario; nil: there are several.
    var soleLane: Lane? { lanes.count == 1 ? lanes.first : nil }

    /// Whether the first reply of a branch makes the client send the request below it.
    func leadsOn(_ way: ForkWay) -> Bool {
        var hasRequest = false
        for line in lines(in: way.ops) {
            if case .receive(.start) = line.deed {
                if hasRequest { return false }
                hasRequest = true
            }
            if line.brings == .next { return true }
        }
        return false
    }

    /// The way out of a part in any order.
    private struct Leave {
        var slot: Int
        var head: Int
    }

    /// - Parameters:
    ///   - part: the part that the lines are in: it is left before each request behind an answer.
    ///   - isAnswered: whether the part may be left where the lines begin.
    private mutating func lay(_ nodes: [Node], slot: Int?, in part: Leave? = nil, isAnswered: Bool = false) {
        var isAnswered = isAnswered
        for node in nodes {
            switch node {
            case .line(let line):
                if let part, isAnswered, case .receive(let received) = line.deed, received.startsMessage {
                    ops.append(.leavePart(slot: part.slot, head: part.head, resume: ops.count + 1))
                }
                cutRequests(at: line)
                ops.append(.line(line, slot: slot))
                lanes.insert(line.lane)
                if line.deed.quotesBody { quotesBodies = true }
                if case .order(.load) = line.deed { ordersLoads = true }
                if case .callback(let callback) = line.deed {
                    callbacks.insert(callback.kind)
                    if callback.kind == .challenge, callback.isChallenge(among: [.serverTrust]) { asksForTrust = true }
                    if callback.kind == .fail { failingLanes.insert(line.lane) }
                }
            case .repeated(let block): lay(block, in: part, isAnswered: isAnswered)
            case .either(let block): lay(block, slot: slot)
            case .anyOrder(let block): lay(block, slot: slot)
            }
            isAnswered = node.isAnswered(since: isAnswered)
        }
    }

    /// Notes where the line of a request goes on below a line of ours.
    private mutating func cutRequests(at line: Line) {
        switch line.deed {
        case .receive(let part):
            if !part.startsMessage, let last = lastReceived[line.lane], last.isAboveOurs { cuts.insert(last.place) }
            if part.mayEndEarly { cuts.insert(ops.count) }
            lastReceived[line.lane] = (ops.count, false)
        case .send(.start(let status))
        where status.literal?.split(separator: 0x20).dropFirst().first?.elementsEqual("101".utf8) == true:
            // What the client sends then is no part of its request.
            lastReceived[line.lane] = nil
        case .act(.trailers), .callback, .await, .binding: break
        case .send, .act, .order: for lane in lastReceived.keys { lastReceived[lane]?.isAboveOurs = true }
        }
    }

    private mutating func lay(_ block: Repeat, in part: Leave?, isAnswered: Bool) {
        guard block.rounds.upperBound > 0 else { return }
        if block.isInAnyOrder { return layInAnyOrder(block) }
        let slot = slots
        slots += 1
        let head = ops.count
        ops.append(.end)
        // Where the client decides on another round, its request chooses that, and the part is not left before it.
        let isFixed = block.rounds.count == 1
        lay(
            block.nodes, slot: slot, in: isFixed ? part : nil,
            isAnswered: isAnswered && Node.repeated(block).isAnswered(since: isAnswered))
        // Rounds without lines would be counted all the same.
        guard ops.count > head + 1 else {
            ops.removeLast()
            return
        }
        ops.append(.endRound(slot: slot, rounds: block.rounds, begin: head + 1, line: block.place.line))
        let over = block.rounds.lowerBound == 0 ? ops.count : nil
        ops[head] = .beginRepeat(slot: slot, over: over, line: block.place.line)
    }

    private mutating func lay(_ block: Either, slot: Int?) {
        // Its branches may be told by what comes of the request above it.
        for lane in lastReceived.keys { lastReceived[lane]?.isAboveOurs = true }
        let head = ops.count
        ops.append(.end)
        var branches: [Choice.Branch] = []
        var jumps: [Int] = []
        for branch in block.branches {
            let entry = ops.count
            lay(branch.nodes, slot: slot)
            jumps.append(ops.count)
            ops.append(.end)
            let label = branch.label ?? (branch.isWrong ? "never" : branches.isEmpty ? "either" : "or")
            branches.append(
                .init(
                    label: label, line: branch.place.line, ops: entry..<ops.count,
                    isWrong: branch.isWrong))
        }
        let after = ops.count
        for jump in jumps { ops[jump] = .jump(after) }
        ops[head] = .choice(Choice(line: block.place.line, branches: branches, after: after))
    }

    private mutating func lay(_ block: AnyOrder, slot: Int?) {
        layParts(at: block.place, block.parts.map { ($0, round: nil) }, slot: slot)
    }

    /// Each round is a part with a counter of its own.
    private mutating func layInAnyOrder(_ block: Repeat) {
        let part = Either.Branch(place: block.place, label: nil, nodes: block.nodes)
        layParts(at: block.place, (1...block.rounds.upperBound).map { (part, round: $0) }, slot: nil)
    }

    private mutating func layParts(at place: Place, _ all: [(part: Either.Branch, round: Int?)], slot: Int?) {
        let begin = ops.count
        ops += [.end, .end]
        let head = begin + 1
        var parts: [Parts.Part] = []
        for (part, round) in all {
            let own = slots
            slots += 3
            let entry = ops.count
            lay(part.nodes, slot: round == nil ? slot : own + 2, in: Leave(slot: own, head: head))
            ops.append(.leavePart(slot: own, head: head, resume: nil))
            let branch = Choice.Branch(label: part.label ?? "", line: part.place.line, ops: entry..<ops.count)
            parts.append(.init(branch: branch, slot: own, round: round))
        }
        let laid = Parts(line: place.line, head: head, parts: parts, after: ops.count)
        ops[begin] = .beginParts(laid)
        ops[head] = .parts(laid)
        partBlocks.append(laid)
    }
}

extension Node {
    /// Whether a request below this node follows a reply, or an act in place of one, with no line between that says how
    /// the request comes.
    fileprivate func isAnswered(since above: Bool) -> Bool {
        switch self {
        case .line(let line):
            switch line.deed {
            case .send, .act: true
            case .order, .await, .binding: false
            case .receive(let received): above && !received.startsMessage
            case .callback: above
            }
        case .repeated(let block): block.nodes.reduce(above) { $1.isAnswered(since: $0) }
        case .either(let block):
            block.branches.allSatisfy { $0.nodes.reduce(above) { $1.isAnswered(since: $0) } }
        case .anyOrder(let block):
            block.parts.allSatisfy { $0.nodes.reduce(above) { $1.isAnswered(since: $0) } }
        }
    }
}

extension Deed {
    fileprivate var quotesBody: Bool {
        switch self {
        case .send(let part): part.quotesBody
        case .callback(let callback): callback.templates.contains(where: \.quotesBody)
        case .act, .order, .receive, .await, .binding: false
        }
    }
}

extension SendLine {
    /// Whether the line quotes `{{request.body}}`.
    var quotesBody: Bool { template?.quotesBody ?? false }
}

extension Callback {
    /// Everything that the line compares.
    fileprivate var templates: [Template] { subject + fields.map(\.value) + header.map(\.value) }
}

extension Template {
    fileprivate var quotesBody: Bool { values.contains { $0.all.contains { $0.function == .requestBody } } }
}
