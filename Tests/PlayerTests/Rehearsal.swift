// Rehearsal.swift: a player with a client played by the test: no port, no time.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainReply
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWire
import Testing
import QuintainWords

/// Plays a scenario with a client that the test controls, line by line.
final class Rehearsal {
    let player: Player
    /// The bytes that were sent on each connection.
    private(set) var sent: [ConnectionNumber: [UInt8]] = [:]
    private var goOn: [ConnectionNumber] = []
    /// Connections whose TLS greeting was answered.
    private(set) var proceeded: [ConnectionNumber] = []
    private(set) var acts: [Strike] = []
    /// By connection, the acts among the bytes that were sent.
    private(set) var elements: [ConnectionNumber: [Batch.Element]] = [:]
    private(set) var answers: [Int: String] = [:]
    /// Header fields that came with decisions.
    private(set) var headers: [(String, String)] = []
    private(set) var orders: [ResolvedOrder] = []
    private(set) var scriptEnded = false
    /// The player has asked for what has arrived.
    private(set) var wantsLook = false
    /// How often the player has asked to go on in another turn.
    private(set) var turnsAsked = 0
    private var turnsTaken = 0
    /// The player does not go on until `nextTurn` is called.
    private let holdsTurns: Bool
    /// Whether each connection is being read.
    private(set) var reading: [ConnectionNumber: Bool] = [:]
    /// With `holdsBatches`, batches are taken only when `flush` is called.
    var holdsBatches = false
    private var held: [(ConnectionNumber, Batch)] = []
    private var readers: [ConnectionNumber: Feed] = [:]
    private var opened = 0
    private var asked = 0
    private(set) var now: Instant = 0

    init(
        _ text: String, observing observation: Observation = .none, style: APIStyle? = nil, isPatient: Bool = false,
        looksFirst: Bool = false, holdsTurns: Bool = false, takesOrders: Bool = false
    ) throws {
        self.holdsTurns = holdsTurns
        let reading = ScenarioReader.read(Array(text.utf8), file: "test.scenario") { _ in .failure(.missing) }
        let errors = reading.diagnostics.filter { $0.severity == .error }
        try #require(errors.isEmpty, "\(errors.map(\.message))")
        let scenario = try #require(reading.scenarios.first)
        let endpoints = scenario.origins.enumerated().map { index, origin in
            let owner = scenario.origins.firstIndex { $0.name == origin.at } ?? index
            return Endpoint(
                origin: origin.name, scheme: origin.scheme.rawValue,
                authority: "\(origin.host ?? "127.0.0.1"):\(8000 + owner)")
        }
        player = Player(
            scenario, endpoints: endpoints, observing: observation, style: style, epoch: 784_111_777, seed: 1,
            isPatient: isPatient, looksFirst: looksFirst, takesOrders: takesOrders)
        carryOut(player.start(at: 0))
    }

    /// Plays the lines to a client that has sent its first request, in the second line, so that it is no absent one.
    static func heard(_ lines: String) throws -> Rehearsal {
        let play = try Rehearsal("# t\n> GET /here\n< 200\n\(lines)")
        play.send("GET /here")
        return play
    }

    var waitsForLoad: Bool { player.waitsForLoad }
    var leftForGood: Bool { player.leftForGood }
    var isOver: Bool { player.isOver }

    // MARK: The client's side

    @discardableResult
    func connect(_ origin: String = "main") -> ConnectionNumber {
        opened += 1
        let number = ConnectionNumber(opened)
        readers[number] = Feed()
        carryOut(player.connectionOpened(number, origin: origin, peer: "127.0.0.1:50000", at: now))
        return number
    }

    /// A request as text; `Host` is added unless the text has one. Line ends are CRLF in the head.
    @discardableResult
    func send(
        _ text: String, on connection: ConnectionNumber? = nil, origin: String = "main",
        host: String = "127.0.0.1:8000"
    ) -> ConnectionNumber {
        let number = connection ?? connect(origin)
        let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
        var lines = parts[0].split(separator: "\n").map(String.init)
        if lines[0].split(separator: " ").count == 2 { lines[0] += " HTTP/1.1" }
        if !lines.contains(where: { $0.lowercased().hasPrefix("host:") }) { lines.insert("Host: \(host)", at: 1) }
        let body = parts.count > 1 ? String(parts[1]) : ""
        if !body.isEmpty,
            !lines.contains(where: {
                $0.lowercased().hasPrefix("content-length:") || $0.lowercased().hasPrefix("transfer-encoding:")
            })
        {
            lines.append("Content-Length: \(body.utf8.count)")
        }
        bytes(lines.joined(separator: "\r\n") + "\r\n\r\n" + body, on: number)
        return number
    }

