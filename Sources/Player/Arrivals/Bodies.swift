// Bodies.swift: request bodies, held against what is written as they come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// The bytes that the lines say must come; what only matches is compared when the body is whole.
    mutating func prepareBody(_ lines: [ExpectedBodyLine], _ item: Item, _ number: ConnectionNumber) {
        guard !lines.isEmpty || connections[number]?.inbound?.rawRest.isEmpty == false else { return }
        if lines.count == 1, lines[0].template.isAbsent {
            connections[number]?.inbound?.matcher = BodyMatcher([])
            return
        }
        connections[number]?.inbound?.comparesFrames = lines.contains(where: \.isRaw)
        if connections[number]?.inbound?.isFramingWritten == true {
            connections[number]?.inbound?.chunks = ChunkWatch(lines, item)
        }
        var pieces: [BodyMatcher.Piece] = [.element(.bytes(connections[number]?.inbound?.rawRest ?? []))]
        for (index, line) in lines.enumerated() {
            let placed = item.lines[line.line]
            if let newline = line.newline { pieces.append(.element(.bytes(newline.bytes))) }
            if index == lines.count - 1, line.template.soleValue?.function == .any {
                pieces.append(.anything)
            } else if line.template.canProduce {
                pieces += values.expected(line.template, scope(item.lane, placed.count))
            } else {
                connections[number]?.inbound?.collects = true
                return
            }
        }
        connections[number]?.inbound?.matcher = BodyMatcher(pieces)
    }

    /// The next bytes of the connection's request.
    mutating func takeBody(_ arrived: Arrived, _ number: ConnectionNumber) {
        guard var inbound = connections[number]?.inbound else { return }
        if arrived.isContent { inbound.progress.grow(by: arrived.bytes.count, afterOurs: arrived.afterOurs) }
        hold(arrived, &inbound, number)
    }

    /// Holds bytes that have been counted against the line that takes them, or keeps them for it.
    private mutating func hold(_ arrived: Arrived, _ inbound: inout Inbound, _ number: ConnectionNumber) {
        switch inbound.claim {
        case .refused: passBy(arrived, number, nil)
        case .premature: keep(arrived, number, nil)
        case .cut(let lane, hasRest: true): keep(arrived, number, lane)
        case .cut(let lane, hasRest: false): passBy(arrived, number, lane)
        case .forbidden(let placed):
            passBy(arrived, number, placed.line.lane)
            guard arrived.isContent else { return }
            let came = Quoting.quoted(arrived.bytes.prefix(24))
            record.breach(.wrongBody, placed, "no more of the body must come, but there is \(came)")
            connections[number]?.inbound?.claim = .refused
        case .item(let id):
            guard let index = window.items.firstIndex(where: { $0.id == id }) else { return }
            // Taken out, so that what it has collected is not copied with every piece.
            connections[number]?.inbound = nil
            if arrived.isContent || inbound.comparesFrames {
                feed(arrived, &inbound, index, number)
            } else {
                takeFrame(arrived, &inbound, window.items[index], number)
            }
        }
    }

    /// What frames the body of a line's request, where it is not held against raw bytes.
    private mutating func takeFrame(
        _ arrived: Arrived, _ inbound: inout Inbound, _ item: Item, _ number: ConnectionNumber
    ) {
        let shape = arrived.part == .chunk ? ChunkShape(frame: arrived.bytes) : nil
        let objection = shape.flatMap { inbound.chunks?.begin($0) }
        connections[number]?.inbound = inbound
        if arrived.event == nil { _ = recordArrival(arrived, number, item.lane, item) }
        if let objection, let placed = inbound.chunks?.placed { record.breach(.wrongBody, placed, objection) }
    }

    /// The same with what was kept, once there is a line for it.
    mutating func holdUnclaimed(_ number: ConnectionNumber) {
        let unclaimed = connections[number]?.inbound?.unclaimed ?? Unclaimed()
        connections[number]?.inbound?.unclaimed = Unclaimed()
        for arrived in unclaimed.stretches {
            guard var inbound = connections[number]?.inbound else { return }
            hold(arrived, &inbound, number)
        }
    }

    /// Bytes whose line may stand further down: they are written down now, for now they have come.
    private mutating func keep(_ arrived: Arrived, _ number: ConnectionNumber, _ lane: Lane?) {
        var arrived = arrived
        arrived.event = arrived.event ?? recordArrival(arrived, number, lane)
        connections[number]?.inbound?.unclaimed.append(arrived)
        updateReading(number)
    }

    /// Bytes that no line is held against.
    private mutating func passBy(_ arrived: Arrived, _ number: ConnectionNumber, _ lane: Lane?) {
        if arrived.event == nil { recordArrival(arrived, number, lane) }
        guard arrived.isContent else { return }
        connections[number]?.inbound?.bodyCount += arrived.bytes.count
        connections[number]?.inbound?.proof?.take(arrived.bytes[...])
        if case .cut(_, hasRest: false)? = connections[number]?.inbound?.claim { passStream(arrived, number) }
    }

    /// What was kept for a line that does not come.
    mutating func dropUnclaimed(_ number: ConnectionNumber) {
        guard let unclaimed = connections[number]?.inbound?.unclaimed, unclaimed.count > 0 else { return }
        connections[number]?.inbound?.unclaimed = Unclaimed()
        for arrived in unclaimed.stretches { passBy(arrived, number, nil) }
        updateReading(number)
    }

    private mutating func feed(
        _ arrived: Arrived, _ inbound: inout Inbound, _ index: Int, _ number: ConnectionNumber
    ) {
        let bytes = arrived.bytes[...]
        let item = window.items[index]
        let isOpenEnded = item.isEarly || inbound.isStream
        let line = item.bodyLine
        let start = inbound.bodyCount
        var taken = bytes.count
        var mismatch: Int?
        var isPattern: Int?
        if var matcher = inbound.matcher, !inbound.hasMismatch {
            isPattern = matcher.patternOffset
            taken = matcher.feed(bytes)
            inbound.matcher = matcher
            if taken < bytes.count, !(isOpenEnded && matcher.isComplete) { mismatch = start + taken }
        } else if inbound.collects {
            if inbound.body.count + bytes.count > Self.bodyAtMost {
                mismatch = start
                inbound.collects = false
            } else {
                inbound.body += bytes
            }
        }
        if mismatch != nil || !isOpenEnded { taken = bytes.count }
        if keepsBodies, !inbound.collects {
            let kept = min(taken, Self.quotedAtMost - inbound.body.count)
            inbound.body += bytes.prefix(kept)
            if kept < taken { inbound.isBodyCut = true }
        }
        inbound.bodyCount += taken
        if arrived.isContent { inbound.proof?.take(bytes.prefix(taken)) }
        let matcher = inbound.matcher
        let wasWrong = inbound.hasMismatch
        if mismatch != nil { inbound.hasMismatch = true }
        connections[number]?.inbound = inbound
        let pattern = mismatch == nil && taken >= 16 ? isPattern.map { (from: $0, count: taken) } : nil
        if let event = arrived.event {
            if taken > 0 { record.name(event, lane: item.lane, line: line, pattern: pattern) }
        } else if taken > 0 {
            let payload = pattern.map { Payload(pattern: $0.from, count: $0.count) }
            record.writeBytes(
                arrived.part, payload ?? Payload(Array(bytes.prefix(taken))), connection: number, lane: item.lane,
                line: line)
        }
        if taken < bytes.count {
            var rest = arrived
            rest.bytes = Array(bytes.dropFirst(taken))
            keep(rest, number, item.lane)
        }
        if let mismatch, !wasWrong { breachBody(item, matcher, bytes, at: mismatch, start: start) }
        if isOpenEnded { checkArrival(number) }
    }

    private mutating func breachBody(
        _ item: Item, _ matcher: BodyMatcher?, _ bytes: ArraySlice<UInt8>, at mismatch: Int, start: Int
    ) {
        let placed = item.bodyLine.flatMap { reference in item.lines.first { $0.step == reference.step } } ?? item.first
        guard let matcher else {
            record.breach(
                .wrongBody, placed,
                "the body is longer than \(Self.bodyAtMost) bytes, too long to be compared with this line")
            return
        }
        let came = Array(bytes.dropFirst(mismatch - start).prefix(24))
        if let trouble = matcher.trouble {
            record.breach(.wrongBody, placed, "the body\(trouble)")
        } else if matcher.isComplete {
            let what = matcher.expectedCount == 0 ? "no body must come" : "the body must end after \(mismatch) bytes"
            record.breach(.wrongBody, placed, "\(what), but there is more: \(Quoting.quoted(came))")
        } else {
            record.breach(
                .wrongBody, placed,
                "the body differs at byte \(mismatch): \(Quoting.quoted(came)) came, not \(Quoting.quoted(matcher.expectedNext))"
            )
        }
    }

    /// Whether what is written of the request has come, and whether all of it is here.
    mutating func checkArrival(_ number: ConnectionNumber) {
        guard let inbound = connections[number]?.inbound else { return }
        guard case .item(let id) = inbound.claim, let index = window.items.firstIndex(where: { $0.id == id }) else {
            if inbound.isEnded { requestIsOver(number) }
            return
        }
        let item = window.items[index]
        let hasAllWritten = inbound.matcher?.isComplete ?? (!inbound.collects || fitsCollected(inbound, item))
        if item.isEarly || inbound.isStream, hasAllWritten || inbound.hasMismatch {
            arrive(index, number)
            let hasRest: Bool
            switch item.kind {
            case _ where inbound.isStream: hasRest = hasStreamAhead(item.lane)
            case .request(let request): hasRest = request.hasRest
            case .rest(let rest): hasRest = rest.hasRest
            case .callback, .await: hasRest = false
            }
            connections[number]?.inbound?.claim = .cut(item.lane, hasRest: hasRest)
            connections[number]?.inbound?.matcher = nil
            connections[number]?.inbound?.collects = false
            connections[number]?.inbound?.hasMismatch = false
            connections[number]?.inbound?.comparesFrames = false
            connections[number]?.inbound?.chunks = nil
            connections[number]?.inbound?.rawRest = []
            if hasRest { restsAhead.insert(number) } else { dropUnclaimed(number) }
            if inbound.isEnded { requestIsOver(number) }
            return
        }
        guard inbound.isEnded, inbound.unclaimed.count == 0 else { return }
        checkWholeBody(inbound, item)
        checkTrailers(inbound, item)
        arrive(index, number)
        requestIsOver(number)
    }

    private mutating func checkWholeBody(_ inbound: Inbound, _ item: Item) {
        guard let reference = item.bodyLine, let placed = item.lines.first(where: { $0.step == reference.step }) else {
            return
        }
        if let matcher = inbound.matcher, !matcher.isComplete, !inbound.hasMismatch {
            let expected = matcher.expectedCount.map { " of \($0)" } ?? ""
            record.breach(
                .wrongBody, placed,
                matcher.trouble.map { "the body\($0)" } ?? "the body ended after \(matcher.matched)\(expected) bytes")
        } else if inbound.collects {
            let match = matchCollected(inbound, item)
            if let objection = match.objection {
                record.breach(.wrongBody, placed, "the body: \(objection)")
            } else if !match.fits {
                record.breach(
                    .wrongBody, placed, "the body does not fit: \(Quoting.quoted(inbound.body.prefix(80))) came")
            }
        }
    }

    /// Whether a body that only matches is as the lines say, all of them together.
    private mutating func fitsCollected(_ inbound: Inbound, _ item: Item) -> Bool {
        matchCollected(inbound, item).fits
    }

    private mutating func matchCollected(_ inbound: Inbound, _ item: Item) -> Match {
        var template = Template()
        for line in item.bodyLines {
            if let newline = line.newline { template.append(newline.bytes) }
            template.append(line.template)
        }
        return values.match(template, inbound.body, scope(item.lane, item.first.count))
    }

    private mutating func checkTrailers(_ inbound: Inbound, _ item: Item) {
        let expected = item.trailers
        var heard = values
        let wrong = fieldBreaches(expected, inbound.trailers, &heard, scope(item.lane, item.first.count))
        values = heard
        for (line, sentence) in wrong { record.breach(.wrongField, item.lines[line], sentence) }
    }

    /// The item has happened.
    private mutating func arrive(_ index: Int, _ number: ConnectionNumber) {
        let item = window.items[index]
        if item.state != .gone { window.items[index].state = .done }
        for placed in item.lines { record.finish(placed) }
        if let inbound = connections[number]?.inbound, keepsBodies {
            lanes[item.lane]?.request?.body = inbound.body
            lanes[item.lane]?.request?.isBodyCut = inbound.isBodyCut
        }
    }

    mutating func requestIsOver(_ number: ConnectionNumber) {
        guard let inbound = connections[number]?.inbound else { return }
        switch inbound.claim {
        case .premature: return
        case .cut(_, hasRest: true) where inbound.unclaimed.hasContent: return
        case .cut, .item, .refused, .forbidden: break
        }
        settleProof(number)
        if !inbound.isEndRecorded {
            record.write(.requestEnded(bodyLength: inbound.progress.count), connection: number)
        }
        connections[number]?.inbound?.isEndRecorded = true
        if case .cut(_, hasRest: true) = inbound.claim { return }
        connections[number]?.inbound = nil
    }

    /// The client closed before its request was whole.
    mutating func brokeOff(_ number: ConnectionNumber, _ how: Closing) {
        let verb = how == .fin ? "closed" : "reset"
        if how == .reset {
            // Nobody is there any more to be answered.
            connections[number]?.backlog = Backlog()
            connections[number]?.refusals = []
            waiting.drop(requestOn: number)
        }
        guard let inbound = connections[number]?.inbound, !inbound.isEnded else {
            if how == .reset { connections[number]?.inbound = nil }
            return
        }
        if inbound.isStream, how == .fin { return endStream(number) }
        switch inbound.claim {
        case .item(let id):
            guard let index = window.items.firstIndex(where: { $0.id == id }) else { break }
            let item = window.items[index]
            let sentence =
                "the client \(verb) connection \(number) after \(inbound.bodyCount) body bytes of the request"
            let mistake = record.breach(.neverCame, item.lines.last ?? item.first, sentence)
            record.goAstray(item.lane, mistake)
            giveUp(index)
            if mistake.severity == .failure { breakOff() }
        case .premature: waiting.drop(requestOn: number)
        case .cut, .forbidden: dropProof(number)
        case .refused: break
        }
        connections[number]?.inbound = nil
    }

    /// Whether a later line may quote a request's body.
    var keepsBodies: Bool {
        window.program.quotesBodies
    }

    /// Of a body that is compared when it is whole.
    static let bodyAtMost = 1 << 20
    /// Of a body that lines quote: as much as of a route's.
    static let quotedAtMost = 4 << 20
}

extension Item {
    var bodyLines: [ExpectedBodyLine] {
        switch kind {
        case .request(let request): request.body
        case .rest(let rest): rest.body
        case .callback, .await: []
        }
    }

    var trailers: [ExpectedField] {
        switch kind {
        case .request(let request): request.trailers
        case .rest(let rest): rest.trailers
        case .callback, .await: []
        }
    }

    var isRest: Bool { if case .rest = kind { true } else { false } }

    /// Nothing more of a request that was cut short may come.
    var isAbsentRest: Bool {
        if case .rest(let rest) = kind { rest.body.count == 1 && rest.body[0].template.isAbsent } else { false }
    }

    /// The first line of the body that is written.
    var bodyLine: LineReference? { bodyLines.first.map { lines[$0.line].reference } }

    var connection: ConnectionNumber? {
        switch kind {
        case .request(let request): request.connection
        case .rest(let rest): rest.connection
        case .callback, .await: nil
        }
    }
}
