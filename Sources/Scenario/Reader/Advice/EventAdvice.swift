// EventAdvice.swift: callbacks that the kind of their load never has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

extension Advice {
    /// Warns of `* event` of a load that is no event source, and of `* response` of one that is.
    mutating func warnOfOtherLoads(_ lines: [Line]) {
        var kinds: [Lane: Set<LoadKind>] = [:]
        for line in lines {
            if case .order(.load(let load)) = line.deed { kinds[load.lane, default: []].insert(load.kind) }
        }
        for line in lines {
            guard case .callback(let callback) = line.deed, callback.occurrence != .optional else { continue }
            // Without an order of its own, the lane has the load that the first request stands for.
            let loads = kinds[line.lane] ?? [.data]
            switch callback.kind {
            case .event where !loads.contains(.events):
                faults.add(
                    .neverKept, line.place, "no load of this lane is an event source, and no other reports events",
                    help: "order it as one: client GET /feed as events")
            case .response, .redirect, .data:
                guard loads == [.events] else { continue }
                faults.add(
                    .neverKept, line.place,
                    "an event source reports its events and its end, no '\(callback.kind.rawValue)'",
                    help: "leave the line out, or write what comes of it: * event \"tick\"")
            default: break
            }
        }
    }
}
