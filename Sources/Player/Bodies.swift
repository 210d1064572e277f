// Bodies.swift: request bodies, held against what is written as they come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// The bytes that the lines say must come; what only matches is compared when the body is whole.
    mutating func prepareBody(_ lines: [ExpectedBodyLine], _ item: Item, _ number: ConnectionNumber) {
        guard !lines.isEmpty else { return }
        if lines.count == 1, lines[0].template.isAbsent {
            connections[number]?.inbound?.matcher = BodyMatcher([])
            return
        }
        var pieces: [BodyMatcher.Piece] = []
        for line in lines {
            let placed = item.lines[line.line]
            if let newline = line.newline { pieces.append(.element(.bytes(newline.bytes))) }
            if line.template.soleValue?.function == .any {
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
    mutating func takeBody(_ bytes: ArraySlice<UInt8>, _ number: ConnectionNumber) {
        guard var inbound = connections[number]?.inbound, connections[number]?.isFinished == false else { return }
        switch inbound.claim {
        case .refused: recordUnheld(bytes, number, nil)
        case .premature, .cut(_, hasRest: true):
            connections[number]?.inbound?.unclaimed += bytes
            updateReading(number)
            _ = offerWhatWaits()
        case .cut(let lane, hasRest: false): recordUnheld(bytes, number, lane)
        case .forbidden(let placed):
            recordUnheld(bytes, number, placed.line.lane)
            breach(
                .wrongBody, placed, "no more of the body must come, but there is \(Quoting.quoted(bytes.prefix(24)))")
            connections[number]?.inbound?.claim = .refused
        case .item(let id):
            guard let index = window.items.firstIndex(where: { $0.id == id }) else { return }
            // Taken out, so that what it has collected is not copied with every piece.
            connections[number]?.inbound = nil
            feed(bytes, &inbound, index, number)
        }
    }

    /// Bytes that no line is held against.
    private mutating func recordUnheld(_ bytes: ArraySlice<UInt8>, _ number: ConnectionNumber, _ lane: Lane?) {
        connections[number]?.inbound?.bodyCount += bytes.count
        connections[number]?.inbound?.proof?.take(bytes)
        recordBody(Payload(Array(bytes)), number, lane, nil)
    }

    /// What was kept for a line that does not come.
    mutating func dropUnclaimed(_ number: ConnectionNumber) {
        guard let bytes = connections[number]?.inbound?.unclaimed, !bytes.isEmpty else { return }
        connections[number]?.inbound?.unclaimed = []
        recordUnheld(bytes[...], number, nil)
        updateReading(number)
    }

    private mutating func feed(
        _ bytes: ArraySlice<UInt8>, _ inbound: inout Inbound, _ index: Int, _ number: ConnectionNumber
    ) {
        let item = window.items[index]
        let line = item.bodyLine
        let start = inbound.bodyCount
        var taken = bytes.count
        var mismatch: Int?
        var isPattern: Int?
        if var matcher = inbound.matcher, !inbound.hasMismatch {
            isPattern = matcher.patternOffset
            taken = matcher.feed(bytes)
            inbound.matcher = matcher
            if taken < bytes.count, !(item.isEarly && matcher.isComplete) { mismatch = start + taken }
        } else if inbound.collects {
            if inbound.body.count + bytes.count > Self.bodyAtMost {
                mismatch = start
                inbound.collects = false
            } else {
                inbound.body += bytes
            }
        }
        if mismatch != nil || !item.isEarly { taken = bytes.count }
        if keepsBodies, inbound.body.count < Self.bodyAtMost, !inbound.collects {
            inbound.body += bytes.prefix(min(taken, Self.bodyAtMost - inbound.body.count))
        }
        inbound.bodyCount += taken
        inbound.proof?.take(bytes.prefix(taken))
        let matcher = inbound.matcher
        let wasWrong = inbound.hasMismatch
        if mismatch != nil { inbound.hasMismatch = true }
        inbound.unclaimed += bytes.dropFirst(taken)
        connections[number]?.inbound = inbound
        if let isPattern, mismatch == nil, taken >= 16 {
            recordBody(Payload(pattern: isPattern, count: taken), number, item.lane, line)
        } else {
            recordBody(Payload(Array(bytes.prefix(taken))), number, item.lane, line)
        }
        if let mismatch, !wasWrong { breachBody(item, matcher, bytes, at: mismatch, start: start) }
        if item.isEarly { checkArrival(number) }
    }

    private mutating func breachBody(
        _ item: Item, _ matcher: BodyMatcher?, _ bytes: ArraySlice<UInt8>, at mismatch: Int, start: Int
    ) {
        let placed = item.bodyLine.flatMap { reference in item.lines.first { $0.step == reference.step } } ?? item.first
        guard let matcher else {
            breach(
                .wrongBody, placed,
                "the body is longer than \(Self.bodyAtMost) bytes, too long to be compared with this line")
            return
        }
        let came = Array(bytes.dropFirst(mismatch - start).prefix(24))
        if let trouble = matcher.trouble {
            breach(.wrongBody, placed, "the body\(trouble)")
        } else if matcher.isComplete {
            let what = matcher.expectedCount == 0 ? "no body must come" : "the body must end after \(mismatch) bytes"
            breach(.wrongBody, placed, "\(what), but there is more: \(Quoting.quoted(came))")
        } else {
            breach(
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
        if item.isEarly, hasAllWritten || inbound.hasMismatch {
            arrive(index, number)
            let hasRest: Bool
            switch item.kind {
            case .request(let request): hasRest = request.hasRest
            case .rest(let rest): hasRest = rest.hasRest
            case .callback, .await: hasRest = false
            }
            connections[number]?.inbound?.claim = .cut(item.lane, hasRest: hasRest)
            connections[number]?.inbound?.matcher = nil
            connections[number]?.inbound?.collects = false
            connections[number]?.inbound?.hasMismatch = false
            if hasRest { restsAhead.insert(number) } else { dropUnclaimed(number) }
            if inbound.isEnded { requestIsOver(number) }
            return
        }
        guard inbound.isEnded, inbound.unclaimed.isEmpty else { return }
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
            breach(
                .wrongBody, placed,
                matcher.trouble.map { "the body\($0)" } ?? "the body ended after \(matcher.matched)\(expected) bytes")
        } else if inbound.collects {
            let match = matchCollected(inbound, item)
            if let objection = match.objection {
                breach(.wrongBody, placed, "the body: \(objection)")
            } else if !match.fits {
                breach(.wrongBody, placed, "the body does not fit: \(Quoting.quoted(inbound.body.prefix(80))) came")
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
        let expected: [ExpectedField]
        switch item.kind {
        case .request(let request): expected = request.trailers
        case .rest(let rest): expected = rest.trailers
        case .callback, .await: expected = []
        }
        for field in inbound.trailers {
            let bytes = Array(field.name.utf8) + [58, 32] + field.value + [13, 10]
            let line = expected.first { $0.name.lowercased() == field.name.lowercased() }
            record(
                .received(.trailer, Payload(bytes)), connection: item.connection, lane: item.lane,
                line: line.map { item.lines[$0.line].reference })
        }
        var heard = values
        let wrong = fieldBreaches(expected, inbound.trailers, &heard, scope(item.lane, item.first.count))
        values = heard
        for (line, sentence) in wrong { breach(.wrongField, item.lines[line], sentence) }
    }

    /// The item has happened.
    private mutating func arrive(_ index: Int, _ number: ConnectionNumber) {
        let item = window.items[index]
        if item.state != .gone { window.items[index].state = .done }
        for placed in item.lines { finish(placed) }
        if let inbound = connections[number]?.inbound, keepsBodies { lanes[item.lane]?.request?.body = inbound.body }
    }

    mutating func requestIsOver(_ number: ConnectionNumber) {
        guard let inbound = connections[number]?.inbound else { return }
        switch inbound.claim {
        case .premature: return
        case .cut(_, hasRest: true) where !inbound.unclaimed.isEmpty: return
        case .cut, .item, .refused, .forbidden: break
        }
        settleProof(number)
        if !inbound.isEndRecorded { record(.requestEnded(bodyLength: inbound.bodyCount), connection: number) }
        connections[number]?.inbound?.isEndRecorded = true
        if case .cut(_, hasRest: true) = inbound.claim { return }
        connections[number]?.inbound = nil
    }

    /// One event for all that comes of a body with nothing between.
    private mutating func recordBody(
        _ payload: Payload, _ number: ConnectionNumber, _ lane: Lane?, _ line: LineReference?
    ) {
        guard payload.count > 0 else { return }
        transcript.appendBody(payload, at: now, connection: number, lane: lane?.name, line: line)
    }

    /// The client closed before its request was whole.
    mutating func brokeOff(_ number: ConnectionNumber, _ how: Closing, partial: Int) {
        let verb = how == .fin ? "closed" : "reset"
        if how == .reset {
            // Nobody is there any more to be answered.
            connections[number]?.backlog = Backlog()
            connections[number]?.refusals = []
            dropPremature(number)
        }
        guard let inbound = connections[number]?.inbound, !inbound.isEnded else {
            if how == .reset { connections[number]?.inbound = nil }
            if partial > 0 {
                record(.noted("\(partial) bytes of a request had come on connection \(number)"), connection: number)
            }
            return
        }
        switch inbound.claim {
        case .item(let id):
            guard let index = window.items.firstIndex(where: { $0.id == id }) else { break }
            let item = window.items[index]
            let sentence =
                "the client \(verb) connection \(number) after \(inbound.bodyCount) body bytes of the request"
            let mistake = breach(.neverCame, item.lines.last ?? item.first, sentence)
            goAstray(item.lane, mistake)
            giveUp(index)
            if mistake.severity == .failure { breakOff() }
        case .premature: dropPremature(number)
        case .cut, .forbidden: dropProof(number)
        case .refused: break
        }
        connections[number]?.inbound = nil
    }

    private mutating func dropPremature(_ number: ConnectionNumber) {
        premature.removeAll { if case .request(number) = $0 { true } else { false } }
    }

    // MARK: The rest of a request

    /// More of a request that was cut short may have its line in reach now. true: it had.
    mutating func offerRest(_ number: ConnectionNumber) -> Bool {
        guard let inbound = connections[number]?.inbound, case .cut(let lane, hasRest: true) = inbound.claim,
            !inbound.unclaimed.isEmpty || inbound.isEnded
        else {
            if connections[number]?.isCutShort != true { restsAhead.remove(number) }
            return false
        }
        let found = find { window, item, index in
            guard case .rest = item.kind, item.lane == lane, item.state == .due, Self.isNextOnWire(window, index)
            else { return nil }
            return .whole
        }
        // That nothing more comes chooses no branch that asks for more.
        if let found, !found.ways.isEmpty, inbound.unclaimed.isEmpty { return false }
        guard let found, let index = take(found), case .rest(let rest) = window.items[index].kind else { return false }
        window.items[index].state = .taken
        window.items[index].changeRest { $0.connection = number }
        let item = window.items[index]
        connections[number]?.inbound?.claim = .item(item.id)
        connections[number]?.inbound?.unclaimed = []
        connections[number]?.inbound?.body = []
        prepareBody(rest.body, item, number)
        updateReading(number)
        if !inbound.unclaimed.isEmpty { takeBody(inbound.unclaimed[...], number) }
        checkArrival(number)
        return true
    }

    /// `> {{absent}}` for the rest of a request is done at once; any byte of it breaks the line.
    mutating func forbidRests() -> Bool {
        let absent = window.items.indices.first { index in
            window.items[index].isAbsentRest && window.items[index].state == .due && Self.isNextOnWire(window, index)
        }
        guard let absent else { return false }
        let item = window.items[absent]
        window.items[absent].state = .done
        for placed in item.lines { finish(placed) }
        guard let number = lanes[item.lane]?.connection, let inbound = connections[number]?.inbound,
            case .cut(item.lane, hasRest: true) = inbound.claim
        else { return true }
        let placed = item.bodyLine.flatMap { line in item.lines.first { $0.step == line.step } } ?? item.first
        connections[number]?.inbound?.claim = .forbidden(placed)
        connections[number]?.inbound?.unclaimed = []
        if !inbound.unclaimed.isEmpty { takeBody(inbound.unclaimed[...], number) }
        if inbound.isEnded { requestIsOver(number) }
        return true
    }

    /// Whether a later line may quote a request's body.
    var keepsBodies: Bool {
        window.program.quotesBodies
    }

    static let bodyAtMost = 1 << 20
}

extension Item {
    var bodyLines: [ExpectedBodyLine] {
        switch kind {
        case .request(let request): request.body
        case .rest(let rest): rest.body
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

extension Connection {
    fileprivate var isCutShort: Bool {
        if case .cut(_, hasRest: true)? = inbound?.claim { true } else { false }
    }
}
