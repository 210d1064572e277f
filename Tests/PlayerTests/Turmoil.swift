// Turmoil.swift: a client with random actions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import QuintainWords

/// Feeds a player with inputs that a seed decides, and watches its orders.
final class Turmoil {
    private let player: Player
    private var dice: Dice
    private var now: Instant = 0
    private var streams = 1
    private var open: [ConnectionNumber] = []
    private var closed: Set<ConnectionNumber> = []
    private var opened = 0
    private var batches: [(connection: ConnectionNumber, batch: Batch)] = []
    private var questions: Set<Int> = []
    private var asked = 0
    /// Whole requests that came on each connection, and replies that were sent there.
    private var requests: [ConnectionNumber: Int] = [:]
    private var sent: [ConnectionNumber: [UInt8]] = [:]
    /// Connections whose server side has ended.
    private var ended: Set<ConnectionNumber> = []
    private var unfinished: Set<ConnectionNumber> = []
    /// Connections on which nothing more is sent.
    private var silent: Set<ConnectionNumber> = []
    private var wantsLook = false
    /// Connections with a TLS greeting that is not answered.
    private var greeting: Set<ConnectionNumber> = []
    private let targets: [String]
    private(set) var complaints: [String] = []

    init(_ file: PlayableFile, seed: UInt64) throws {
        dice = Dice(state: seed &+ 1)
        let endpoints = file.scenario.origins.enumerated().map {
            Endpoint(origin: $1.name, authority: "127.0.0.1:\(8000 + $0)")
        }
        player = Player(
            file.scenario, endpoints: endpoints, observing: .all, epoch: 784_111_777, seed: 1,
            looksFirst: !seed.isMultiple(of: 3))
        // Targets in the file are requested often, and so are others.
        targets =
            ["/a", "/b", "/nowhere"]
            + file.scenario.source.compactMap { line in
                let words = line.split(separator: " ")
                return line.hasPrefix(">") && words.count > 2 && words[2].hasPrefix("/") ? String(words[2]) : nil
            }
        carryOut(player.start(at: 0))
    }

    var story: String { player.transcript.events.flatMap(EventPrinter.lines).joined(separator: "\n") }
    var outcome: Outcome { player.outcome }

    func run(steps: Int) {
        for _ in 0..<steps { step() }
        settle()
        carryOut(player.clientEnded(at: now))
        let verdict = player.outcome
        for _ in 0..<10 { step() }
        settle()
        if player.outcome.verdict != verdict.verdict || player.outcome.breaches != verdict.breaches {
            complaints.append("the verdict changed after the end")
        }
        if player.nextDeadline != nil { complaints.append("a deadline after the end") }
        if player.outcome.steps.contains(where: { $0.state == .due }) {
            complaints.append("a step is due after the end")
        }
        checkAnswers()
    }

    /// When the play is over, every whole request has been answered, or its connection has been ended.
    private func checkAnswers() {
        if !questions.isEmpty { complaints.append("questions \(questions.sorted()) were never answered") }
        for number in greeting where open.contains(number) && !ended.contains(number) && !silent.contains(number) {
            complaints.append("the greeting on connection \(number) was never answered")
        }
        for number in open where !ended.contains(number) && !unfinished.contains(number) {
            let text = String(decoding: sent[number] ?? [], as: UTF8.self)
            let replies = text.split(separator: "HTTP/1.1 ", omittingEmptySubsequences: false).dropFirst()
            let answers = replies.filter { !$0.hasPrefix("1") }.count
            guard answers < requests[number] ?? 0 else { continue }
            complaints.append("connection \(number): \(requests[number]!) requests, \(answers) answers")
        }
    }

    // MARK: One input

