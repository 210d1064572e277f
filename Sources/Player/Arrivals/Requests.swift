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
        input(now) { player in
            player.heardClient()
            player.connections.requestCame()
            guard player.connections.open(forRequestOn: number, afterOurs: player.course.oursDone) else { return }
            let afterOurs = player.connections[number]?.takeBeginning()?.afterOurs ?? player.course.oursDone
            guard player.connections.isBehind(number, beginning: true) else {
                return player.takeHead(head, number, afterOurs: afterOurs, event: nil)
            }
            let event = player.record.writeHead(head, number)
            player.putAside(.head(head, afterOurs: afterOurs, event: event), number)
        }
    }

    package func bodyArrived(
        _ bytes: ArraySlice<UInt8>, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            var arrived = Arrived(bytes: Array(bytes), afterOurs: player.course.oursDone)
            guard player.connections.isBehind(number) else { return player.takeBody(arrived, number) }
            arrived.event = player.record.writeArrival(bytes, .body, number)
            player.putAside(.body(arrived), number)
        }
    }

    /// The size line of a chunk has begun. It belongs to the body from its first byte on, though the rest may come
    /// later.
    package func chunkBegan(
        _ bytes: ArraySlice<UInt8>, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard !player.connections.isBehind(number), let request = player.connections[number]?.request else {
                return
            }
            request.chunkBegins(Arrived(bytes: Array(bytes), part: .chunk, afterOurs: player.course.oursDone))
            player.holdBegunChunk(request, number)
        }
    }

    /// A frame of the body came: the size line of a chunk, its end, or everything behind the last chunk.
    package func frameArrived(
        _ bytes: [UInt8], isTrailer: Bool = false, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            var arrived = Arrived(bytes: bytes, part: isTrailer ? .trailer : .chunk, afterOurs: player.course.oursDone)
            guard player.connections.isBehind(number) else {
                if let began = player.connections[number]?.request?.takeBegunChunk() {
                    arrived.afterOurs = began.afterOurs
                }
                return player.takeBody(arrived, number)
            }
            arrived.event = player.record.writeArrival(arrived, number)
            player.putAside(.body(arrived), number)
        }
    }

    package func requestEnded(
        trailers: [Field], on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number] else { return }
            guard player.connections.isBehind(number) else { return player.takeEnd(trailers, number) }
            player.record.write(.requestEnded(bodyLength: connection.backlog.bodyCount), connection: number)
            player.putAside(.end(trailers), number)
        }
    }

    /// The input cannot be read any further; the request is refused with this status.
    package func unreadable(
        _ deviation: Deviation, status: Int, bytes: [UInt8] = [], on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.heardClient()
            if player.claimRaw(bytes, number) { return }
            if !bytes.isEmpty { player.record.writeArrival(bytes[...], .raw, number) }
            player.connections[number]?.stray()
            player.record.write(
                .deviation(
                    offset: deviation.offset, rule: deviation.slug, sentence: deviation.sentence,
                    citation: deviation.citation), connection: number)
            guard player.connections[number]?.isFinished == false else { return }
            let fault = FormFault(deviation)
            if player.inquiry.isJudging, !deviation.rule.isLimit {
                player.objectByRefusal(.unreadable(number, fault), on: number, status: status)
            }
            let body = "quintain cannot read this request: \(deviation.sentence) (\(deviation.citation))\n"
            let claim = player.connections[number]?.request?.claim
            player.refuse(number, status: status, body, close: true)
            if deviation.rule.isLimit { return player.reachLimit(.form(number, fault)) }
            if case .item(let id)? = claim { player.giveUpTaken(id) }
        }
    }

    func takeHead(_ head: RequestHead, _ number: ConnectionNumber, afterOurs: Int, event: Int?) {
        guard let connection = connections[number] else { return }
        let request = connection.begin(head, afterOurs: afterOurs, event: event)
        for rule in head.rulesBroken(in: number.syntax) { request.depart(Deviation(rule, at: 0)) }
        if connection.isFinished { return comeBehindTheEnd(number) }
        if comesOverWrongVersion(number) { return }
        switch claim(number, asItIs: waiting.isFull) {
        case .taken: break
        case .undecided:
            if request.event == nil { request.wasRecorded(record.writeHead(request.head, number)) }
            request.waitForLine()
            waiting.append(.request(number, nil))
        case .missing: comeTooEarlyOrNever(number)
        }
    }

    /// Lets the line that fits best take the connection's request, if one does.
    func claim(_ number: ConnectionNumber, asItIs: Bool = false) -> Inquiry.Claim {
        guard let connection = connections[number], let request = connection.request else { return .missing }
        let claim = inquiry.claim(request, on: number, asItIs: asItIs, isHeldUp: connection.isHeldUp)
        guard case .taken(let claimant) = claim else { return claim }
        guard let index = take(claimant.found) else { return .missing }
        begin(index, claimant.fit, request, number)
        return claim
    }

    /// Refuses a request over HTTP/1.1 where the origin speaks only HTTP/2. true: it was refused.
    private func comesOverWrongVersion(_ number: ConnectionNumber) -> Bool {
        guard inquiry.isJudging, let hop = connections.passage(number)?.end,
            let origin = scenario.origins.first(where: { $0.name == hop }), !origin.versions.include(number.syntax),
            let head = connections[number]?.request?.head
        else { return false }
        record.writeHead(head, number)
        objectByRefusal(
            .versionOfOrigin(hop, got: head.version.description, on: number), on: number, status: 505)
        refuse(number, status: 505, "quintain: '\(hop)' speaks HTTP/2 alone\n", close: true)
        return true
    }

    func takeEnd(_ trailers: [Field], _ number: ConnectionNumber) {
        guard let request = connections[number]?.request else { return }
        for rule in trailers.rulesBroken(in: number.syntax) { takeDeviation(Deviation(rule, at: 0), number) }
        request.end(trailers: trailers)
        if request.claim.waits, !request.isEndRecorded {
            record.write(.requestEnded(bodyLength: request.progress.count), connection: number)
            request.endWasRecorded()
        }
        checkArrival(number)
    }

    /// Gives up the line of a request that cannot be read to its end: that line never comes.
    private func giveUpTaken(_ id: Int) {
        guard let index = course.index(ofItem: id) else { return }
        let item = course.items[index]
        giveUp(index)
        if Severity(item.first.line.level) == .failure { breakOff() }
    }

    /// The line takes the request: breaches of its head are reported, and its body is compared as it comes.
    func begin(
        _ index: Int, _ fit: HeadFit, _ request: RequestInProgress, _ number: ConnectionNumber
    ) {
        let expected = fit.expected
        let head = request.head
        let item = course.items[index]
        course.move(index, to: .taken)
        if let proof = fit.proof(item) { request.prove(proof) }
        values = fit.values
        let answers = fit.scope.judged.map { values.answers(to: expected.fields, head.fields, $0) } ?? [:]
        values.heard(head.fields)
        writeDown(request, item, expected, number)
        if let difference = fit.wrongVersion { record.breach(difference, item.first) }
        let trail = record.trail(in: item.lane)
        record.findBack(item.lane)
        delegate.requestCame(in: item.lane)
        for (field, difference) in fit.wrongFields {
            let untaken = inquiry.untaken(on: item.lines[field].line)
            record.breach(
                difference, item.lines[field], untaken: untaken?.what,
                from: trail?.cause(ofWrong: item.lines[field]) ?? untaken?.cause)
        }
        for (binding, line) in fit.wrongBindings {
            record.breach(.connection(number, difference(from: binding)), item.lines[line])
        }
        if let last = connections[number]?.persistence.lastReply, mayNotComeBehind(request, item, expected) {
            record.breach(
                .connection(number, .behindLast(last)), item.first,
                counting: min(last.severity, Severity(item.first.line.level)))
        }
        for (binding, _) in expected.bindings {
            if case .named(let name) = binding { connections.name(number, name) }
        }
        let target = TargetFit(
            fit.request, against: expected, values, by: delegate.proxy(in: item.lane))
        for difference in target.breaches { record.breach(difference, item.first) }
        for (line, difference) in fit.raw?.breaches ?? [] { record.breach(.rawHead(difference), item.lines[line]) }
        let quotable = Scope.Request(
            method: head.method, target: head.target, fields: head.fields.map { ($0.name, $0.value) }, body: [],
            destination: fit.request.destination, answers: answers)
        connections.begin(quotable, request.progress, in: item.lane, on: number)
        replies.owe(in: item.lane)

        request.take(by: item, isFramingWritten: expected.isFramingWritten)
        expectBody(expected.body, of: item, in: request, behind: fit.raw?.rest ?? [])
        record.finish(item.lines[0])
        checkTime(of: item, request)
        request.hold(to: WrittenForm(expected, item))
        judgeForm(of: request, number)
        judgeFields(of: request, number)
        holdUnclaimed(request, number)
        updateReading(number)
        checkArrival(number)
    }

    /// A request that waited behind another one came too soon if lines of ours have been done since.
    private func checkTime(of item: Item, _ request: RequestInProgress) {
        if let severity = request.cameTooSoon {
            record.mark(item.first, .broken(severity))
        } else if request.afterOurs < item.reachedAfterOurs {
            record.breakOrder(item.first, .request(request.head.words), in: item.lane)
        }
    }

    /// The file does not ask for the request on a connection whose last reply has come, and the client had seen that.
    private func mayNotComeBehind(_ request: RequestInProgress, _ item: Item, _ expected: ExpectedRequest) -> Bool {
        !expected.isRaw && request.cameTooSoon == nil && request.afterOurs >= item.reachedAfterOurs
            && expected.bindings.allSatisfy { $0.0 == .new }
    }

    private func difference(from binding: ConnectionBinding) -> ConnectionDifference {
        switch binding {
        case .new: .used
        case .same: .notTheOneBefore
        case .named(let name): connections.number(named: name).map { .named(name, $0) } ?? .hasAnotherName
        }
    }

    /// Records the head with its lines, which are done; the bare mark that ends the head has no check of its own.
    private func writeDown(
        _ request: RequestInProgress, _ item: Item, _ expected: ExpectedRequest, _ number: ConnectionNumber
    ) {
        let lines = HeadLines(request.head, item, expected)
        if let event = request.event {
            record.nameHead(request.head, from: event, item.lane, lines)
        } else {
            request.wasRecorded(record.writeHead(request.head, number, item.lane, lines))
        }
        for field in expected.fields { record.finish(item.lines[field.line]) }
        for binding in expected.bindings { record.finish(item.lines[binding.line]) }
        for rule in expected.rules { record.finish(item.lines[rule.line]) }
        for raw in expected.raws { record.finish(item.lines[raw.line]) }
        for placed in item.lines.dropFirst() {
            if case .receive(.headEnd) = placed.line.deed { record.finish(placed) }
        }
    }
}
