// Stand.swift: a player, and a client whose moves are cut and delayed at random.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

/// Plays moves to a ``Player``. Chance decides where bytes are cut, and the order of
/// moves that may come in either order.
final class Stand {
    private let program: Program
    let player: Player
    private var chance: Chance
    /// The bytes that the server sent on each connection.
    private(set) var sent: [ConnectionNumber: [UInt8]] = [:]
    private var numbers: [String: ConnectionNumber] = [:]
    private var readers: [ConnectionNumber: Reading] = [:]
    private var gone: Set<ConnectionNumber> = []
    private var now: Instant = 0
    private var asked = 0
    private(set) var answers: [Int: String] = [:]
    private var goOn: [ConnectionNumber] = []
    private var held: [(ConnectionNumber, Batch)] = []
    private var holds = false
    /// The batches that are ordered leave when all bytes that have arrived are read.
    private var isReading = false
    /// The client's actions, for people to read.
    private(set) var steps: [String] = []
    private let tells: Bool
    private(set) var complaints: [String] = []
    /// The client has sent bytes.
    private(set) var isHeard = false
    /// Milliseconds that were idled away in this stretch.
    private var spent = 0

    final class Reading {
        var reader = RequestReader(tellsFrames: true)
        var isRaw = false
    }

    /// - Parameter tells: record the client's actions.
    init(_ program: Program, _ scenario: Scenario, seed: UInt64, tells: Bool) {
        self.program = program
        self.tells = tells
        chance = Chance(seed)
        let endpoints = scenario.origins.enumerated().map { index, origin in
            let port = origin.at.flatMap { name in scenario.origins.firstIndex { $0.name == name } } ?? index
            return Endpoint(
                origin: origin.name, scheme: origin.scheme.rawValue, authority: Self.authority(port, host: origin.host))
        }
        player = Player(
            scenario, endpoints: endpoints, observing: .all, style: program.style, epoch: 784_111_777, seed: 1,
            authority: AnchorCertificate(path: "/ca.pem", pem: Array("PEM".utf8), der: Array("DER".utf8)))
        carryOut(player.start(at: 0))
    }

    static func authority(_ origin: Int, host: String? = nil) -> String { "\(host ?? "127.0.0.1"):\(8000 + origin)" }

    // MARK: The play

    /// - Parameter end: the client does nothing after this stretch.
    func play(_ moves: [Move], endingWith end: Int? = nil, closing: Bool = true) -> Outcome {
        let last = max(program.stretches, moves.map(\.stretch).max() ?? 0)
        for stretch in 0...min(last, end ?? last) {
            var own = moves.filter { $0.stretch == stretch }
            if holds { tellEarly(&own, stretch) }
            holds = false
            flush()
            for pause in program.pauses[stretch] ?? [] { play(pause) }
            spent = 0
            play(own, isLast: stretch == last)
            flush()
        }
        if closing, chance.happens(50) {
            for (name, number) in numbers.sorted(by: { $0.value < $1.value }) where !gone.contains(number) {
                step("\(name): fin")
                depart(number, .fin)
            }
        }
        for (_, number) in numbers.sorted(by: { $0.value < $1.value }) where !gone.contains(number) {
            tellLeftOver(number)
        }
        carryOut(player.clientEnded(at: now))
        return player.outcome
    }

    private func play(_ pause: Pause) {
        switch pause {
        case .time(let milliseconds): pass(milliseconds)
        case .go:
            step("go")
            carryOut(player.released(at: now))
        }
    }

    /// A response and data may be reported while the bytes above their lines are still being sent.
    private func tellEarly(_ moves: inout [Move], _ stretch: Int) {
        guard program.pauses[stretch] == nil, let first = moves.first, case .callback(let plan) = first.deed,
            [.response, .data].contains(plan.kind), !held.isEmpty, chance.happens(50)
        else { return }
        step("(while bytes are going out)")
        for atom in atoms(first) { atom() }
        moves.removeFirst()
    }

