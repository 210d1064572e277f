// Window.swift: the lines of theirs that may happen now.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Lines that the play has come to since the last move.
struct Reached {
    /// The lines that were passed, with the state that each got at once.
    var passed: [(PlacedLine, Step.State)] = []
    /// `*?` lines too far above to be held open any longer.
    var dropped: [PlacedLine] = []
}

/// The lines of theirs between two lines of ours, and the place in the program below them.
///
/// A plain value: the player copies it to find out what a branch would lead to.
struct Window {
    let observation: Observation
    let style: APIStyle?
    private(set) var cursor: Cursor
    private(set) var items: [Item] = []
    /// The lines passed since the caller last took them: steps to be recorded, with the state that each got at once.
    private(set) var passed: [(PlacedLine, Step.State)] = []
    /// `*?` lines too far above to be held open any longer.
    private var dropped: [PlacedLine] = []
    private(set) var nextStep = 0
    /// How many lines of ours were performed that a client can notice.
    private(set) var oursPassed = 0
    /// The last line of ours was `! quiet`.
    private(set) var isBehindSilence = false
    /// A line of theirs that had to come lies between the last line of ours and this place.
    private(set) var hasAwaited = false
    private var nextItem = 0
    /// The lane's item to which further `>` lines belong.
    private var openItem: [Lane: Int] = [:]
    private var bindings: [Lane: [(ConnectionBinding, PlacedLine)]] = [:]
    private var lastVoice: [Lane: Side] = [:]
    /// Lanes whose request did not come: the reply to it and the acts on its connection are passed over.
    private var skipping: Set<Lane> = []
    private var previousWasBody = false
    /// For the request with which a part in any order begins or goes on: the number of lines of ours that were done
    /// when the block was reached, or the part was left.
    private var partReach: Int?
    /// The line `never` at the head of the branch whose request is below.
    private var wrongAbove: Int?

    init(program: Program, observation: Observation, style: APIStyle?) {
        cursor = Cursor(program)
        self.observation = observation
        self.style = style
    }

    var program: Program { cursor.program }

    enum Stop {
        /// A line of ours is next.
        case ours(PlacedLine)
        /// The client decides what is next.
        case choice([ForkWay], line: Int)
        case end
        /// The window is full: no more lines are taken in for now.
        case full
        /// Many ops were passed over in one go: other work of the loop has its turn first.
        case pause
    }

    /// Takes in lines of theirs up to the next line of ours or the next choice.
    ///
    /// - Parameter passingOwnOrders: go on past orders that a client gives itself, where nothing has to happen before
    ///   them. They do not count as lines of ours: what comes below them is not too soon.
    mutating func extend(passingOwnOrders: Bool = false) -> Stop {
        // A message that must come is taken in as a whole: it is compared as it comes, and the reader bounds it.
        var left = Self.opsAtOnce
        var isInMessage = false
        while true {
            guard left > 0 || isInMessage else { return .pause }
            left -= 1
            switch cursor.step(oursDone: oursPassed) {
            case .moved: continue
            case .end: return .end
            case .fork(let ways, let line):
                guard ways.count == 1 else { return .choice(ways, line: line) }
                take(ways[0])
            case .line(let line, let count):
                if isFull, !isInMessage || !line.continuesMessage { return .full }
                let placed = PlacedLine(line: line, step: nextStep, count: count)
                if !takeIn(placed) {
                    guard passingOwnOrders, isOwnBusiness(placed), !items.contains(where: \.holdsUpOurs) else {
                        return .ours(placed)
                    }
                    passed.append((placed, .due))
                    previousWasBody = false
                }
                if case .receive = line.deed { isInMessage = true } else { isInMessage = false }
                nextStep += 1
                cursor.passLine()
            }
        }
    }

    /// The window as it would be with a branch taken, and where its lines would end.
    func behind(_ way: ForkWay, passingOwnOrders: Bool = false) -> (window: Window, stop: Stop) {
        var ahead = self
        ahead.take(way)
        let stop = ahead.extend(passingOwnOrders: passingOwnOrders)
        return (ahead, stop)
    }

    mutating func move(_ index: Int, to state: Item.State) { items[index].state = state }

    mutating func changeCallback<Result>(_ index: Int, _ body: (inout ExpectedCallback) -> Result) -> Result? {
        items[index].changeCallback(body)
    }

    mutating func takeReached() -> Reached {
        defer { (passed, dropped) = ([], []) }
        return Reached(passed: passed, dropped: dropped)
    }

