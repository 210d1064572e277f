// Advice.swift: warnings about files that can be played, but probably not as they are meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// A file with errors gets no advice: what is missing may be what could not be read.
    mutating func advise(_ scenario: Scenario) {
        guard !faults.hasErrors else { return }
        var lines: [Line] = []
        Self.flatten(scenario.nodes, into: &lines)
        warnOfUnusedNames(lines)
        warnOfMissingLanes(scenario)
        let speaksOne = Self.versions(of: scenario, with: lines).contains(.one)
        if !speaksOne {
            refuseOne(lines)
            warnOfConnectionFields(lines)
        }
        var flow = Flow(
            hasLengths: speaksOne, hasImpliedLoad: implied.load != nil,
            hasCallbacks: lines.contains { if case .callback = $0.deed { true } else { false } }, scenario.origins,
            faults: faults)
        flow.follow(scenario.nodes)
        flow.finish()
        faults = flow.faults
        warnOfUnspokenTLS(scenario, lines)
        warnOfUnaskedDigest(lines)
        warnOfUnsentReports(lines)
        warnOfOtherLoads(lines)
        warnOfBodyForms(lines)
        warnOfUnledRequest(scenario)
        warnOfIdleSettings()
        warnOfUnsentNonces()
        warnOfMissingTLS(scenario)
        refuseTwo(scenario)
    }

    /// Warns of a request to which nothing leads, where `client` lines say what is loaded: without them, a command may
    /// know by itself.
    private mutating func warnOfUnledRequest(_ scenario: Scenario) {
        guard scenario.ordersLoads, let unled = scenario.unledRequest,
            !faults.all.contains(where: { $0.place.line <= unled.place.line })
        else { return }
        faults.add(unled.slug, unled.place, unled.message, help: unled.help)
    }

    /// Warns of a setting that has no effect: it applies from its line down, and no line is there.
    mutating func warnOfIdleSettings() {
        for idle in idleSettings {
            faults.add(
                .idleSetting, idle.place, "this '\(idle.word)' has no effect: no line follows it",
                help: "a setting applies from its line down, in a block to its end: put it above the lines it is for")
        }
    }

    private mutating func warnOfUnsentNonces() {
        for (name, place) in scope.awaitedNonces where !scope.sentNonces.contains(name) {
            faults.add(
                .nonceUnsent, place, "no line sends the nonce '\(name)', so nothing can equal it",
                help: "write '{{nonce \(name)}}' into the reply that gives it to the client")
        }
    }

    private mutating func warnOfMissingTLS(_ scenario: Scenario) {
        guard let place = firstOfTLS, !scenario.origins.contains(where: { $0.scheme == .https }) else { return }
        faults.add(
            .tlsMissing, place, "no origin of this file speaks TLS", help: "add the line: origin web https")
    }

    /// The versions of HTTP over which the scenario's requests may come.
    private static func versions(of scenario: Scenario, with lines: [Line]) -> HTTPVersions {
        let asked = Set(
            lines.compactMap { line in
                if case .receive(.start(_, .path(let origin, _), _)) = line.deed { origin } else { nil }
            })
        let spoken = scenario.origins.filter { $0.role == .proxy || asked.isEmpty || asked.contains($0.name) }
        return spoken.reduce(into: []) { $0.formUnion($1.versions) }
    }

    /// Reports lines that only HTTP/1.1 can carry, where no request comes over it.
    private mutating func refuseOne(_ lines: [Line]) {
        for line in lines {
            guard let what = line.deed.ofHTTP1 else { continue }
            faults.add(
                .versionMissing, line.place, "\(what) is of HTTP/1.1, which no origin here speaks",
                help: "say it without, or let an origin speak both: http=1.1,2")
        }
    }

    /// Warns of fields about the connection: RFC 9113 section 8.2.2. A name that is a string is intended.
    private mutating func warnOfConnectionFields(_ lines: [Line]) {
        for line in lines {
            guard let name = line.deed.connectionField else { continue }
            faults.add(
                .oddField, line.place, "'\(name)' is of HTTP/1.1, and makes a message over HTTP/2 malformed",
                help: "leave it out; where the server is to err, make the name a string: {{\"\(name.lowercased())\"}}")
        }
    }

    private mutating func refuseTwo(_ scenario: Scenario) {
        guard let place = firstOfHTTP2 else { return }
        if scenario.origins.contains(where: { $0.versions.contains(.two) }) { return }
        faults.add(
            .versionMissing, place, "no origin of this file speaks HTTP/2",
            help: "add the line: origin main http http=2")
    }

    private mutating func warnOfUnusedNames(_ lines: [Line]) {
        for (name, given) in scope.captures.sorted(by: { $0.key < $1.key }) where !given.used {
            faults.add(
                .unusedCapture, given.place, "'\(name)' is captured but never used",
                help: "'{{any}}' takes anything and keeps nothing")
        }
        for (name, given) in scope.origins.sorted(by: { $0.key < $1.key })
        where !given.used && name != Origin.main.name {
            faults.add(
                .unusedOrigin, given.place, "no line uses the origin '\(name)'",
                help: "a target on it begins with '//\(name)'")
        }
        // Without any order a command decides by itself which way its requests go.
        guard lines.contains(where: { if case .order(.load) = $0.deed { true } else { false } }) else { return }
        for (name, given) in scope.proxies.sorted(by: { $0.key < $1.key }) where !given.used {
            faults.add(
                .unusedOrigin, given.place, "no load goes through the proxy '\(name)'",
                help: "client GET / via \(name)")
        }
    }

    /// Where every load has a lane, a message without one belongs to none of them. An act without one is done to a
    /// connection on which nothing has come, and no load is left to open it where each has its message.
    private mutating func warnOfMissingLanes(_ scenario: Scenario) {
        guard let known = scope.laneOrder.first, implied.load == nil else { return }
        var lines: [Line] = []
        Self.flatten(scenario.nodes, into: &lines)
        let hasPlainLoad = lines.contains {
            if case .order(.load(let load)) = $0.deed { load.lane == .unnamed } else { false }
        }
        guard !hasPlainLoad else { return }
        var last: Lane?
        var loading: Set<Lane> = []
        var isAwaited = false
        for line in lines {
            switch line.deed {
            case .order(.load(let load)): loading.insert(load.lane)
            case .receive where line.lane != .unnamed:
                loading.remove(line.lane)
                last = line.lane
            case .send, .receive, .callback:
                guard line.lane == .unnamed else { continue }
                faults.add(
                    .laneMissing, line.place, "every load has a lane, and this line has none",
                    help: Self.order(of: line).map {
                        "order it above: '\($0)'; or put its lane behind the mark: '>\(known)'"
                    }
                        ?? "put the lane behind the mark, such as '\(known)'")
                return
            case .await: isAwaited = isAwaited || line.lane == .unnamed
            case .act(let act) where act.has(.isOfConnection):
                guard line.lane == .unnamed, let last, loading.isEmpty, !isAwaited else { continue }
                faults.add(
                    .laneMissing, line.place,
                    "no message without a lane stands above, on whose connection this could be done",
                    help: "put the lane behind the mark: '!\(last.name) \(act.word.rawValue)'")
                return
            case .act, .order, .binding: continue
            }
        }
    }

    /// `client GET /c`, which lets a request come without a lane.
    private static func order(of line: Line) -> String? {
        guard case .receive(.start(let method, .path(Origin.main.name, let path), _)) = line.deed,
            let method = method.literalText, let path = path.literalText
        else { return nil }
        return "client \(method) \(path)"
    }

    private static func flatten(_ nodes: [Node], into lines: inout [Line]) {
        for node in nodes {
            switch node {
            case .line(let line): lines.append(line)
            case .repeated(let block): flatten(block.nodes, into: &lines)
            case .either(let either): for branch in either.branches { flatten(branch.nodes, into: &lines) }
            case .anyOrder(let block): for part in block.parts { flatten(part.nodes, into: &lines) }
            }
        }
    }
}