    /// A request without a body, reported to the player as the reader would report it.
    func request(_ line: String, on number: ConnectionNumber) {
        bytes("\(line) HTTP/1.1\r\nHost: 127.0.0.1:8000\r\n\r\n", on: number)
    }

    func bytes(_ text: String, on number: ConnectionNumber) { bytes(Array(text.utf8), on: number) }

    func bytes(_ bytes: [UInt8], on number: ConnectionNumber) {
        guard let feed = readers[number] else { return }
        carryOut(player.bytesArrived(number, count: bytes.count, at: now))
        if feed.isRaw { return carryOut(player.rawArrived(bytes, on: number, at: now)) }
        feed.reader.append(bytes)
        understand(number)
    }

    private func understand(_ number: ConnectionNumber) {
        guard let feed = readers[number] else { return }
        while let event = feed.reader.next() {
            switch event {
            case .head(let head): carryOut(player.requestArrived(head, on: number, at: now))
            case .body(let bytes): carryOut(player.bodyArrived(bytes[...], on: number, at: now))
            case .chunk: break
            case .frame(let bytes): carryOut(player.frameArrived(bytes, on: number, at: now))
            case .trailerText(let bytes): carryOut(player.frameArrived(bytes, isTrailer: true, on: number, at: now))
            case .end(let trailers): carryOut(player.requestEnded(trailers: trailers, on: number, at: now))
            case .deviation(let deviation): carryOut(player.deviated(deviation, on: number, at: now))
            case .malformed(let deviation, let status):
                feed.isRaw = true
                carryOut(
                    player.unreadable(
                        deviation, status: status, bytes: feed.reader.unreadable, on: number, at: now))
            }
        }
        if feed.reader.isPaused, feed.reader.held > 0 { carryOut(player.cameBeforeAnswer(on: number, at: now)) }
    }

    /// A request on an HTTP/2 stream, head and body, reported to the player as its reader would. `Host` is added.
    func ask(
        _ line: String, fields: [(String, String)] = [], body: String? = nil, trailers: [(String, String)] = [],
        on stream: ConnectionNumber
    ) {
        let words = line.split(separator: " ").map(String.init)
        let head = RequestHead(
            method: words[0], target: Array(words[1].utf8), version: HTTPVersion(2, 0),
            fields: [Field("Host", "127.0.0.1:8000")] + fields.map { Field($0.0, $0.1) },
            framing: body == nil ? .none : .chunked)
        carryOut(player.bytesArrived(stream.carrier, count: 1, at: now))
        carryOut(player.requestArrived(head, on: stream, at: now))
        if let body {
            carryOut(player.bodyArrived(Array(body.utf8)[...], on: stream, at: now))
            carryOut(
                player.requestEnded(trailers: trailers.map { Field($0.0, $0.1) }, on: stream, at: now))
        } else if !fields.contains(where: { $0.0 == "content-length" }) {
            carryOut(player.requestEnded(trailers: [], on: stream, at: now))
        }
    }

    /// A frame from the client: `RST_STREAM code=CANCEL`.
    func frame(_ text: String, on number: ConnectionNumber) {
        let words = text.split(separator: " ").map(String.init)
        let values = words.dropFirst().map { word in
            let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
            return Field(parts[0], parts[1])
        }
        carryOut(player.frameCame(FrameReport(FrameKind(words[0])!, values), on: number, at: now))
    }

    /// The scheme of the request on a stream.
    func scheme(_ scheme: String, on stream: ConnectionNumber) {
        carryOut(player.schemeArrived(scheme, offset: 24, on: stream, at: now))
    }

    /// A stream was refused before its request was reported.
    func refused(_ stream: ConnectionNumber) { carryOut(player.streamRefused(stream, at: now)) }

