// Requests.swift: requests as they come in, and the lines that take them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
package import QuintainWire

extension Player {
    // MARK: Inputs

    package func requestArrived(
        _ head: RequestHead, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) {
            heardClient()
            connections.requestCame()
            guard connections.open(forRequestOn: number, afterOurs: course.oursDone) else { return }
            guard let connection = connections[number] else { return }
            let afterOurs = connection.takeBeginning()?.afterOurs ?? course.oursDone
            guard connection.isBehind(beginning: true) else {
                return takeHead(head, connection, afterOurs: afterOurs, event: nil)
            }
            putAside(.head(head, afterOurs: afterOurs, event: record.writeHead(head, number)), connection)
        }
    }

    package func bodyArrived(
        _ bytes: ArraySlice<UInt8>, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number) { connection in
            var arrived = Arrived(bytes: Array(bytes), afterOurs: course.oursDone)
            guard connection.isBehind() else { return takeBody(arrived, connection) }
            arrived.event = record.writeArrival(bytes, .body, number)
            putAside(.body(arrived), connection)
        }
    }

    /// The size line of a chunk has begun. It belongs to the body from its first byte on, though the rest may come
    /// later.
    package func chunkBegan(
        _ bytes: ArraySlice<UInt8>, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number) { connection in
            guard !connection.isBehind(), let request = connection.request else { return }
            request.chunkBegins(Arrived(bytes: Array(bytes), part: .chunk, afterOurs: course.oursDone))
            holdBegunChunk(request)
        }
    }

    /// A frame of the body came: the size line of a chunk, its end, or everything behind the last chunk.
    package func frameArrived(
        _ bytes: [UInt8], isTrailer: Bool = false, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number) { connection in
            var arrived = Arrived(bytes: bytes, part: isTrailer ? .trailer : .chunk, afterOurs: course.oursDone)
            guard connection.isBehind() else {
                if let began = connection.request?.takeBegunChunk() { arrived.afterOurs = began.afterOurs }
                return takeBody(arrived, connection)
            }
            arrived.event = record.writeArrival(arrived, number)
            putAside(.body(arrived), connection)
        }
    }

    package func requestEnded(
        trailers: [Field], on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number) { connection in
            guard connection.isBehind() else { return takeEnd(trailers, connection) }
            record.write(.requestEnded(bodyLength: connection.backlog.bodyCount), connection: number)
            putAside(.end(trailers), connection)
        }
    }

    /// The client's input deviates from HTTP/1.1, but can be read.
    package func deviated(_ deviation: Deviation, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) {
            record.deviated(Happening(deviation), on: number)
            guard let connection = connections[number] else { return }
            guard connection.isBehind() else { return takeDeviation(deviation, connection) }
            putAside(.deviation(deviation), connection)
        }
    }

    /// The input cannot be read any further; the request is refused with this status.
    package func unreadable(
        _ deviation: Deviation, status: Int, bytes: [UInt8] = [], on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number) { connection in
            heardClient()
            if claimRaw(bytes, connection) { return }
            if !bytes.isEmpty { record.writeArrival(bytes[...], .raw, number) }
            connection.stray()
            record.write(Happening(deviation), connection: number)
            guard !connection.isFinished else { return }
            let fault = FormFault(deviation)
            if inquiry.isJudging, !deviation.rule.isLimit {
                objectByRefusal(.unreadable(number, fault), on: connection, status: status)
            }
            let claim = connection.request?.claim
            refuse(
                connection, status: status, .unreadable(deviation.sentence, citation: deviation.citation), close: true)
            if deviation.rule.isLimit { return reachLimit(.form(number, fault)) }
            // The line of a request that cannot be read to its end never comes.
            guard case .item(let id)? = claim, let index = course.index(ofItem: id) else { return }
            giveUp(index)
            if Severity(course.items[index].first.line.level) == .failure { breakOff() }
        }
    }

    // MARK: What waits behind another request

    func putAside(_ arrival: Backlog.Arrival, _ connection: Connection) {
        connections.putAside(arrival, on: connection)
        updateReading(connection)
    }

    /// Stops or resumes reading, as the connection decides.
    func updateReading(_ connection: Connection) {
        if let reads = connection.changeReading() { effects.append(.read(connection.number, reads)) }
    }

    // MARK: Which line

    func takeHead(_ head: RequestHead, _ connection: Connection, afterOurs: Int, event: Int?) {
        let request = connection.begin(head, afterOurs: afterOurs, event: event)
        for rule in head.rulesBroken(in: connection.number.syntax) { request.depart(Deviation(rule, at: 0)) }
        if connection.isFinished { return comeBehindTheEnd(request, connection) }
        if comesOverWrongVersion(head, connection) { return }
        switch claim(connection, asItIs: waiting.isFull) {
        case .taken: break
        case .undecided:
            request.writeDown { record.writeHead($0, connection.number) }
            request.waitForLine()
            waiting.append(.request(connection.number, nil))
        case .missing: comeTooEarlyOrNever(connection)
        }
    }

    /// Lets the line that fits best take the connection's request, if one does.
    func claim(_ connection: Connection, asItIs: Bool = false) -> Inquiry.Claim {
        guard let request = connection.request else { return .missing }
        let claim = inquiry.claim(request, on: connection, asItIs: asItIs)
        guard case .taken(let claimant) = claim else { return claim }
        guard let index = take(claimant.found) else { return .missing }
        begin(index, claimant.fit, request, connection)
        return claim
    }

    /// Refuses a request over HTTP/1.1 where the origin speaks only HTTP/2. true: it was refused.
    private func comesOverWrongVersion(_ head: RequestHead, _ connection: Connection) -> Bool {
        let (number, hop) = (connection.number, connection.passage.end)
        guard inquiry.isJudging, let origin = scenario.origins.first(where: { $0.name == hop }),
            !origin.versions.include(number.syntax)
        else { return false }
        record.writeHead(head, number)
        objectByRefusal(
            .versionOfOrigin(hop, got: head.version.description, on: number), on: connection, status: 505)
        refuse(connection, status: 505, .onlyHTTP2(origin: hop), close: true)
        return true
    }

    func takeEnd(_ trailers: [Field], _ connection: Connection) {
        guard let request = connection.request else { return }
        for rule in trailers.rulesBroken(in: connection.number.syntax) {
            takeDeviation(Deviation(rule, at: 0), connection)
        }
        request.end(trailers: trailers)
        if request.claim.waits, let end = request.takeEnd() { record.write(end, connection: connection.number) }
        checkArrival(connection)
    }

    /// The line takes the request: each machine takes what concerns it, and the body is compared as it comes.
    private func begin(_ index: Int, _ fit: HeadFit, _ request: RequestInProgress, _ connection: Connection) {
        let (item, expected, number) = (course.items[index], fit.expected, connection.number)
        let trail = record.trail(in: item.lane)
        let lastReply = request.mayComeBehindLast(item, expected) ? nil : connection.persistence.lastReply
        let proxy = delegate.proxy(in: item.lane)
        course.move(index, to: .taken)
        let quotable = values.took(fit)
        request.wasRecorded(record.took(request.head, request.event, item, expected, on: number))
        delegate.requestCame(in: item.lane)
        for (line, difference) in fit.breaches(behind: lastReply, by: proxy, named: connections.number(named:)) {
            let placed = item.lines[line]
            var untaken: (what: Untaken, cause: Trail?)?
            if case .field = difference { untaken = inquiry.untaken(on: placed.line) }
            record.breach(
                difference, placed, untaken: untaken?.what, counting: difference.severity,
                from: trail?.cause(of: difference, placed) ?? untaken?.cause)
        }
        connections.took(quotable, request.progress, names: expected.bindings.map(\.0), in: item.lane, on: number)
        replies.owe(in: item.lane)
        request.take(by: item, fit, &values, inquiry.scope(item.first))
        checkTime(of: item, request)
        judgeForm(of: request, connection)
        judgeFields(of: request, connection)
        holdUnclaimed(request, connection)
        updateReading(connection)
        checkArrival(connection)
    }

    /// A request that waited behind another one came too soon if lines of ours have been done since.
    private func checkTime(of item: Item, _ request: RequestInProgress) {
        if let severity = request.cameTooSoon {
            record.mark(item.first, .broken(severity))
        } else if request.afterOurs < item.reachedAfterOurs {
            record.breakOrder(item.first, .request(request.head.words), in: item.lane)
        }
    }

    // MARK: Its form

    /// The connection's request has a deviation.
    func takeDeviation(_ deviation: Deviation, _ connection: Connection) {
        guard let request = connection.request else { return }
        request.depart(deviation)
        judgeForm(of: request, connection)
    }

    /// Judges the deviations of a request by the form of the line that takes it.
    private func judgeForm(of request: RequestInProgress, _ connection: Connection) {
        guard let form = request.form, request.hasDeviations else { return }
        var trailers: [ExpectedField] = []
        if case .item(let id) = request.claim, let index = course.index(ofItem: id) {
            trailers = course.items[index].trailers
        }
        let faults = request.takeFaults(
            of: form, writesForbiddenTrailer: trailers.contains { Field.isForbiddenTrailer($0.name) })
        for deviation in faults {
            let fault = FormFault(deviation, in: connection.number.syntax)
            record.breach(
                deviation.rule == .requestAfterClose
                    ? .connection(connection.number, .behindClose(fault)) : .malformed(connection.number, fault),
                form.placed)
        }
    }

    /// Judges the fields of a request by the rules of every version of HTTP.
    private func judgeFields(of request: RequestInProgress, _ connection: Connection) {
        guard let form = request.form else { return }
        let breaches = FieldRule.breaches(
            of: request.head.fields, in: connection.number.syntax,
            inTheClear: values.origins.scheme(of: connection.passage.end) == "http")
        for breach in breaches where !form.allows(breach) {
            let fault = FormFault.rule(
                breach.rule.rawValue, byte: nil, sentence: breach.sentence, citation: breach.rule.citation)
            record.breach(.malformed(connection.number, fault), form.placed)
        }
    }
}