    private func step() {
        if wantsLook, dice.roll(2) == 0 { look() }
        switch dice.roll(13) {
        case 0: connect()
        case 1, 2, 3: request()
        case 4: body()
        case 5, 6: callback()
        case 7: close()
        case 8: passTime()
        case 9, 10: finishBatch()
        case 11: secure()
        default: nonsense()
        }
        if let deadline = player.nextDeadline, deadline < now - 1_000_000_000 {
            complaints.append("the deadline \(deadline) is past at \(now)")
        }
    }

    private func connect() {
        opened += 1
        let number = ConnectionNumber(opened)
        open.append(number)
        let origin = player.scenario.origins[dice.roll(player.scenario.origins.count)].name
        carryOut(player.connectionOpened(number, origin: origin, peer: "client", at: now))
    }

    private func request() {
        if open.isEmpty { connect() }
        let number = stream(on: open[dice.roll(open.count)])
        if unfinished.contains(number) { return endRequest(number, body: dice.roll(2) == 0 ? "hello" : "") }
        let method = ["GET", "POST", "HEAD"][dice.roll(3)]
        let target = targets[dice.roll(targets.count)]
        let length = dice.roll(3) == 0 ? "Content-Length: 10\r\n" : ""
        let text = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\(length)\r\n"
        carryOut(player.bytesArrived(number.carrier, count: text.utf8.count, at: now))
        var reader = RequestReader()
        reader.append(Array(text.utf8))
        while let event = reader.next() {
            if case .head(let head) = event { carryOut(player.requestArrived(head, on: number, at: now)) }
        }
        unfinished.insert(number)
        if length.isEmpty { endRequest(number, body: "") }
    }

    /// Every other connection speaks HTTP/2: the request comes on a new stream, or on one that is not whole.
    private func stream(on connection: ConnectionNumber) -> ConnectionNumber {
        guard connection.connection.isMultiple(of: 2) else { return connection }
        if let half = unfinished.first(where: { $0.carrier == connection }), dice.roll(2) == 0 { return half }
        streams += 2
        return ConnectionNumber(connection.connection, stream: streams - 1)
    }

    private func endRequest(_ number: ConnectionNumber, body: String) {
        if !body.isEmpty { carryOut(player.bodyArrived(Array(body.utf8)[...], on: number, at: now)) }
        unfinished.remove(number)
        requests[number, default: 0] += 1
        carryOut(player.requestEnded(trailers: [], on: number, at: now))
    }

    private func body() {
        guard let number = unfinished.min() else { return }
        carryOut(player.bytesArrived(number.carrier, count: 5, at: now))
        carryOut(player.bodyArrived(Array("hello".utf8)[...], on: number, at: now))
    }

    private func callback() {
        let kind = CallbackKind.allCases[dice.roll(CallbackKind.allCases.count)]
        asked += 1
        if kind.isQuestion { questions.insert(asked) }
        let subject = [["200"], ["302", "http://127.0.0.1:8000/b"], ["Basic"], ["timed-out"], ["5/10"], []][
            dice.roll(6)]
        let lane: Lane = (player.scenario.lanes + [.unnamed])[dice.roll(player.scenario.lanes.count + 1)]
        let callback = ReportedCallback(
            kind, lane: lane, subject: subject, bytes: kind == .data ? Array("one".utf8) : [],
            question: kind.isQuestion ? asked : nil)
        carryOut(player.callbackReported(callback, at: now))
    }

    private func secure() {
        guard !open.isEmpty else { return }
        let number = open[dice.roll(open.count)]
        let terms = SecureTerms(version: "1.3", cipher: "X", alpn: nil, isResumed: false, client: nil)
        let events: [SecureEvent] = [
            .greeted(serverName: "web.test"), .message("ServerHello", by: .server), .alert("unknown_ca", by: .client),
            .open(terms), .truncated, .failed(SecureFailure("because")), .garbled("because"),
        ]
        let event = events[dice.roll(events.count)]
        if case .greeted = event { greeting.insert(number) }
        carryOut(player.secured(event, on: number, at: now))
    }

