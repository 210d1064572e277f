// Bodies.swift: request bodies, compared with their lines as they come.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Takes the next bytes of the connection's request.
    func takeBody(_ arrived: Arrived, _ connection: Connection) {
        guard let request = connection.request else { return }
        if arrived.isContent { request.progress.grow(by: arrived.bytes.count, afterOurs: arrived.afterOurs) }
        hold(arrived, request, connection)
    }

    /// Compares bytes that have been counted with the line that takes them, or keeps them for it.
    private func hold(_ arrived: Arrived, _ request: RequestInProgress, _ connection: Connection) {
        switch request.claim {
        case .refused: passBy(arrived, request, connection, nil)
        case .premature: keep(arrived, request, connection, nil)
        case .cut(let lane, hasRest: true): keep(arrived, request, connection, lane)
        case .cut(let lane, hasRest: false): passBy(arrived, request, connection, lane)
        case .forbidden(let placed):
            passBy(arrived, request, connection, placed.line.lane)
            forbid(arrived, request, placed)
        case .item(let id):
            guard let index = course.index(ofItem: id) else { return }
            if arrived.isContent || request.check.comparesFrames {
                feed(arrived, request, course.items[index], connection)
            } else {
                takeFrame(arrived, request, course.items[index], connection.number)
            }
        }
    }

    private func forbid(_ arrived: Arrived, _ request: RequestInProgress, _ placed: PlacedLine) {
        guard arrived.isContent || arrived.beginsChunk else { return }
        record.breach(.body(.goesOn(Array(arrived.bytes.prefix(24)))), placed)
        request.refuse()
    }

    /// A chunk of which the size line has begun is a breach where no more of the body may come.
    func holdBegunChunk(_ request: RequestInProgress) {
        guard case .forbidden(let placed) = request.claim, let begun = request.begunChunk else { return }
        forbid(begun, request, placed)
    }

    /// The framing of a body that is not compared with raw bytes: recorded, and chunks are checked.
    private func takeFrame(
        _ arrived: Arrived, _ request: RequestInProgress, _ item: Item, _ number: ConnectionNumber
    ) {
        if arrived.event == nil, arrived.part != .chunk || request.tellsChunk() {
            record.writeArrival(arrived, number, item.lane, item)
        }
        guard arrived.part == .chunk, let (placed, difference) = request.frame(arrived.bytes) else { return }
        record.breach(.body(.chunk(difference)), placed)
    }

    /// Compares the bytes that were kept, once the request has its line.
    func holdUnclaimed(_ request: RequestInProgress, _ connection: Connection) {
        for arrived in request.takeUnclaimed() {
            guard connection.request === request else { return }
            hold(arrived, request, connection)
        }
    }

    /// Keeps bytes whose line may stand further down; they are recorded now, because they have come now.
    private func keep(_ arrived: Arrived, _ request: RequestInProgress, _ connection: Connection, _ lane: Lane?) {
        var arrived = arrived
        arrived.event = arrived.event ?? record.writeArrival(arrived, connection.number, lane)
        request.keep(arrived)
        updateReading(connection)
    }

    /// Bytes that no line waits for are recorded and not kept.
    private func passBy(_ arrived: Arrived, _ request: RequestInProgress, _ connection: Connection, _ lane: Lane?) {
        if arrived.event == nil { record.writeArrival(arrived, connection.number, lane) }
        guard arrived.isContent else { return }
        if let (placed, difference) = request.pass(arrived) { record.breach(.body(difference), placed) }
        if case .cut(_, hasRest: false) = request.claim { passRaw(arrived, connection) }
    }

    /// Passes by the bytes that were kept for a line that does not come.
    func dropUnclaimed(_ request: RequestInProgress, _ connection: Connection) {
        guard request.unclaimed.count > 0 else { return }
        for arrived in request.takeUnclaimed() { passBy(arrived, request, connection, nil) }
        updateReading(connection)
    }

    private func feed(_ arrived: Arrived, _ request: RequestInProgress, _ item: Item, _ connection: Connection) {
        let isOpenEnded = item.isEarly || request.isRaw
        let fed = request.feed(arrived, isOpenEnded: isOpenEnded, keeps: course.program.quotesBodies)
        if fed.taken > 0 {
            if let event = arrived.event {
                record.name(event, lane: item.lane, line: item.bodyLine, pattern: fed.pattern)
            } else {
                let bytes = arrived.bytes.prefix(fed.taken)
                let payload = fed.pattern.map { Payload(pattern: $0.from, count: $0.count) } ?? Payload(Array(bytes))
                record.writeBytes(
                    bytes, arrived.part, payload, connection: connection.number, lane: item.lane, line: item.bodyLine)
            }
        }
        if fed.taken < arrived.bytes.count {
            var rest = arrived
            rest.bytes = Array(arrived.bytes.dropFirst(fed.taken))
            keep(rest, request, connection, item.lane)
        }
        if let mistake = fed.mistake { breakBody(mistake, item, of: request) }
        if isOpenEnded { checkArrival(connection) }
    }

    /// Whether all that is written of the request has come, and whether the request itself is whole.
    func checkArrival(_ connection: Connection) {
        guard let request = connection.request else { return }
        guard case .item(let id) = request.claim, let index = course.index(ofItem: id) else {
            if request.isEnded { requestIsOver(connection) }
            return
        }
        let item = course.items[index]
        let check = request.check
        if item.isEarly || request.isRaw,
            check.isSettled || check.fits(item, &values, inquiry.scope(item, request))
        {
            arrive(index, request)
            let hasRest = request.isRaw ? course.hasRestAhead(item.lane) : item.hasRest
            request.cut(item.lane, hasRest: hasRest, at: item.placed(bodyLine: check.line ?? 0))
            // Where raw bytes are wrong nobody knows where they end: those behind them are the same mistake.
            if request.isRaw, check.hasMistake, !hasRest { request.refuse() }
            if hasRest { connections.waits(.rest, on: connection) } else { dropUnclaimed(request, connection) }
            if request.isEnded { requestIsOver(connection) }
        } else {
            guard request.isEnded, request.unclaimed.count == 0 else { return }
            let shortfalls = [check.shortfall, check.mistake(item, &values, inquiry.scope(item, request))]
            for mistake in shortfalls.compactMap(\.self) { breakBody(mistake, item, of: request) }
            var heard = values
            let fit = FieldFit(request.trailers, against: item.trailers, &heard, inquiry.scope(item.first))
            values = heard
            for (line, name, difference) in fit.breaches { record.breach(.field(name, difference), item.lines[line]) }
            arrive(index, request)
            requestIsOver(connection)
        }
        // A request below the `never` of its branch is whole.
        if let line = item.wrongAbove, let mistake = record.mistake(onLines: [line]) {
            refuseUnanswered(in: item.lane, mistake)
        }
    }

    /// Reports the first mistake of a body at its line. The lines below it are not compared.
    private func breakBody(_ mistake: BodyCheck.Mistake, _ item: Item, of request: RequestInProgress) {
        let placed = item.placed(bodyLine: mistake.line)
        let number = placed.line.place.line
        switch mistake.what {
        case .effort: return reachLimit(.effortOfBody(line: number))
        case .length: return reachLimit(.body(line: number, most: BodyCheck.comparedAtMost))
        case .differs(let difference):
            let untaken = inquiry.untaken(on: placed.line)
            record.breach(
                .body(difference, coding: request.codingNotUndone(by: item.bodyLines)), placed, untaken: untaken?.what,
                from: untaken?.cause)
        }
        for below in item.placedBodyLines.dropFirst(mistake.line + 1) { record.mark(below, .notReached) }
    }

    /// The line at which a request breaks off. The lines above it have come.
    private func lineBrokenOff(_ request: RequestInProgress, _ item: Item) -> PlacedLine {
        guard !item.bodyLines.isEmpty, let line = request.check.line else { return item.lines.last ?? item.first }
        let placed = item.placed(bodyLine: line)
        for above in item.lines.prefix(while: { $0.step != placed.step }) { record.finish(above) }
        return placed
    }

    /// The request of this item has come: its lines are done.
    private func arrive(_ index: Int, _ request: RequestInProgress) {
        let item = course.items[index]
        if item.state != .gone { course.move(index, to: .done) }
        for placed in item.lines { record.finish(placed) }
        guard course.program.quotesBodies else { return }
        connections.keepBody(request.check.body, isCut: request.check.isCut, in: item.lane)
    }

    func requestIsOver(_ connection: Connection) {
        guard let request = connection.request else { return }
        switch request.claim {
        case .premature: return
        case .cut(_, hasRest: true) where request.unclaimed.hasContent: return
        case .cut, .item, .refused, .forbidden: break
        }
        let proof = request.takeProof()
        if proof?.isTooLong == true {
            return reachLimit(.coveredBody(most: BodyCheck.comparedAtMost))
        }
        for (placed, difference) in proof?.breaches() ?? [] { record.breach(difference, placed) }
        if let end = request.takeEnd() { record.write(end, connection: connection.number) }
        if case .cut(_, hasRest: true) = request.claim { return }
        connection.requestIsOver()
        connections.forgetRefused(connection)
    }

    /// The client closed or reset the connection before its request was whole.
    func brokeOff(_ connection: Connection, _ how: Closing) {
        // No more of its body comes, so what has come decides.
        _ = takeUnfinished(on: connection.number)
        if how == .reset {
            // No client is left to be answered.
            connection.dropBacklog()
            _ = connection.takeRefusals()
            waiting.drop(requestOn: connection.number)
        }
        guard let request = connection.request, !request.isEnded else {
            if how == .reset { connection.requestIsOver() }
            return
        }
        if request.isRaw, how == .fin { return endRaw(request, connection) }
        switch request.claim {
        case .item(let id):
            guard let index = course.index(ofItem: id) else { break }
            let item = course.items[index]
            let missing = Missing.restOfRequest(
                how, connection.number, after: request.check.count, awaitsContinue: request.awaitsContinue)
            let mistake = record.breach(.missing(missing), lineBrokenOff(request, item))
            record.goAstray(item.lane, mistake)
            giveUp(index)
            if mistake.severity == .failure { breakOff() }
        case .premature: waiting.drop(requestOn: connection.number)
        case .cut, .forbidden:
            for (placed, difference) in request.takeProof()?.breachesWithoutEnd() ?? [] {
                record.breach(difference, placed)
            }
        case .refused: break
        }
        connection.requestIsOver()
    }
}

