// Advice.swift: warnings about files that can be played, and whose verdict says less than their author thinks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
package import QuintainScenario
import QuintainWords

extension Reading {
    /// What the reader has found wrong, and where that is nothing, warnings: of what makes a verdict silently weaker, or what
    /// a first run does not show.
    package var advised: [Diagnostic] {
        guard diagnostics.isEmpty else { return diagnostics }
        guard let routes else { return scenarios.advised }
        return Advice(on: routes).diagnostics(of: routes.file)
    }
}

extension [Scenario] {
    /// Warnings of the runs of one file.
    package var advised: [Diagnostic] {
        guard let file = first?.file else { return [] }
        var all = Advice()
        for (run, scenario) in enumerated() { all.add(Advice(on: scenario, isFirst: run == 0)) }
        return all.diagnostics(of: file)
    }
}

/// One warning.
struct Remark: Hashable {
    let slug: Slug
    let place: Place
    let message: String
    let help: String

    init(_ slug: Slug, _ place: Place, _ message: String, help: String) {
        self.slug = slug
        self.place = place
        self.message = message
        self.help = help
    }
}

/// What is to be said of one run, or of a file of routes.
struct Advice {
    private var remarks: [Remark] = []

    init() {}

    /// More of them are told by nobody.
    private static let atMost = 200

    mutating func add(_ other: Advice) { remarks += other.remarks }

    /// Each once, though all runs of a table may have it.
    func diagnostics(of file: String) -> [Diagnostic] {
        var seen: Set<Remark> = []
        return remarks.filter { seen.insert($0).inserted }.prefix(Self.atMost)
            .map { Diagnostic($0.slug, file: file, place: $0.place, message: $0.message, help: $0.help) }
            .sorted { ($0.place, $0.slug.rawValue) < ($1.place, $1.slug.rawValue) }
    }

    init(on scenario: Scenario, isFirst: Bool) {
        let lines = scenario.lines
        let names = Names(of: scenario, lines)
        remarks = names.unused(in: scenario)
        if isFirst, names.ordersLoads { remarks += Names.unusedColumns(of: scenario) }
        var walk = Walk(
            hasCallbacks: lines.contains { if case .callback = $0.deed { true } else { false } },
            judgesJSON: scenario.columns.isEmpty && !lines.contains { $0.deed.tellsFailure },
            hasChunks: scenario.spokenVersions.contains(.one), names: names.values)
        walk.follow(scenario.nodes)
        walk.finish()
        remarks += walk.remarks
        if let remark = scenario.nothingAwaited { remarks.append(remark) }
        if !scenario.origins.contains(where: { $0.scheme == .https }), let line = lines.first(where: \.deed.needsTLS) {
            remarks.append(
                Remark(
                    .tlsMissing, line.place, "no origin of this file speaks TLS", help: "add the line: origin web https"
                ))
        }
    }

    init(on routes: RouteFile) {
        remarks = Shadows(among: routes.exchanges).remarks
        for exchange in routes.exchanges {
            var walk = Walk(hasCallbacks: false, judgesJSON: true, hasChunks: true, names: [])
            walk.follow(exchange.lines.map(Node.line))
            walk.finish()
            remarks += walk.remarks
        }
    }
}

extension Scenario {
    fileprivate var lines: [Line] {
        var lines: [Line] = []
        for node in nodes { node.forEachLine { lines.append($0) } }
        return lines
    }
}

extension StandingExchange {
    /// The exchange as lines that a run would have.
    fileprivate var lines: [Line] {
        let request = ReceiveLine.start(method: method, .path(origin: Origin.main.name, Template("/")))
        return [Line(at: place, .receive(request))]
            + header.map { Line(at: place, .receive(.field(name: $0.name, $0.value))) }
            + reply.map { step in
                switch step {
                case .send(let line, let place): Line(at: place, .send(line))
                case .act(let act, let place): Line(at: place, .act(act))
                }
            }
    }
}

extension Line {
    fileprivate convenience init(at place: Place, _ deed: Deed) {
        self.init(place: place, last: place.line, lane: .unnamed, level: .must, within: 0, deed: deed)
    }
}

extension Deed {
    fileprivate var tellsFailure: Bool {
        if case .callback(let callback) = self { callback.kind == .fail } else { false }
    }

    /// Nothing comes of it on a connection without TLS.
    fileprivate var needsTLS: Bool {
        switch self {
        case .act(.closeNotify), .act(.tlsAlert), .await(.clientHello), .await(.handshake), .await(.tlsAlert): true
        default: false
        }
    }
}