    private func play(_ moves: [Move], isLast: Bool) {
        var strands: [Move.Strand: [Move]] = [:]
        for move in moves { strands[move.strand, default: []].append(move) }
        var open: [Move.Strand: (move: Move, atoms: [() -> Void])] = [:]
        let order = moves.map(\.strand).reduce(into: [Move.Strand]()) { if !$0.contains($1) { $0.append($1) } }
        while true {
            // A question and its decision come before every line below them.
            let questions = order.flatMap { strand in
                ((open[strand].map { [$0.move] } ?? []) + (strands[strand] ?? [])).filter(\.isQuestion).map(\.place)
            }
            let pending = order.flatMap { (open[$0].map { [$0.move.line] } ?? []) + (strands[$0] ?? []).map(\.line) }
            let ready = order.filter { strand in
                if open[strand] != nil { return true }
                guard let next = strands[strand]?.first else { return false }
                if let first = next.waitsFor, pending.contains(first) { return false }
                return questions.allSatisfy { $0 >= next.place || next.isLoose }
            }
            guard !ready.isEmpty else { break }
            let strand = chance.one(of: ready)
            if open[strand] == nil {
                let move = strands[strand]!.removeFirst()
                if let after = move.after { pass(chance.roll(after)) }
                // A batch may be held only before the last moves of a stretch: the
                // client cannot act before it has left.
                holds = !isLast && open.isEmpty && strands.values.allSatisfy(\.isEmpty) && chance.happens(20)
                open[strand] = (move, atoms(move))
            }
            open[strand]!.atoms.removeFirst()()
            if open[strand]!.atoms.isEmpty { open[strand] = nil }
            idle()
        }
        if strands.values.contains(where: { !$0.isEmpty }) { complaints.append("the client waits for itself") }
    }

    /// A moment passes, but never as long as `within` allows.
    private func idle() {
        guard chance.happens(15), spent < program.leisure else { return }
        let moment = chance.roll(1...15)
        spent += moment
        pass(moment)
    }

    private func pass(_ milliseconds: Int) {
        if milliseconds > 20 { step("\(milliseconds) ms") }
        let end = now + Instant(milliseconds) * 1_000_000
        while let deadline = player.nextDeadline, deadline <= end {
            now = max(now, deadline)
            carryOut(player.timeArrived(now))
        }
        now = end
    }

    // MARK: Moves

    /// The smallest steps of a move; steps of other strands may come between them.
    private func atoms(_ move: Move) -> [() -> Void] {
        switch move.deed {
        case .request(let plan):
            let number = connection(plan.connection, plan.origin)
            let bytes = plan.bytes(self, &chance)
            // Bytes that come too soon go into the same write: in a later one they would be another mistake.
            let pieces = plan.behind.isEmpty ? pieces(bytes) : [bytes]
            return pieces.map { piece in { self.arrive(piece, on: number, plan.connection) } }
        case .rest(let name, let bytes), .bytes(let name, let bytes):
            guard let number = numbers[name] else { return [{}] }
            return pieces(bytes).map { piece in { self.arrive(piece, on: number, name) } }
        case .connect(let name, let origin): return [{ _ = self.connection(name, origin) }]
        case .secure(let name, let event):
            return [
                {
                    self.step("\(name): \(event)")
                    guard let number = self.numbers[name] else { return }
                    self.isHeard = true
                    self.carryOut(self.player.secured(event, on: number, at: self.now))
                }
            ]
        case .close(let name, let how):
            return [
                {
                    guard let number = self.numbers[name], !self.gone.contains(number) else { return }
                    self.step("\(name): \(how)")
                    self.depart(number, how)
                }
            ]
        case .callback(let plan): return callbacks(plan)
        case .pass(let milliseconds): return [{ self.pass(milliseconds) }]
        }
    }

    private func callbacks(_ plan: CallbackPlan) -> [() -> Void] {
        var callback = ReportedCallback(
            plan.kind, lane: Lane(plan.lane), header: plan.header.map { ($0.name, Array($0.value.utf8)) })
        callback.subject = plan.subject.map(bytes)
        callback.fields = Dictionary(plan.fields.map { ($0.name, bytes($0.value)) }) { first, _ in first }
        if let (amount, total) = plan.amount {
            // Reports of smaller amounts are part of the line.
            let smaller = plan.kind == .resumed ? [] : (0..<chance.roll(3)).map { _ in chance.roll(amount) }.sorted()
            return (smaller + [amount]).map { amount in
                var callback = callback
                callback.subject = [Array("\(amount)/\(total)".utf8)]
                return { self.report(callback, plan) }
            }
        }
        guard let whole = plan.bytes.map(bytes) else { return [{ self.report(callback, plan) }] }
        return pieces(whole).map { piece in
            var callback = callback
            callback.bytes = piece
            return { self.report(callback, plan) }
        }
    }

