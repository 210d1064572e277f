// Rests.swift: what still comes of a request that was cut short.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// More of a request that was cut short may have its line in reach now. true: it had.
    mutating func offerRest(_ number: ConnectionNumber) -> Bool {
        guard let inbound = connections[number]?.inbound, case .cut(let lane, hasRest: true) = inbound.claim,
            inbound.unclaimed.hasContent || inbound.isEnded
        else {
            if connections[number]?.isCutShort != true { restsAhead.remove(number) }
            return false
        }
        let found = find { window, item, index in
            guard case .rest = item.kind, item.lane == lane, item.state == .due, Self.isNextOnWire(window, index)
            else { return nil }
            return .whole
        }
        // That nothing more comes chooses no branch that asks for more.
        if let found, !found.ways.isEmpty, !inbound.unclaimed.hasContent { return false }
        guard let found, let index = take(found), case .rest(let rest) = window.items[index].kind else { return false }
        window.items[index].state = .taken
        window.items[index].changeRest { $0.connection = number }
        let item = window.items[index]
        connections[number]?.inbound?.claim = .item(item.id)
        connections[number]?.inbound?.body = []
        prepareBody(rest.body, item, number)
        let countsFrames = connections[number]?.inbound?.comparesFrames == true
        if let afterOurs = inbound.unclaimed.afterOurs(countingFrames: countsFrames), afterOurs < item.reachedAfterOurs
        {
            let placed = item.bodyLine.flatMap { line in item.lines.first { $0.step == line.step } } ?? item.first
            let what = inbound.isStream ? "these bytes" : "the rest of the body"
            record.breakOrder(placed, "\(what) came too soon: the lines above were not done", in: item.lane)
        }
        holdUnclaimed(number)
        updateReading(number)
        checkArrival(number)
        return true
    }

    /// `> {{absent}}` for the rest of a request is done at once; any byte of it breaks the line.
    mutating func forbidRests() -> Bool {
        let absent = window.items.indices.first { index in
            window.items[index].isAbsentRest && window.items[index].state == .due && Self.isNextOnWire(window, index)
        }
        guard let absent else { return false }
        let item = window.items[absent]
        window.items[absent].state = .done
        for placed in item.lines { record.finish(placed) }
        guard let number = lanes[item.lane]?.connection, let inbound = connections[number]?.inbound,
            case .cut(item.lane, hasRest: true) = inbound.claim
        else { return true }
        let placed = item.bodyLine.flatMap { line in item.lines.first { $0.step == line.step } } ?? item.first
        connections[number]?.inbound?.claim = .forbidden(placed)
        holdUnclaimed(number)
        if inbound.isEnded { requestIsOver(number) }
        return true
    }
}

extension Connection {
    fileprivate var isCutShort: Bool {
        if case .cut(_, hasRest: true)? = inbound?.claim { true } else { false }
    }
}
