// ControlAPI+Metrics.swift: the figures for Prometheus.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainPlayer
import QuintainRouteHost
import QuintainRoutes

extension ControlAPI {
    func metrics() -> ControlReply {
        var metrics = Metrics()
        metrics.add("quintain_build_info", .gauge, "The program's version; always 1.", [([("version", version)], 1)])
        metrics.add(
            "quintain_uptime_seconds", .gauge, "Seconds since the server began.",
            [([], (Moment.now - began) / .seconds(1))])
        metrics.add(
            "quintain_route_requests_total", .counter, "Requests to routes.", by: "result",
            routes.tally.map { ($0.result, $0.count) })
        metrics.add(
            "quintain_connections_open", .gauge, "Connections that are open now.", by: "to",
            [("routes", sum { $0.connectionCount }), ("sessions", desk.connectionCount)])
        metrics.add(
            "quintain_sessions_armed_total", .counter, "Sessions that were armed.", desk.armed)
        metrics.add("quintain_sessions_running", .gauge, "Sessions that have not ended.", desk.runningCount)
        metrics.add(
            "quintain_sessions_ended_total", .counter, "Sessions that have ended, by their verdict.", by: "verdict",
            Verdict.allCases.map { ($0.rawValue, desk.verdicts[$0] ?? 0) })
        metrics.add(
            "quintain_fixtures", .gauge, "Files of scenarios, routes in service, and files that are broken.",
            by: "kind",
            [
                ("scenario", library.scenarioFileCount), ("route", routes.hosts.first?.table.count ?? 0),
                ("broken", library.brokenFileCount),
            ])
        let traffic = EventLoop.shared.traffic
        metrics.add(
            "quintain_bytes_total", .counter, "Bytes over all connections, those of this API included.",
            by: "direction", [("received", traffic.received), ("sent", traffic.sent)])
        metrics.add(
            "quintain_log_lines_dropped_total", .counter, "Lines of the log that its reader was too slow for.",
            log?.dropped ?? 0)
        metrics.add(
            "process_resident_memory_bytes", .gauge, "Memory that the process has.", OwnProcess.residentBytes)
        metrics.add(
            "process_cpu_seconds_total", .counter, "Processor time of the process.",
            [([], OwnProcess.processorSeconds)])
        return ControlReply(type: Metrics.type, text: metrics.text)
    }

    /// The sum of a count over the ports with and without TLS.
    private func sum(_ count: (RouteHost) -> Int) -> Int { routes.hosts.reduce(0) { $0 + count($1) } }
}