    private func close() {
        guard !open.isEmpty else { return }
        let number = open.remove(at: dice.roll(open.count))
        closed.insert(number)
        unfinished = unfinished.filter { $0.carrier != number }
        carryOut(player.peerClosed(number, dice.roll(2) == 0 ? .fin : .reset, at: now))
    }

    private func passTime() {
        if dice.roll(2) == 0, let deadline = player.nextDeadline {
            now = max(now, deadline)
        } else {
            now += Instant(dice.roll(500)) * 1_000_000
        }
        carryOut(player.timeArrived(now))
    }

    private func finishBatch() {
        guard !batches.isEmpty else { return }
        let (number, batch) = batches.removeFirst()
        let isGone = closed.contains(number) && dice.roll(2) == 0
        let sent = isGone ? batch.byteCount / 2 : batch.byteCount
        carryOut(player.batchPlayed(batch.number, sent: sent, closing: isGone ? .reset : nil, at: now))
    }

    /// Events that no server would ever report.
    private func nonsense() {
        switch dice.roll(8) {
        case 6: frame()
        case 7:
            carryOut(player.protocolBroken("x", "x", "x", offset: 0, on: .init(dice.roll(4), stream: 1), at: now))
        case 0: carryOut(player.batchPlayed(1_000_000 + dice.roll(9), sent: 0, closing: .fin, at: now))
        case 1: carryOut(player.requestEnded(trailers: [], on: 1_000, at: now))
        case 2: carryOut(player.bodyArrived([1, 2, 3], on: .init(dice.roll(4)), at: now))
        case 3: carryOut(player.released(at: now))
        case 4: carryOut(player.timeArrived(now - 5))
        default: carryOut(player.connectionOpened(.init(max(1, opened)), origin: "main", peer: "again", at: now))
        }
    }

    private func frame() {
        guard let number = open.first(where: { $0.connection.isMultiple(of: 2) }) else { return }
        let stream = ConnectionNumber(number.connection, stream: dice.roll(streams + 2))
        let kinds: [FrameKind] = [.resetStream, .goAway, .settings, .ping]
        unfinished.remove(stream)
        carryOut(player.frameCame(FrameReport(kinds[dice.roll(4)], [Field("code", "CANCEL")]), on: stream, at: now))
    }

    private func settle() {
        while !batches.isEmpty || wantsLook {
            if wantsLook { look() }
            if !batches.isEmpty { finishBatch() }
        }
    }

    private func look() {
        wantsLook = false
        carryOut(player.looked(at: now))
    }

    // MARK: What the player orders

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .play(let number, let batch):
                if !(1...max(1, opened)).contains(number.connection) { complaints.append("no connection \(number)") }
                for element in batch.elements {
                    switch element {
                    case .bytes(let bytes): sent[number, default: []] += bytes
                    case .strike(.close), .strike(.halfClose), .strike(.reset): ended.insert(number)
                    case .strike(.stall): silent.insert(number)
                    case .strike(.resetStream): ended.insert(number)
                    case .field: sent[number, default: []] += element.fieldLine
                    case .pattern, .strike: break
                    }
                }
                if batch.number > 0 { batches.append((number, batch)) }
                if batches.count > 1 { complaints.append("two batches at once") }
            case .read(let number, _):
                if !(1...max(1, opened)).contains(number.connection) { complaints.append("no connection \(number)") }
            case .answer(let question, _):
                if questions.remove(question) == nil { complaints.append("question \(question) is not open") }
            case .proceed(let number):
                if greeting.remove(number) == nil { complaints.append("connection \(number) did not greet") }
            case .look: wantsLook = true
            case .goOn: carryOut(player.wentOn(at: now))
            case .order, .scriptEnded: break
            }
        }
    }
}

/// Numbers that a seed decides.
struct Dice {
    var state: UInt64

    mutating func roll(_ sides: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int((state >> 33) % UInt64(max(1, sides)))
    }
}
