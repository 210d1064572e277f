// Rests.swift: the rest of a request that was cut short.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
import QuintainTranscript

extension Player {
    /// Offers the rests of requests that were cut short to the lines in reach. true: one took some of them.
    func offerRests() -> Bool { forbidRests() || connections.those(with: .rest).contains(where: offerRest) }

    private func offerRest(_ connection: Connection) -> Bool {
        guard let request = connection.request, case .cut(let lane, hasRest: true) = request.claim else {
            connections.isSettled(.rest, on: connection)
            return false
        }
        guard request.unclaimed.hasContent || request.isEnded else { return false }
        let found = course.find { window, item, index in
            item.isRest && item.lane == lane && item.state == .due && window.isNextOnWire(index) ? .whole : nil
        }
        // The end of a request chooses no branch that asks for more of it.
        if let found, !found.ways.isEmpty, !request.unclaimed.hasContent { return false }
        guard let found, let index = take(found), case .rest(let rest) = course.items[index].kind else { return false }
        course.move(index, to: .taken)
        let item = course.items[index]
        request.take(by: item, rest.body, &values, inquiry.scope(item.first))
        let afterOurs = request.unclaimed.afterOurs(countingFrames: request.check.comparesFrames)
        if let afterOurs, afterOurs < item.reachedAfterOurs {
            record.breakOrder(
                item.placedBody, request.isRaw ? .rawBytes : .restOfBody, inquiry.holdUp(above: item.placedBody),
                in: item.lane)
        }
        holdUnclaimed(request, connection)
        updateReading(connection)
        checkArrival(connection)
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
        guard let connection = connections[item.lane], let request = connection.request,
            case .cut(item.lane, hasRest: true) = request.claim
        else { return true }
        let isEnded = request.isEnded
        request.forbidMore(item.placedBody)
        holdUnclaimed(request, connection)
        holdBegunChunk(request)
        if isEnded { requestIsOver(connection) }
        return true
    }
}