    /// The first request lines of the other parts in any order, of the blocks that the play is in.
    var partsAhead: [PlacedLine] {
        program.partBlocks.filter { ($0.head..<$0.after).contains(cursor.pc) }.flatMap { block in
            block.left { cursor.counters[$0] }.compactMap { part, resume -> PlacedLine? in
                let ops = part.branch.ops
                for case .line(let line, let slot) in program.ops[max(resume, ops.lowerBound)..<ops.upperBound] {
                    guard case .receive(.start) = line.deed else { continue }
                    return PlacedLine(line: line, step: -1, count: slot.map { cursor.counters[$0] })
                }
                return nil
            }
        }
    }

    /// Skips a part: no input is waited for there any longer.
    mutating func skip(_ way: ForkWay) { cursor.skip(way) }

    /// Takes no branch, and plays no more rounds.
    mutating func passOver(_ way: ForkWay) { cursor.passOver(way) }

    /// Whether this client can report what the line asks for. A line that is limited to styles is not asked of a client
    /// that does not name its own style.
    func sees(_ callback: Callback) -> Bool {
        guard observation.sees(callback) else { return false }
        guard let style else { return callback.styles.isEmpty }
        return callback.kind.styles.contains(style)
            && (callback.styles.isEmpty || callback.styles.contains(style.rawValue))
    }

    mutating func take(_ way: ForkWay) {
        cursor.take(way)
        partReach = way.reach
        wrongAbove = nil
        // `never` at the head describes the branch; the line that chooses the branch stands below it.
        while way.ops.contains(cursor.pc), case .line(let line, let count) = cursor.step(), line.isWrong {
            passed.append((PlacedLine(line: line, step: nextStep, count: count), .due))
            nextStep += 1
            cursor.passLine()
            wrongAbove = line.place.line
        }
    }

    /// Whether the line is an order, and this client takes no orders.
    func isOwnBusiness(_ placed: PlacedLine) -> Bool {
        guard case .order = placed.line.deed else { return false }
        return observation == .none
    }

    /// A line of ours was performed: the lines below it come into reach.
    mutating func passOurs(_ placed: PlacedLine) {
        if case .send = placed.line.deed { lastVoice[placed.line.lane] = .server }
        previousWasBody = false
        // Nothing shows that a `! stall` has begun, so nothing comes too soon for it.
        if case .act(.stall) = placed.line.deed {} else { oursPassed += 1 }
        if case .act(.quiet) = placed.line.deed { isBehindSilence = true } else { isBehindSilence = false }
        if !isOwnBusiness(placed) { hasAwaited = false }
        nextStep += 1
        cursor.passLine()
        forgetPast()
    }

    mutating func forgetPast() {
        items.removeAll(where: \.isPast)
        while items.count > Self.openAtMost, let index = items.firstIndex(where: { !$0.holdsUpOurs }) {
            if items[index].state == .due { dropped.append(items[index].first) }
            items.remove(at: index)
        }
    }

    /// The window is full: lines further down have to wait. So a block of a million lines of theirs is taken in bit by
    /// bit.
    var isFull: Bool { items.count >= Self.itemsAtMost + Self.itemsOfLane * program.lanes.count }

    /// Gives up the request at `index`, and with it its reply and the acts on its connection, up to the lane's next
    /// request or load.
    mutating func skipExchange(of index: Int) {
        let lane = items[index].lane
        let below = items[index...].dropFirst()
        guard case .request = items[index].kind,
            !below.contains(where: { if case .request = $0.kind { $0.lane == lane } else { false } })
        else { return }
        skipping.insert(lane)
    }

    /// Whether the line belongs to an exchange whose request did not come.
    private mutating func isSkipped(_ line: Line) -> Bool {
        guard skipping.contains(line.lane) else { return false }
        switch line.deed {
        case .send, .receive(.field), .receive(.exactHead), .receive(.headEnd), .receive(.body), .receive(.raw),
            .receive(.trailer):
            return true
        case .act(.wrong): return false
        case .act: return true
        case .receive(.start), .order(.load), .order(.resume):
            skipping.remove(line.lane)
            return false
        case .order, .callback, .await, .binding: return false
        }
    }