extension Template {
    var asksForDigest: Bool { values.contains { if case .digest = $0.function { true } else { false } } }
}

extension Faults {
    mutating func warnOfConfirmation(_ template: Template, hasDigest: Bool) {
        guard !hasDigest else { return }
        for value in template.values {
            guard case .digestConfirmation = value.function else { continue }
            add(
                .nothingToConfirm, value.place, "the request has no '{{digest …}}' that could be confirmed",
                help: "> Authorization: {{digest alice:secret}}")
        }
    }
}

/// Goes through a scenario as a run would, and looks for lines that cannot be meant so.
private struct Flow {
    /// What is known of the connection under a lane.
    private struct Wire {
        /// Bytes are under way that no callback has shown to have arrived.
        var isUnproven = false
        /// The place of the act behind which nothing more can be sent.
        var ended: Place?
        var reply: Reply?
        /// A field of the request asks for Digest credentials.
        var hasDigest = false
        var prospects = Prospects()
        var request = RequestProgress.whole
        var claims = LaneClaims()
    }

    /// The reply that is being sent.
    private struct Reply {
        var isFramed = false
        /// The block that its start stands in.
        var block: Int
    }

    private(set) var faults: Faults
    /// Whether the server adds a `Content-Length` to replies without framing.
    private let hasLengths: Bool
    private var wires: [Lane: Wire] = [:]
    private var block = 0
    private var depth = 0
    private var blockCount = 0