    /// A rule of HTTP/2 was broken.
    func broken(
        _ slug: String, _ sentence: String, _ citation: String, isLimit: Bool = false, on number: ConnectionNumber
    ) {
        carryOut(player.protocolBroken(slug, sentence, citation, offset: 0, isLimit: isLimit, on: number, at: now))
    }

    /// A TLS event on a connection.
    func secured(_ event: SecureEvent, on number: ConnectionNumber) {
        carryOut(player.secured(event, on: number, at: now))
    }

    func close(_ number: ConnectionNumber, _ how: Closing = .fin) {
        if let left = readers[number]?.reader.leftOver { carryOut(player.leftOver(left, on: number, at: now)) }
        carryOut(player.peerClosed(number, how, at: now))
    }

    /// A callback; a question gets a number, and its answer is in `answers`.
    @discardableResult
    func report(
        _ kind: CallbackKind, _ subject: String..., lane: Lane = .unnamed, fields: [String: String] = [:],
        header: [(String, String)] = [], data: String = "", bytes: [UInt8] = [], asks: Bool? = nil
    ) -> Int {
        report(
            kind, subject: subject, lane: lane, fields: fields, header: header, data: data, bytes: bytes, asks: asks)
    }

    @discardableResult
    func report(
        _ kind: CallbackKind, subject: [String], lane: Lane = .unnamed, fields: [String: String] = [:],
        header: [(String, String)] = [], data: String = "", bytes: [UInt8] = [], asks: Bool? = nil
    ) -> Int {
        asked += 1
        let question = asks ?? kind.isQuestion ? asked : nil
        let callback = ReportedCallback(
            kind, lane: lane, subject: subject, fields: fields, header: header.map { ($0, Array($1.utf8)) },
            bytes: Array(data.utf8) + bytes, question: question)
        carryOut(player.callbackReported(callback, at: now))
        return asked
    }

    func report(_ callback: ReportedCallback) { carryOut(player.callbackReported(callback, at: now)) }

    /// The client has answered a question by itself.
    func decide(_ word: String, _ values: String..., question: Int) {
        let decision = ResolvedDecision(named: word, values.map { Array($0.utf8) })
        carryOut(player.decided(decision, question: question, at: now))
    }

    func pass(milliseconds: Int) {
        let end = now + Instant(milliseconds) * 1_000_000
        while let deadline = player.nextDeadline, deadline <= end {
            now = max(now, deadline)
            carryOut(player.timeArrived(now))
        }
        now = end
    }

    /// Lets each pause of the play pass. When `told` is called, the bytes before the pause have been sent.
    func passPauses(_ told: (_ milliseconds: Int) -> Void = { _ in }) {
        while !player.isScriptEnded, let deadline = player.nextDeadline {
            let milliseconds = Int((deadline - now) / 1_000_000)
            told(milliseconds)
            pass(milliseconds: milliseconds)
        }
    }

    /// Time passes, and the player is told only with the next event.
    func elapse(milliseconds: Int) { now += Instant(milliseconds) * 1_000_000 }

    /// Time passes during which no process runs.
    func standStill(milliseconds: Int) {
        now += Instant(milliseconds) * 1_000_000
        player.stoodStill(for: Instant(milliseconds) * 1_000_000)
        carryOut(player.timeArrived(now))
    }

    /// The player has been told of everything that had arrived.
    func looked() {
        wantsLook = false
        carryOut(player.looked(at: now))
    }

    /// The other tasks have had their turn.
    func nextTurn() { carryOut(player.wentOn(at: now)) }

    func loadsEnded() { carryOut(player.loadsEnded(at: now)) }

    func go() { carryOut(player.released(at: now)) }

    /// Tells that so many bytes of the held batch have left, and so many pauses have begun.
    func advance(to count: Int, pauses: Int = 0) {
        guard let batch = held.first?.1 else { return }
        carryOut(player.batchAdvanced(batch.number, sent: count, pauses: pauses, at: now))
    }

    /// Sends the held batches. The last bytes left at some time between `leaving` and now.
    func flush(only count: Int? = nil, leaving: Instant? = nil, closing: Closing? = nil) {
        let batches = held
        held = []
        for (number, batch) in batches { play(number, batch, count: count, leaving: leaving, closing: closing) }
    }

