// MetricsTests.swift: figures for Prometheus, read strictly.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
@testable import QuintainRouteHost
import QuintainSessions
import Testing

@testable import QuintainServer

/// A strict reader of the text exposition format 0.0.4.
private struct Exposition {
    struct Family {
        var type = ""
        var samples: [(labels: [String: String], value: Double)] = []
    }

    struct Wrong: Error {
        let line: String
    }

    private(set) var families: [String: Family] = [:]

    init(_ text: String) throws {
        guard text.hasSuffix("\n") else { throw Wrong(line: "the end") }
        var helped: String?
        var current: String?
        for line in text.dropLast().split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let help = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (?:[^\\]|\\\\|\\n)+/) {
                guard helped == nil else { throw Wrong(line: line) }
                helped = String(help.1)
            } else if let type = line.wholeMatch(of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge)/) {
                let name = String(type.1)
                guard helped == name, families[name] == nil else { throw Wrong(line: line) }
                families[name] = Family(type: String(type.2))
                (helped, current) = (nil, name)
            } else if let sample = line.wholeMatch(
                of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? ([0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)/)
            {
                guard let current, current == String(sample.1), let value = Double(sample.3) else {
                    throw Wrong(line: line)
                }
                let labels = try Self.labels(sample.2.map(String.init) ?? "", line)
                let isNew = families[current]?.samples.contains { $0.labels == labels } == false
                guard isNew else { throw Wrong(line: line) }
                families[current]?.samples.append((labels, value))
            } else {
                throw Wrong(line: line)
            }
        }
        for (name, family) in families where family.samples.isEmpty { throw Wrong(line: name) }
    }

    private static func labels(_ text: String, _ line: String) throws -> [String: String] {
        var labels: [String: String] = [:]
        var rest = text[...]
        while !rest.isEmpty {
            guard let label = rest.prefixMatch(of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/),
                labels.updateValue(String(label.2), forKey: String(label.1)) == nil
            else { throw Wrong(line: line) }
            rest = rest[label.range.upperBound...]
        }
        return labels
    }

    subscript(name: String, labels: [String: String] = [:]) -> Double? {
        families[name]?.samples.first { $0.labels == labels }?.value
    }
}

@Suite struct `Metrics` {
    @Test func `are in the format of Prometheus, and count what happens`() async throws {
        try await withControl { (rig) async throws in
            let before = try Exposition(try await rig.ask("GET", "/metrics").text)
            #expect(before["quintain_fixtures", ["kind": "scenario"]] == 5)
            #expect(before["quintain_sessions_armed_total"] == 0)
            #expect(try #require(before["process_resident_memory_bytes"]) > 1_000_000)

            let id = try await rig.arm(#"{"scenario":"plain.scenario"}"#)
            let held = try await rig.arm(#"{"scenario":"held.scenario"}"#)
            let visitor = try await rig.visit(held)
            #expect(await eventually { rig.desk[held]?.session.connectionCount == 1 })
            let during = try Exposition(try await rig.ask("GET", "/metrics").text)
            #expect(during["quintain_sessions_running"] == 2)
            #expect(during["quintain_connections_open", ["to": "sessions"]] == 1)
            visitor.channel.close()
            let other = try await rig.visit(id)
            _ = try await other.ask("GET", "/")
            other.channel.close()
            _ = try await rig.ask("GET", "/sessions/\(id)/verdict?wait=10")

            let reply = try await rig.ask("GET", "/metrics")
            #expect(reply["Content-Type"] == "text/plain; version=0.0.4; charset=utf-8")
            let after = try Exposition(reply.text)
            #expect(after["quintain_sessions_armed_total"] == 2)
            #expect(after["quintain_sessions_running"] == 1)
            #expect(after["quintain_sessions_ended_total", ["verdict": "pass"]] == 1)
            #expect(after["quintain_sessions_ended_total", ["verdict": "fail"]] == 0)
            let sent = ("quintain_bytes_total", ["direction": "sent"])
            #expect(try #require(after[sent.0, sent.1]) > #require(before[sent.0, sent.1]))
            for (name, family) in after.families {
                #expect((family.type == "counter") == name.hasSuffix("_total"), "\(name)")
            }
        }
    }

    @Test func `count the requests of routes`() async throws {
        try await withRoutes("# Routes\nroutes\n\n> GET /r\n< 200\n") { (host, client) async throws in
            for target in ["/r", "/r", "/s"] { _ = try await client.ask("GET", target) }
            let library = try Library([String]())
            let api = ControlAPI(
                library: library, desk: SessionDesk(), version: "a\"b\\c", routes: RouteDesk(library, on: [host]))
            guard case .whole(let bytes) = api.metrics().body else { return }
            let metrics = try Exposition(String(decoding: bytes, as: UTF8.self))
            #expect(metrics["quintain_route_requests_total", ["result": "answered"]] == 2)
            #expect(metrics["quintain_route_requests_total", ["result": "unmatched"]] == 1)
            #expect(metrics["quintain_route_requests_total", ["result": "malformed"]] == 0)
            #expect(metrics["quintain_route_requests_total", ["result": "incomplete"]] == 0)
            #expect(metrics["quintain_connections_open", ["to": "routes"]] == 1)
            #expect(metrics["quintain_build_info", ["version": #"a\"b\\c"#]] == 1)
        }
    }

    @Test(arguments: [
        "a 1", "# HELP a b\n# TYPE a gauge\nb 1\n", "# HELP a b\n# TYPE a gauge\na 1\na 2\n", "# TYPE a gauge\na 1\n",
        "# HELP a b\n# TYPE a gauge\na{x=\"\"\"} 1\n", "# HELP a b\n# TYPE a gauge\na x\n",
        "# HELP a b\n# TYPE a gauge\n",
        "# HELP a b\n# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n",
    ])
    func `that are wrong would be refused by this reader`(text: String) {
        #expect(throws: Exposition.Wrong.self) { try Exposition(text) }
    }

    @Test func `are all in docs/control-api.md, and no others`() async throws {
        let root = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" }
        let document = String(decoding: try Files.read("\(root)/docs/control-api.md"), as: UTF8.self)
        let documented = document.matches(of: /\n\| `((?:quintain|process)_[a-z_]+)` \| ([a-z]+) \|/).map {
            "\($0.1) \($0.2)"
        }
        try await withControl { (rig) async throws in
            let families = try Exposition(try await rig.ask("GET", "/metrics").text).families
            #expect(documented.sorted() == families.map { "\($0.key) \($0.value.type)" }.sorted())
        }
    }
}
