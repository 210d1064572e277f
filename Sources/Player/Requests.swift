// Requests.swift: requests as they come in, and the lines that take them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript
package import QuintainWire

extension Player {
    // MARK: Inputs

    package mutating func requestArrived(
        _ head: RequestHead, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.heardClient()
            let afterOurs = player.oursDone
            if player.putAside(.head(head, afterOurs: afterOurs), number) { return }
            player.takeHead(head, number, afterOurs: afterOurs)
        }
    }

    package mutating func bodyArrived(
        _ bytes: ArraySlice<UInt8>, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            if player.putAside(.body(Array(bytes)), number) { return }
            player.takeBody(bytes, number)
        }
    }

    package mutating func requestEnded(
        trailers: [Field], on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            if player.putAside(.end(trailers), number) { return }
            player.takeEnd(trailers, number)
        }
    }

    package mutating func deviated(_ deviation: Deviation, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            player.deviations += 1
            player.record(
                .deviation(
                    offset: deviation.offset, rule: deviation.slug, sentence: deviation.sentence,
                    citation: deviation.citation), connection: number)
        }
    }

    /// The input cannot be read any further; it is refused with this status.
    package mutating func unreadable(
        _ deviation: Deviation, status: Int, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.heardClient()
            player.record(
                .deviation(
                    offset: deviation.offset, rule: deviation.slug, sentence: deviation.sentence,
                    citation: deviation.citation), connection: number)
            guard player.connections[number]?.isFinished == false else { return }
            if player.phase == .playing || player.phase == .scriptEnded {
                let lane = player.connections[number]?.lane ?? player.soleLane
                let mistake = player.breach(
                    .unreadableRequest, nil,
                    "connection \(number), byte \(deviation.offset): \(deviation.sentence) (\(deviation.citation))",
                    counting: player.severityDue(in: lane), in: lane)
                player.goAstray(lane, mistake, refusal: .untold(status: String(status)))
            }
            let body = "quintain cannot read this request: \(deviation.sentence) (\(deviation.citation))\n"
            let claim = player.connections[number]?.inbound?.claim
            player.refuse(number, status: status, body, close: true)
            if case .item(let id)? = claim { player.giveUpTaken(id) }
        }
    }

    mutating func takeHead(_ head: RequestHead, _ number: ConnectionNumber, afterOurs: Int) {
        guard let connection = connections[number] else { return }
        connection.requests += 1
        connection.bytesBeforeMessage = max(connection.bytesBeforeMessage, head.offset)
        if !head.asksToPersist { connection.isPersistent = false }
        connection.inbound = Inbound(head: head, claim: .refused, ordinal: connection.requests, afterOurs: afterOurs)
        if connection.isFinished {
            record(.noted("a request on a connection that was closed: thrown away"), connection: number)
            return
        }
        if claim(number) { return }
        comeTooEarlyOrNever(number)
    }

    mutating func takeEnd(_ trailers: [Field], _ number: ConnectionNumber) {
        guard connections[number]?.inbound != nil else { return }
        connections[number]?.inbound?.isEnded = true
        connections[number]?.inbound?.trailers = trailers
        checkArrival(number)
    }

    /// The request that a line has taken cannot be read to its end: that line never comes.
    private mutating func giveUpTaken(_ id: Int) {
        guard let index = window.items.firstIndex(where: { $0.id == id }) else { return }
        let item = window.items[index]
        giveUp(index)
        if Severity(item.first.line.level) == .failure { breakOff() }
    }

    // MARK: Which line

    /// Looks for a line that takes the connection's request. false: none is in reach.
    mutating func claim(_ number: ConnectionNumber) -> Bool {
        guard let inbound = connections[number]?.inbound else { return false }
        let found = find { window, item, index in
            guard case .request(let expected) = item.kind, item.state == .due,
                Self.isNextOnWire(window, index)
            else { return nil }
            var trial = values
            guard fitsStart(expected.method, expected.target, item.first, inbound.head, number, &trial) else {
                return nil
            }
            return fitsHead(expected, item, inbound.head, number) ? .whole : .wrongValue
        }
        guard let found, let index = take(found) else { return false }
        begin(index, number)
        return true
    }

    /// Whether method, target and origin are those of the line. What they capture goes into `values`.
    func fitsStart(
        _ method: Template, _ target: Target, _ placed: PlacedLine, _ head: RequestHead, _ number: ConnectionNumber,
        _ values: inout Values
    ) -> Bool {
        let scope = scope(placed.line.lane, placed.count)
        guard values.matches(method, Array(head.method.utf8), scope) else { return false }
        switch target {
        case .text(let template): return values.matches(template, head.target, scope)
        case .path(let origin, let template):
            return destination(of: head, on: number) == origin && values.matchesPath(template, head.originForm, scope)
        }
    }

    /// Everything that the head can be held against: fields and connection.
    private func fitsHead(
        _ expected: ExpectedRequest, _ item: Item, _ head: RequestHead, _ number: ConnectionNumber
    ) -> Bool {
        var trial = values
        let scope = scope(item, judging: head, number)
        guard expected.version.map({ $0 == head.version.description }) ?? true,
            fieldBreaches(expected.fields, head.fields, &trial, scope).isEmpty,
            ruleBreaches(expected, head.fields).isEmpty
        else { return false }
        return expected.bindings.allSatisfy { isOn($0.0, item.lane, number) }
    }

    /// For an item's fields, which may say something of the request that has them.
    private func scope(_ item: Item, judging head: RequestHead, _ number: ConnectionNumber) -> Scope {
        var scope = scope(item.lane, item.first.count)
        scope.judged = JudgedRequest(
            method: head.method, target: head.target, origin: destination(of: head, on: number),
            proxy: hop(number))
        // As the client says; whether it is what is written is the body's own matter.
        scope.bodyLength = head.saidLength
        return scope
    }

    func isOn(_ binding: ConnectionBinding, _ lane: Lane, _ number: ConnectionNumber) -> Bool {
        switch binding {
        case .new: return connections[number]?.inbound?.ordinal == 1
        case .same: return lanes[lane]?.connection == number
        case .named(let name):
            if let known = namedConnections[name] { return known == number }
            return !namedConnections.values.contains(number)
        }
    }

    /// The line takes the request: its head is checked, its body is held against what is written as it comes.
    private mutating func begin(_ index: Int, _ number: ConnectionNumber) {
        guard case .request(var expected) = window.items[index].kind, let head = connections[number]?.inbound?.head
        else { return }
        let item = window.items[index]
        expected.connection = number
        window.items[index].kind = .request(expected)
        window.items[index].state = .taken

        let scope = scope(item, judging: head, number)
        var trial = values
        _ = fitsStart(expected.method, expected.target, item.first, head, number, &trial)
        let (wrong, provisional) = hold(expected.fields, head.fields, &trial, scope)
        let wrongBindings = expected.bindings.filter { !isOn($0.0, item.lane, number) }
        if !provisional.isEmpty {
            let lines = provisional.map { index, value in
                let field = expected.fields[index]
                return BodyProof.Line(
                    placed: item.lines[field.line], name: field.name, value: field.value, bytes: value)
            }
            connections[number]?.inbound?.proof = BodyProof(lines, trial, scope)
        }
        let answers = scope.judged.map { trial.answers(to: expected.fields, head.fields, $0) } ?? [:]
        trial.heard(head.fields)
        values = trial
        recordHead(head, item, expected, number)
        if let version = expected.version, version != head.version.description {
            breach(.wrongVersion, item.first, "the version is \(head.version), not \(version)")
        }
        let trail = trails[item.lane]
        trails.end(item.lane)
        endedLoads.begin(in: item.lane)
        for (field, sentence) in wrong + ruleBreaches(expected, head.fields) {
            breach(.wrongField, item.lines[field], sentence, from: trail?.cause(ofWrong: item.lines[field]))
        }
        for (binding, line) in wrongBindings { breach(.wrongConnection, item.lines[line], sentence(binding, number)) }
        for (binding, _) in expected.bindings {
            if case .named(let name) = binding { namedConnections[name] = namedConnections[name] ?? number }
        }
        checkTarget(head, item, expected, number)
        for (template, line) in expected.raws {
            let needle = values.bytes(template, scope)
            if !needle.isEmpty, !contains(needle, in: head.raw) {
                breach(.wrongField, item.lines[line], "the head has no \(Quoting.quoted(needle))")
            }
        }
        bind(item.lane, to: number)
        let destination = destination(of: head, on: number)
        lanes[item.lane]?.request = Scope.Request(
            method: head.method, target: head.target, fields: head.fields.map { ($0.name, $0.value) }, body: [],
            destination: destination, answers: answers)
        lanes[item.lane]?.writer = nil
        lanes[item.lane]?.owesReply = true

        connections[number]?.inbound?.claim = .item(item.id)
        prepareBody(expected.body, item, number)
        finish(item.lines[0])
        checkTime(of: item, number)
        let unclaimed = connections[number]?.inbound?.unclaimed ?? []
        connections[number]?.inbound?.unclaimed = []
        if !unclaimed.isEmpty { takeBody(unclaimed[...], number) }
        updateReading(number)
        checkArrival(number)
    }

    /// A request that waited behind another one came too soon if lines of ours have been done since.
    private mutating func checkTime(of item: Item, _ number: ConnectionNumber) {
        guard let inbound = connections[number]?.inbound else { return }
        if let severity = inbound.cameTooSoon {
            mark(item.first, .broken(severity))
        } else if inbound.afterOurs < item.reachedAfterOurs {
            let what = "\(inbound.head.method) \(inbound.head.shortTarget)"
            breach(.tooSoon, item.first, "\(what) came too soon: the lines above it were not done")
        }
    }

    private func sentence(_ binding: ConnectionBinding, _ number: ConnectionNumber) -> String {
        switch binding {
        case .new: "the request came on connection \(number), which had been used before"
        case .same: "the request came on connection \(number), not on the one before"
        case .named(let name):
            if let known = namedConnections[name] {
                "the request came on connection \(number); '\(name)' is connection \(known)"
            } else {
                "the request came on connection \(number), which has another name already"
            }
        }
    }

    private func contains(_ needle: [UInt8], in bytes: [UInt8]) -> Bool {
        guard bytes.count >= needle.count else { return false }
        return (0...(bytes.count - needle.count)).contains { bytes[$0...].starts(with: needle) }
    }

    // MARK: The transcript of a head

    /// Each field that a line names is written down with that line.
    private mutating func recordHead(
        _ head: RequestHead, _ item: Item, _ expected: ExpectedRequest?, _ number: ConnectionNumber
    ) {
        let start = "\(head.method) \(String(decoding: head.target, as: UTF8.self)) \(head.version)\r\n"
        let lane = item.lane
        record(
            .received(.start, Payload(Array(start.utf8))), connection: number, lane: lane, line: item.first.reference)
        var used: [String: Int] = [:]
        for field in head.fields {
            let name = field.name.lowercased()
            let lines = expected?.fields.filter { $0.name.lowercased() == name && !$0.value.isAbsent } ?? []
            let nth = used[name, default: 0]
            used[name] = nth + 1
            let line = nth < lines.count ? item.lines[lines[nth].line].reference : nil
            recordField(field, number, lane, line)
        }
        let headEnd = item.lines.first { if case .receive(.headEnd) = $0.line.deed { true } else { false } }
        recordHeadEnd(head, number, lane, headEnd?.reference)
        for field in expected?.fields ?? [] { finish(item.lines[field.line]) }
        for binding in expected?.bindings ?? [] { finish(item.lines[binding.line]) }
        for rule in expected?.rules ?? [] { finish(item.lines[rule.line]) }
        for raw in expected?.raws ?? [] { finish(item.lines[raw.line]) }
        // The bare mark that ends the head has no check of its own.
        let named = Set(
            (expected?.fields.map(\.line) ?? []) + (expected?.body.map(\.line) ?? [])
                + (expected?.trailers.map(\.line) ?? []))
        for index in item.lines.indices.dropFirst() where !named.contains(index) {
            if case .receive(.headEnd) = item.lines[index].line.deed { finish(item.lines[index]) }
        }
    }

    mutating func recordUntaken(_ head: RequestHead, _ number: ConnectionNumber) {
        let start = "\(head.method) \(String(decoding: head.target, as: UTF8.self)) \(head.version)\r\n"
        record(.received(.start, Payload(Array(start.utf8))), connection: number)
        for field in head.fields { recordField(field, number, nil, nil) }
        recordHeadEnd(head, number, nil, nil)
    }

    /// Only where a body is announced: without one, nothing has to be told from the head.
    private mutating func recordHeadEnd(
        _ head: RequestHead, _ number: ConnectionNumber, _ lane: Lane?, _ line: LineReference?
    ) {
        guard head.fields.contains(where: { $0.isNamed("Content-Length") || $0.isNamed("Transfer-Encoding") }) else {
            return
        }
        record(.received(.headEnd, Payload([13, 10])), connection: number, lane: lane, line: line)
    }

    private mutating func recordField(_ field: Field, _ number: ConnectionNumber, _ lane: Lane?, _ line: LineReference?)
    {
        let bytes = Array(field.name.utf8) + [58, 32] + field.value + [13, 10]
        record(.received(.field, Payload(bytes)), connection: number, lane: lane, line: line)
    }
}

extension RequestHead {
    /// The length of the body, as far as the head says it.
    fileprivate var saidLength: Int? {
        switch framing {
        case .none: 0
        case .length(let length): length
        case .chunked: nil
        }
    }
}