extension RequestInProgress {
    /// The client may wait for a `100 Continue` that no line sends.
    var awaitsContinue: Bool { !isRaw && head.expectsContinue && progress.count == 0 }

    /// The coding of a body whose lines undo none.
    fileprivate func codingNotUndone(by lines: [ExpectedBodyLine]) -> String? {
        guard let last = head.values(of: "Content-Encoding").last,
            !lines.contains(where: { $0.template.values.contains { $0.coded != nil } })
        else { return nil }
        let coding = String(decoding: last, as: UTF8.self).lowercased()
        return ["gzip", "deflate", "br", "zstd"].contains(coding) ? coding : nil
    }
}

extension Item {
    var isRest: Bool { if case .rest = kind { true } else { false } }

    /// The line says that nothing more of a request that was cut short may come.
    var isAbsentRest: Bool {
        if case .rest(let rest) = kind { rest.body.count == 1 && rest.body[0].template.isAbsent } else { false }
    }

    /// The first written line of the body.
    var bodyLine: LineReference? { bodyLines.first.map { lines[$0.line].reference } }

    /// The line of which a breach of the body is reported where it concerns the whole.
    var placedBody: PlacedLine { placed(bodyLine: 0) }

    var placedBodyLines: [PlacedLine] { bodyLines.map { lines[$0.line] } }

    func placed(bodyLine: Int) -> PlacedLine {
        let lines = placedBodyLines
        return lines.indices.contains(bodyLine) ? lines[bodyLine] : first
    }
}
