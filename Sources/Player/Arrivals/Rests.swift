// Rests.swift: the rest of a request that was cut short.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Offers the rests of requests that were cut short to the lines in reach. true: one took some of them.
    func offerRests() -> Bool { forbidRests() || connections.cutShort.contains(where: offerRest) }

    /// The rest of a request that was cut short is offered to a line in reach. true: one took it.
    private func offerRest(_ number: ConnectionNumber) -> Bool {
        guard let request = connections[number]?.request, case .cut(let lane, hasRest: true) = request.claim,
            request.unclaimed.hasContent || request.isEnded
        else {
            if connections[number]?.isCutShort != true { connections.restIsOver(of: number) }
            return false
        }
        let found = course.find { window, item, index in
            guard case .rest = item.kind, item.lane == lane, item.state == .due, window.isNextOnWire(index)
            else { return nil }
            return .whole
        }
        // The end of a request chooses no branch that asks for more of it.
        if let found, !found.ways.isEmpty, !request.unclaimed.hasContent { return false }
        guard let found, let index = take(found), case .rest(let rest) = course.items[index].kind else { return false }
        course.move(index, to: .taken)
        let item = course.items[index]
        request.take(by: item)
        expectBody(rest.body, of: item, in: request)
        let countsFrames = request.check.comparesFrames
        if let afterOurs = request.unclaimed.afterOurs(countingFrames: countsFrames), afterOurs < item.reachedAfterOurs
        {
            record.breakOrder(
                item.placedBody, request.isRaw ? .rawBytes : .restOfBody, inquiry.holdUp(above: item.placedBody), in: item.lane)
        }
        holdUnclaimed(request, number)
        updateReading(number)
        checkArrival(number)
        return true
    }

    /// `> {{absent}}` for the rest of a request is done at once; any further byte breaks the line.
    private func forbidRests() -> Bool {
        let absent = course.items.indices.first { index in
            course.items[index].isAbsentRest && course.items[index].state == .due && course.window.isNextOnWire(index)
        }
        guard let absent else { return false }
        let item = course.items[absent]
        course.move(absent, to: .done)
        for placed in item.lines { record.finish(placed) }
        guard let number = connections.number(of: item.lane), let request = connections[number]?.request,
            case .cut(item.lane, hasRest: true) = request.claim
        else { return true }
        let isEnded = request.isEnded
        request.forbidMore(item.placedBody)
        holdUnclaimed(request, number)
        holdBegunChunk(request, number)
        if isEnded { requestIsOver(number) }
        return true
    }
}

extension Connection {
    fileprivate var isCutShort: Bool {
        if case .cut(_, hasRest: true)? = request?.claim { true } else { false }
    }
}