    @discardableResult
    func end(_ why: ClientEnd? = nil) -> Outcome {
        for (number, feed) in readers.sorted(by: { $0.key < $1.key }) {
            carryOut(player.leftOver(feed.reader.leftOver, on: number, at: now))
        }
        carryOut(player.clientEnded(why, at: now))
        return player.outcome
    }

    // MARK: What came of it

    func text(on number: ConnectionNumber = 1) -> String { String(decoding: sent[number] ?? [], as: UTF8.self) }

    var sentences: [String] { player.outcome.breaches.map(\.sentence) }
    var differences: [Difference] { player.outcome.breaches.map(\.difference) }
    /// Why no line takes each of the requests that no line takes.
    var reasons: [StrangeRequest.Reason?] {
        player.outcome.breaches.compactMap(\.strangeRequest).map(\.reason)
    }
    var slugs: [Breach.Slug] { player.outcome.breaches.map(\.slug) }
    /// The slugs that follow from each breach.
    var follows: [[Breach.Slug]] { player.outcome.breaches.map { $0.follows.map(\.slug) } }
    var brokenLines: [Int?] { player.outcome.breaches.map { $0.line?.number } }

    /// The transcript in the notation.
    var story: String { player.transcript.events.flatMap(EventPrinter.lines).joined(separator: "\n") }

    private func carryOut(_ effects: [Effect]) {
        for effect in effects {
            switch effect {
            case .play(let number, let batch):
                if holdsBatches, batch.number > 0 { held.append((number, batch)) } else { play(number, batch) }
            case .read(let number, let on): reading[number] = on
            case .order(let order): orders.append(order)
            case .answer(let question, let decision):
                answers[question] = decision.description
                headers += decision.header.map { ($0.name, String(decoding: $0.value, as: UTF8.self)) }
            case .proceed(let number): proceeded.append(number)
            case .look: wantsLook = true
            case .goOn: turnsAsked += 1
            case .scriptEnded: scriptEnded = true
            }
        }
        while !holdsTurns, turnsTaken < turnsAsked {
            turnsTaken += 1
            carryOut(player.wentOn(at: now))
        }
    }

    private func play(
        _ number: ConnectionNumber, _ batch: Batch, count: Int? = nil, leaving: Instant? = nil, closing: Closing? = nil
    ) {
        var left = count ?? batch.byteCount
        var early: [UInt8] = []
        elements[number, default: []] += batch.elements
        for element in batch.elements {
            switch element {
            case .bytes(let bytes):
                sent[number, default: []] += bytes.prefix(left)
                left -= min(left, bytes.count)
            case .pattern(let from, let count):
                sent[number, default: []] += PatternBytes.array(min(left, count), from: from)
                left -= min(left, count)
            case .strike(.noTunnel), .strike(.tunnel): goOn.append(number)
            case .strike(.switchProtocols):
                guard let feed = readers[number] else { continue }
                feed.isRaw = true
                early = feed.reader.takeRest()
                if !early.isEmpty { carryOut(player.cameBeforeAnswer(on: number, at: now)) }
            case .field:
                sent[number, default: []] += element.fieldLine
                left -= min(left, element.fieldLine.count)
            case .strike(.headers(let endsStream)):
                sent[number, default: []] += Array("-- head\(endsStream ? ", end" : "")\n".utf8)
            case .strike(.data(let endsStream)):
                sent[number, default: []] += Array("\n-- data\(endsStream ? ", end" : "")\n".utf8)
            case .strike(let strike): acts.append(strike)
            }
        }
        guard batch.number > 0 else { return followTunnels() }
        defer { followTunnels() }
        let sent = count ?? batch.byteCount
        carryOut(player.batchPlayed(batch.number, sent: sent, leaving: leaving, closing: closing, at: now))
        if !early.isEmpty { carryOut(player.rawArrived(early, on: number, at: now)) }
    }

    /// Readers pause behind a CONNECT until it is answered.
    private func followTunnels() {
        let answered = goOn
        goOn = []
        for number in answered {
            readers[number]?.reader.goOn()
            understand(number)
        }
    }

    private final class Feed {
        var reader = RequestReader(tellsFrames: true)
        var isRaw = false
    }
}

extension HeadDifference {
    /// No field was different.
    static let none = HeadDifference(lacks: [], has: [], hasOther: [])
}