    private func report(_ callback: ReportedCallback, _ plan: CallbackPlan) {
        asked += 1
        var callback = callback
        if callback.kind.isQuestion { callback.question = asked }
        step(Self.words(callback, plan))
        carryOut(player.callbackReported(callback, at: now))
        if let answer = plan.answer, !program.hasMistake, !plan.isHeld, answers[asked] != answer {
            complaints.append(
                "'\(callback.kind.rawValue)' was answered '\(answers[asked] ?? "not at all")', not '\(answer)'")
        }
    }

    private static func words(_ callback: ReportedCallback, _ plan: CallbackPlan) -> String {
        let words = callback.subject.map { String(decoding: $0, as: UTF8.self) }
        let fields = callback.fields.sorted { $0.key < $1.key }.map { "\($0)=\(String(decoding: $1, as: UTF8.self))" }
        let bytes = callback.bytes.isEmpty ? [] : [Quoting.quoted(callback.bytes.prefix(60))]
        return (["*\(plan.lane) \(callback.kind.rawValue)"] + words + fields + bytes).joined(separator: " ")
    }

    func bytes(_ worth: Worth) -> [UInt8] {
        switch worth {
        case .bytes(let bytes): bytes
        case .made(let make): make(self)
        }
    }

    /// Cuts the bytes anywhere.
    private func pieces(_ bytes: [UInt8]) -> [[UInt8]] {
        guard bytes.count > 1 else { return [bytes] }
        let count =
            switch chance.roll(10) {
            case 0..<6: 1
            case _ where !chance.happens(15): chance.roll(2...4)
            default: bytes.count <= 200 ? bytes.count : 8
            }
        let cuts =
            count >= bytes.count
            ? Array(1..<bytes.count) : Set((1..<count).map { _ in chance.roll(1...(bytes.count - 1)) }).sorted()
        return zip([0] + cuts, cuts + [bytes.count]).map { Array(bytes[$0..<$1]) }
    }

    private func connection(_ name: String, _ origin: String) -> ConnectionNumber {
        if let number = numbers[name] { return number }
        let number = ConnectionNumber(numbers.count + 1)
        numbers[name] = number
        readers[number] = Reading()
        step("\(name) connects to \(origin)")
        carryOut(player.connectionOpened(number, origin: origin, peer: "127.0.0.1:50000", at: now))
        return number
    }

    /// All bytes that were sent on the connection of this name.
    func sent(on name: String) -> [UInt8] { numbers[name].flatMap { sent[$0] } ?? [] }

    /// The bytes that were sent last between these two texts.
    func seen(on name: String, after: String, before: String) -> [UInt8] {
        let text = sent(on: name)
        guard let start = text.firstRanges(of: after).last?.upperBound,
            let end = text[start...].firstRange(of: Array(before.utf8))?.lowerBound
        else { return Array("unseen".utf8) }
        return Array(text[start..<end])
    }

    func step(_ text: @autoclosure () -> String) { if tells { steps.append(text()) } }

    private func arrive(_ bytes: [UInt8], on number: ConnectionNumber, _ name: String) {
        step("\(name) > \(Quoting.quoted(bytes.prefix(300)))")
        guard let reading = readers[number], !gone.contains(number) else { return }
        isHeard = isHeard || !bytes.isEmpty
        isReading = true
        defer {
            isReading = false
            if !holds { flush() }
        }
        carryOut(player.bytesArrived(number, count: bytes.count, at: now))
        if reading.isRaw { return carryOut(player.rawArrived(bytes, on: number, at: now)) }
        reading.reader.append(bytes)
        read(number, reading)
    }

