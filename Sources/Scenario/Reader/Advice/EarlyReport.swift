// EarlyReport.swift: callbacks about a reply that stand above it, or below the request that it leads to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainWords

extension Advice {
    /// Warns of `* response` between the first request of a lane and its reply: the reply waits for a line that waits for
    /// the reply. Behind a block, or another reply, it may be about what came before.
    mutating func warnOfEarlyReports(_ scenario: Scenario) {
        var asked: Set<Lane> = []
        var early: [Lane: Line] = [:]
        for node in scenario.nodes {
            guard case .line(let line) = node else { return }
            switch line.deed {
            case .receive(.start): asked.insert(line.lane)
            case .callback(let callback):
                guard [.response, .data].contains(callback.kind), callback.occurrence != .optional,
                    asked.contains(line.lane)
                else { continue }
                early[line.lane] = early[line.lane] ?? line
            case .send(let sent) where !sent.isInformational:
                guard let report = early[line.lane], case .callback(let callback) = report.deed else { return }
                faults.add(
                    .neverKept, report.place,
                    "the reply in line \(line.place.line) waits for this line, and this is reported of that reply",
                    help: "put '* \(callback.kind.rawValue) …' below the reply")
                return
            case .receive, .send, .binding: break
            case .act, .await, .order: if !asked.isEmpty { return }
            }
        }
    }

    /// Warns of `* redirect` between the request that a redirect leads to and its reply: the client tells of it before it asks.
    /// Behind a block it may be about what came before.
    mutating func warnOfLateRedirects(_ scenario: Scenario) {
        var redirected: Set<Lane> = []
        var asked: [Lane: Line] = [:]
        for node in scenario.nodes {
            guard case .line(let line) = node else { return }
            switch line.deed {
            case .send(.start(let start)):
                asked[line.lane] = nil
                let isRedirect = start.literalText?.split(separator: " ").dropFirst().first?.hasPrefix("3") ?? false
                if isRedirect { redirected.insert(line.lane) } else { redirected.remove(line.lane) }
            case .receive(.start): asked[line.lane] = redirected.remove(line.lane) == nil ? nil : line
            case .callback(let callback) where callback.kind == .redirect:
                redirected.remove(line.lane)
                guard callback.occurrence == .once, let request = asked[line.lane] else { continue }
                faults.add(
                    .neverKept, line.place,
                    "a client tells of the redirect before it asks for line \(request.place.line)",
                    help: "put this line above the request in line \(request.place.line)")
                return
            case .order: redirected.remove(line.lane)
            default: break
            }
        }
    }
}