    /// Takes a line in. false: it is a line of ours.
    private mutating func takeIn(_ placed: PlacedLine) -> Bool {
        let lane = placed.line.lane
        if !skipping.isEmpty, isSkipped(placed.line) {
            passed.append((placed, .skipped))
            return true
        }
        switch placed.line.deed {
        case .send, .order: return false
        case .act(.trailers) where lastVoice[lane] == .client:
            passed.append((placed, .done))
        case .act: return false
        case .binding(let binding):
            bindings[lane, default: []].append((binding, placed))
            passed.append((placed, .due))
        case .receive(let part):
            hasAwaited = true
            lastVoice[lane] = .client
            // `> {{any}}` below the reply: the rest may come or not.
            if part.isAnyBody, !isOpen(lane) {
                passed.append((placed, .done))
                return true
            }
            receive(part, placed)
            if program.cuts.contains(cursor.pc) { markEarly(lane) }
            passed.append((placed, .due))
            if case .body = part { previousWasBody = true } else { previousWasBody = false }
            return true
        case .callback(let callback):
            if sees(callback) {
                if callback.occurrence != .optional { hasAwaited = true }
                append(.callback(ExpectedCallback(callback: callback)), placed)
                passed.append((placed, .due))
            } else {
                passed.append((placed, .unobserved))
            }
        case .await(let awaited):
            hasAwaited = true
            append(.await(awaited), placed)
            passed.append((placed, .due))
        }
        previousWasBody = false
        return true
    }

    private mutating func append(_ kind: Item.Kind, _ placed: PlacedLine) {
        var item = Item(kind, id: nextItem, reachedAfterOurs: oursPassed, placed)
        if case .request = kind {
            if let reached = partReach { (item.reachedAfterOurs, item.isOfPart) = (reached, true) }
            item.wrongAbove = wrongAbove
            (partReach, wrongAbove) = (nil, nil)
        }
        items.append(item)
        nextItem += 1
    }

    private mutating func receive(_ part: ReceiveLine, _ placed: PlacedLine) {
        let lane = placed.line.lane
        if let request = ExpectedRequest(part) {
            openItem[lane] = nextItem
            append(.request(request), placed)
            for (binding, line) in bindings.removeValue(forKey: lane) ?? [] {
                change(lane) { item in
                    item.lines.append(line)
                    let index = item.lines.count - 1
                    item.changeRequest { $0.bindings.append((binding, index)) }
                }
            }
            return
        }
        let isOpen = isOpen(lane)
        if !isOpen {
            openItem[lane] = nextItem
            append(.rest(ExpectedRest()), placed)
        }
        let newline: Newline? = if case .body(_, let newline) = part, previousWasBody { newline } else { nil }
        change(lane) { item in
            if isOpen { item.lines.append(placed) }
            item.add(part, newline: newline, line: item.lines.count - 1)
        }
    }

    /// Whether more lines of the lane's request are taken in with those above.
    private func isOpen(_ lane: Lane) -> Bool {
        openItem[lane].map { id in items.contains { $0.id == id && !$0.isEarly } } ?? false
    }

    private mutating func markEarly(_ lane: Lane) {
        let rest = program.hasRest(from: cursor.pc + 1, lane: lane)
        change(lane) { item in
            item.changeRest {
                $0.isEarly = true
                $0.hasRest = rest
            }
        }
    }

    private mutating func change(_ lane: Lane, _ body: (inout Item) -> Void) {
        guard let id = openItem[lane], let index = items.lastIndex(where: { $0.id == id }) else { return }
        body(&items[index])
    }

    /// The number of ops, such as jumps and passed lines, that are read in one go.
    static let opsAtOnce = 10_000
    private static let itemsAtMost = 256
    private static let itemsOfLane = 64
    /// The number of optional lines that are kept open once a line of ours is done below them.
    private static let openAtMost = 64
}

extension ExpectedRequest {
    /// nil: the line does not begin a request.
    fileprivate init?(_ part: ReceiveLine) {
        switch part {
        case .start(let method, let target, let version):
            self.init(method: method, target: target, version: version)
        case .raw(let template, .start):
            self.init(method: .anything, target: .text(.anything))
            raws = [(template, 0)]
            isRaw = true
        case .field, .exactHead, .headEnd, .body, .raw, .trailer: return nil
        }
    }
}

extension Window.Stop {
    /// The next line may belong to the same reply.
    var leavesRepliesOpen: Bool {
        switch self {
        case .ours, .pause: true
        case .choice, .end, .full: false
        }
    }
}

extension Line {
    /// The line belongs to the message of theirs that the line above belongs to.
    fileprivate var continuesMessage: Bool { if case .receive(let part) = deed { !part.startsMessage } else { false } }
}

extension ReceiveLine {
    var startsMessage: Bool {
        switch self {
        case .start, .raw(_, .start): true
        case .field, .exactHead, .headEnd, .body, .raw, .trailer: false
        }
    }
}

extension Template {
    /// `{{any}}`
    fileprivate static let anything: Template = {
        var template = Template()
        template.append(Value(.any, at: Place(line: 0)))
        return template
    }()
}