    private func read(_ number: ConnectionNumber, _ reading: Reading) {
        while let event = reading.reader.next() {
            switch event {
            case .head(let head): carryOut(player.requestArrived(head, on: number, at: now))
            case .body(let bytes): carryOut(player.bodyArrived(bytes[...], on: number, at: now))
            case .chunk: break
            case .frame(let bytes): carryOut(player.frameArrived(bytes, on: number, at: now))
            case .trailerText(let bytes): carryOut(player.frameArrived(bytes, isTrailer: true, on: number, at: now))
            case .end(let trailers):
                tellBeginning(number, reading)
                carryOut(player.requestEnded(trailers: trailers, on: number, at: now))
            case .deviation(let deviation): carryOut(player.deviated(deviation, on: number, at: now))
            case .malformed(let deviation, let status):
                reading.isRaw = true
                carryOut(
                    player.unreadable(
                        deviation, status: status, bytes: reading.reader.unreadable, on: number, at: now))
            }
        }
        tellBeginning(number, reading)
        let begun = reading.reader.begunChunk
        if !begun.isEmpty { carryOut(player.chunkBegan(begun, on: number, at: now)) }
        if reading.reader.isPaused, reading.reader.held > 0 { carryOut(player.cameBeforeAnswer(on: number, at: now)) }
    }

    private func tellBeginning(_ number: ConnectionNumber, _ reading: Reading) {
        if reading.reader.hasBegunHead { carryOut(player.requestBegan(on: number, at: now)) }
    }

    private func depart(_ number: ConnectionNumber, _ how: Closing) {
        gone.insert(number)
        tellLeftOver(number)
        carryOut(player.peerClosed(number, how, at: now))
    }

    private func tellLeftOver(_ number: ConnectionNumber) {
        guard let left = readers[number]?.reader.leftOver, readers[number]?.isRaw == false else { return }
        carryOut(player.leftOver(left, on: number, at: now))
    }

    // MARK: What the player orders

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .play(let number, let batch):
                if holds || isReading, batch.number > 0 { held.append((number, batch)) } else { leave(number, batch) }
            case .answer(let question, let decision):
                answers[question] = decision.description
                step("  answered \(decision.description)")
            case .read, .order, .proceed, .look, .scriptEnded: break
            case .goOn: carryOut(player.wentOn(at: now))
            }
        }
    }

    private func flush() {
        while !held.isEmpty {
            let (number, batch) = held.removeFirst()
            leave(number, batch)
        }
    }

    private func leave(_ number: ConnectionNumber, _ batch: Batch) {
        for element in batch.elements {
            switch element {
            case .bytes(let bytes): sent[number, default: []] += bytes
            case .pattern(let from, let count): sent[number, default: []] += PatternBytes.array(count, from: from)
            case .strike(.tunnel(let origin))
            where player.scenario.origins.contains { $0.name == origin && $0.scheme == .https }:
                // TLS follows, and its events are moves of their own.
                _ = readers[number]?.reader.takeRest()
                readers[number] = Reading()
            case .strike(.tunnel), .strike(.noTunnel): goOn.append(number)
            case .field: preconditionFailure("no connection of these speaks HTTP/2")
            case .strike(let strike): step("  ! \(strike) on \(number)")
            }
        }
        if batch.number > 0 {
            carryOut(player.batchPlayed(batch.number, sent: batch.byteCount, closing: nil, at: now))
        }
        // Readers stop behind a CONNECT until it is answered.
        while !goOn.isEmpty {
            let number = goOn.removeFirst()
            readers[number]?.reader.goOn()
            if let reading = readers[number] { read(number, reading) }
        }
    }

    /// The transcript.
    var story: String { player.transcript.events.flatMap(EventPrinter.lines).joined(separator: "\n") }
}

extension Move {
    var isQuestion: Bool {
        if case .callback(let plan) = deed { plan.kind.isQuestion && !plan.isHeld && !isLoose } else { false }
    }
}

extension [UInt8] {
    fileprivate func firstRanges(of text: String) -> [Range<Int>] {
        let part = Array(text.utf8)
        guard count >= part.count else { return [] }
        return (0...(count - part.count)).filter { self[$0..<($0 + part.count)].elementsEqual(part) }
            .map { $0..<($0 + part.count) }
    }
}