    private let closedOrigins: Set<String>
    /// Whether the file has callbacks; without any, it is about the wire alone.
    private let hasCallbacks: Bool

    init(hasLengths: Bool, hasImpliedLoad: Bool, hasCallbacks: Bool, _ origins: [Origin], faults: Faults) {
        self.hasLengths = hasLengths
        self.hasCallbacks = hasCallbacks
        self.faults = faults
        closedOrigins = Set(origins.filter { $0.reach != .open }.map(\.name))
        if hasImpliedLoad { wires[.unnamed, default: Wire()].prospects.loads = 1 }
    }

    mutating func finish() {
        for lane in wires.keys.sorted(by: { $0.name < $1.name }) {
            wires[lane]?.prospects.warnOfOpenMessage(&faults)
            wires[lane]?.claims.finish(&faults)
            if !faults.all.contains(where: { $0.slug == .laneMissing }) {
                wires[lane]?.prospects.warnOfOpenRequest(&faults)
            }
        }
    }

    mutating func follow(_ nodes: [Node]) {
        depth += 1
        defer { depth -= 1 }
        for (index, node) in nodes.enumerated() {
            switch node {
            case .line(let line): follow(line, nodes[index...])
            case .repeated(let repeated):
                let before = wires
                // A fixed number of rounds has a known length.
                within(repeated.isOpen) { $0.follow(repeated.nodes) }
                if repeated.rounds.lowerBound == 0 { mayHaveSkipped(to: before) }
            case .either(let either): follow(either)
            case .anyOrder(let block):
                faults.warnOfAlikeParts(block)
                for part in block.parts {
                    loseOrder()
                    within(true) { $0.follow(part.nodes) }
                }
                loseOrder()
            }
        }
    }

    /// Merges the claims with those before the block above, which may not have happened.
    private mutating func mayHaveSkipped(to before: [Lane: Wire]) {
        for (lane, wire) in wires {
            wires[lane]?.claims = .merged(wire.claims, before[lane]?.claims ?? LaneClaims())
        }
    }

    private mutating func loseOrder() { for lane in wires.keys { wires[lane]?.claims.loseOrder() } }

    private mutating func within(_ isOwnBlock: Bool, _ body: (inout Flow) -> Void) {
        let outer = block
        if isOwnBlock {
            blockCount += 1
            block = blockCount
        }
        body(&self)
        block = outer
    }

    private mutating func follow(_ either: Either) {
        let before = wires
        var merged: [Lane: Wire]?
        faults.warnOfUnchosen(either)
        for branch in either.branches {
            wires = before
            within(true) { $0.follow(branch.nodes) }
            merged = merged.map { Self.merged($0, wires) } ?? wires
        }
        wires = merged ?? before
    }

    private static func merged(_ one: [Lane: Wire], _ other: [Lane: Wire]) -> [Lane: Wire] {
        one.merging(other) { one, other in
            Wire(
                isUnproven: one.isUnproven || other.isUnproven, ended: one.ended == nil ? nil : other.ended,
                reply: one.reply, hasDigest: one.hasDigest || other.hasDigest,
                prospects: .merged(one.prospects, other.prospects),
                request: one.request == other.request ? one.request : .whole,
                claims: .merged(one.claims, other.claims))
        }
    }

