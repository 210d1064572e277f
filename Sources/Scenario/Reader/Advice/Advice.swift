// Advice.swift: warnings about files that can be played, but probably not as they are meant.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// What is said of a file that has been read whole. The extensions of this type each look for one kind of thing.
struct Advice {
    var faults: Faults
    let scope: KnownNames
    private let settings: SettingsInForce
    /// The first act that only TLS has, and that only HTTP/2 has.
    private let firstOf: [Demand: Place]
    private let hasImpliedLoad: Bool

    init(
        _ faults: Faults, _ scope: KnownNames, _ settings: SettingsInForce, _ firstOf: [Demand: Place],
        hasImpliedLoad: Bool
    ) {
        self.faults = faults
        self.scope = scope
        self.settings = settings
        self.firstOf = firstOf
        self.hasImpliedLoad = hasImpliedLoad
    }

    /// All faults, with the advice. A file with errors gets none: what is missing may be what could not be read.
    consuming func given(for scenario: Scenario) -> Faults {
        guard !faults.hasErrors else { return faults }
        var lines: [Line] = []
        Self.flatten(scenario.nodes, into: &lines)
        warnOfUnusedNames(lines)
        warnOfCaptures(scenario)
        warnOfCapturedQuotes(lines)
        warnOfLateLeaving(scenario)
        warnOfMissingLanes(scenario)
        let speaksOne = Self.versions(of: scenario, with: lines).contains(.one)
        if !speaksOne {
            refuseOne(lines)
            warnOfConnectionFields(lines)
        }
        var flow = Flow(
            hasLengths: speaksOne, hasImpliedLoad: hasImpliedLoad,
            hasCallbacks: lines.contains { if case .callback = $0.deed { true } else { false } }, scenario.origins,
            faults: faults)
        flow.follow(scenario.nodes)
        flow.finish()
        faults = flow.faults
        warnOfUnspokenTLS(scenario, lines)
        warnOfUnaskedCertificate(scenario, lines)
        warnOfLateHandshake(scenario, lines)
        warnOfNoTunnel(scenario, lines)
        warnOfUnaskedDigest(lines)
        warnOfUnsentReports(lines)
        warnOfOtherLoads(lines)
        warnOfBodyForms(lines)
        warnOfUnsaidBodies(lines)
        warnOfCookieNames(lines)
        warnOfBrokenJSON(scenario, lines)
        warnOfUnledRequest(scenario)
        warnOfOtherRedirects(scenario, lines)
        warnOfUntoldLoad(scenario)
        warnOfEarlyReports(scenario)
        warnOfLateRedirects(scenario)
        warnOfNothingAwaited(scenario)
        warnOfCallbacksInAnyOrder(scenario)
        warnOfIdlePace(scenario)
        settings.warnOfIdle(&faults)
        warnOfUnsentNonces()
        warnOfMissingTLS(scenario)
        refuseTwo(scenario)
        return faults
    }

    /// Warns of a request to which nothing leads, where `client` lines say what is loaded: without them, a command may
    /// know by itself.
    private mutating func warnOfUnledRequest(_ scenario: Scenario) {
        guard scenario.ordersLoads, let unled = scenario.unledRequest,
            !faults.all.contains(where: { $0.place.line <= unled.place.line })
        else { return }
        faults.add(unled.slug, unled.place, unled.message, help: unled.help)
    }

    private mutating func warnOfUnsentNonces() {
        for (name, place) in scope.awaitedNonces where !scope.sentNonces.contains(name) {
            faults.add(
                .nonceUnsent, place, "no line sends the nonce '\(name)', so nothing can equal it",
                help: "write '{{nonce \(name)}}' into the reply that gives it to the client")
        }
    }

    private mutating func warnOfMissingTLS(_ scenario: Scenario) {
        guard let place = firstOf[.tls], !scenario.origins.contains(where: { $0.scheme == .https }) else { return }
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
        guard let place = firstOf[.http2] else { return }
        if scenario.origins.contains(where: { $0.versions.contains(.two) }) { return }
        faults.add(
            .versionMissing, place, "no origin of this file speaks HTTP/2",
            help: "add the line: origin main http http=2")
    }

    private mutating func warnOfUnusedNames(_ lines: [Line]) {
        for (name, given) in scope.captures.sorted(by: { $0.key < $1.key }) where !given.used {
            faults.add(
                .unusedCapture, given.place, "'\(name)' is captured but never used",
                help: given.isRepeated
                    ? "below the first '{{capture \(name)}}' the same value is '{{\(name)}}'"
                    : given.expression.map { "'{{regex \($0)}}' takes the same and keeps nothing" }
                        ?? "'{{any}}' takes anything and keeps nothing")
        }
        // Without any request a client may connect to each of them.
        let isAsked = lines.contains(where: \.deed.namesOrigin)
        for (name, given) in scope.origins.sorted(by: { $0.key < $1.key })
        where isAsked && !given.used && name != Origin.main.name {
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
        guard let known = scope.laneOrder.first, !hasImpliedLoad else { return }
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

extension Deed {
    /// Whether the line is about a request to an origin: as written, or the first one.
    fileprivate var namesOrigin: Bool {
        switch self {
        case .receive(.start), .order(.load): true
        default: false
        }
    }
}