    private mutating func follow(_ line: Line, _ rest: ArraySlice<Node>) {
        if line.waitsForAll { for lane in wires.keys { wires[lane]?.request.waits(line) } }
        var wire = wires[line.lane] ?? Wire()
        if hasLengths { wire.prospects.follow(line, rest, isWithin: depth > 1, &faults) }
        if case .receive(.start(_, .path(let origin, _), _)) = line.deed, closedOrigins.contains(origin) {
            faults.add(
                .neverReached, line.place, "no request can come to '\(origin)', which accepts no connection",
                help: "take the message away; the load ends by '* fail cannot-connect' or '* fail timed-out'")
        }
        switch line.deed {
        case .send(let sent): follow(sent, line, rest, &wire)
        case .callback(let callback): if callback.occurrence != .optional { wire.isUnproven = false }
        case .act(.wait), .act(.quiet): if !hasCallbacks { wire.isUnproven = false }
        case .act(.reset):
            if wire.isUnproven, !Self.mayBeLost(rest.dropFirst()) {
                faults.add(
                    .resetUnproven, line.place, "a reset may destroy bytes that the client has not read yet",
                    help: hasCallbacks
                        ? "put the '*' line that proves their arrival above it, such as '* response 200'"
                        : "'! wait 100ms' above it gives a plain client time to read them; '* response 200' proves it of a "
                            + "client with a driver")
            }
            wire.ended = line.place
        case .act(let act) where act.has(.endsSending): wire.ended = line.place
        case .receive(.start):
            wire.ended = nil
            wire.hasDigest = false
            // It comes on another connection, or its client has read what was sent.
            wire.isUnproven = false
        case .receive(.field(_, let value, _)): if value.asksForDigest { wire.hasDigest = true }
        case .binding, .await(.connection), .order(.load): wire.ended = nil
        case .act, .await, .order, .receive: break
        }
        wire.request.follow(line, &faults)
        wire.claims.follow(line, isWithin: depth > 1, &faults)
        wires[line.lane] = wire
    }

    private mutating func follow(_ sent: SendLine, _ line: Line, _ rest: ArraySlice<Node>, _ wire: inout Wire) {
        if wire.ended != nil {
            faults.add(
                .sentAfterEnd, line.place, "nothing can be sent here any more: the connection has ended above",
                help: "put this line above the act that ends it, or '! new-connection' and a request before it")
            wire.ended = nil
        }
        wire.isUnproven = true
        switch sent {
        case .start: wire.reply = Reply(block: block)
        case .field(let value, let name, _):
            if name == "content-length" || name == "transfer-encoding" { wire.reply?.isFramed = true }
            faults.warnOfConfirmation(value, hasDigest: wire.hasDigest)
        case .raw: wire.reply?.isFramed = true
        case .body:
            guard let reply = wire.reply, hasLengths, !reply.isFramed, reply.block != block else { break }
            wire.reply?.isFramed = true
            guard !Self.closes(rest) else { break }
            faults.add(
                .lengthUnknown, line.place, "how long this body will be is not known when its head is sent",
                help:
                    "write 'Content-Length' or 'Transfer-Encoding: chunked' into the head, or '! close' below the body")
        case .headEnd, .trailer: break
        }
    }

    /// Whether the body that begins these nodes ends with the connection.
    private static func closes(_ nodes: ArraySlice<Node>) -> Bool {
        for case .line(let line) in nodes {
            if case .send(.body) = line.deed { continue }
            return if case .act(.close) = line.deed { true } else { false }
        }
        return false
    }

    /// Whether the callback directly below may be left out, in one branch at least: it does not prove that the client
    /// has read what was sent.
    private static func mayBeLost(_ nodes: ArraySlice<Node>) -> Bool {
        switch nodes.first {
        case .line(let line)?:
            if case .callback(let callback) = line.deed { callback.occurrence == .optional } else { false }
        case .either(let either)?: either.branches.contains { mayBeLost($0.nodes[...]) }
        case .repeated?, .anyOrder?, nil: false
        }
    }
}
