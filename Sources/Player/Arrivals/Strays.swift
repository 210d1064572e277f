// Strays.swift: bytes and requests that no line can take: behind our end of a connection, or not a whole request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension Player {
    /// The first bytes came of a request that is not whole yet. Their time counts as that of the request; if none
    /// becomes of them, the line that is due now sets the severity.
    package func requestBegan(on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], connection.beginning == nil else { return }
            connection.requestBegins(
                Connection.Beginning(
                    due: player.inquiry.severityDue(in: player.inquiry.lane(of: number)), afterOurs: player.course.oursDone))
        }
    }

    /// Bytes that make no whole request are left over at the end of a connection's input, or of the run.
    package func leftOver(_ bytes: [UInt8], on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], !bytes.isEmpty else { return }
            if player.claimRaw(bytes, number) { return }
            let isFirst = !connection.hasStrayed
            connection.stray()
            player.record.writeArrival(bytes[...], .raw, number)
            if bytes == [10] || bytes == [13, 10] {
                if isFirst { player.emptyLineCame(behind: connection.lastForm, number) }
                return
            }
            if connection.wasNeverAsked(with: 0) {
                return player.record.write(.noted(.partOnItsWay), connection: number)
            }
            guard player.inquiry.isJudging else { return }
            player.unexpectedBytes(.noRequest(Array(bytes.prefix(80)), count: bytes.count), on: number)
        }
    }

    /// An empty line came behind a request. RFC 9112 section 2.2: a server ignores one before a request line, and a
    /// client sends none.
    private func emptyLineCame(behind form: WrittenForm?, _ number: ConnectionNumber) {
        guard inquiry.isJudging, let form,
            !form.allows(.emptyLineFirst, isInHead: true, bodyIsRaw: false, writesForbiddenTrailer: false)
        else { return record.write(.noted(.emptyLine), connection: number) }
        record.breach(.malformed(number, .emptyLine(citation: WireRule.emptyLineFirst.citation)), form.placed)
    }

    /// Reports bytes that no line takes; they count as much as the line that was due when they came.
    func unexpectedBytes(_ bytes: StrangeBytes, on number: ConnectionNumber) {
        object(.bytes(number, bytes), on: number, counting: connections[number]?.beginning?.due)
    }

    /// Reports an input that no line takes, by which the order of its lane is lost. It counts as much as the line that
    /// is due, unless that is known from before.
    func object(
        _ difference: Difference, on number: ConnectionNumber, counting due: Severity? = nil, event: Int? = nil
    ) {
        let lane = inquiry.lane(of: number)
        let mistake = record.breach(
            difference, nil, counting: due ?? inquiry.severityDue(in: lane), in: lane, event: event)
        record.loseOrder(lane, mistake)
    }

    /// Reports a request that is answered with this status, because no line takes it.
    func objectByRefusal(_ difference: Difference, on number: ConnectionNumber, status: Int) {
        let lane = inquiry.lane(of: number)
        let mistake = record.breach(difference, nil, counting: inquiry.severityDue(in: lane), in: lane)
        record.goAstray(lane, mistake, refusal: .untold(status: String(status)))
    }

    /// A request came on a connection that the server has ended, so it cannot be answered.
    func comeBehindTheEnd(_ number: ConnectionNumber) {
        guard let connection = connections[number], let request = connection.request else { return }
        if request.event == nil { request.wasRecorded(record.writeHead(request.head, number)) }
        if connection.wasNeverAsked(with: 1) || !inquiry.isJudging {
            record.write(.noted(.onItsWay(request.head.words, number)), connection: number)
        } else if inquiry.isNext(request, on: number), connection.isFirstBehindUntoldEnd {
            let note = Note.mayBeOnItsWay(request.head.words, number, isTold: inquiry.isEndTold(connection, number))
            record.write(.noted(note), connection: number)
        } else {
            object(
                .requestBehindEnd(request.head.words, on: number, isTold: inquiry.isEndTold(connection, number)), on: number,
                event: request.event)
        }
    }

    /// The first request on a connection that the server ends unasked, once its own lines above are done. The request
    /// is on its way whether it comes before or after the end, and is not answered. false: it is no such request.
    func isOnItsWay(_ number: ConnectionNumber) -> Bool {
        guard number.isWhole, let connection = connections[number], let request = connection.request,
            request.ordinal == 1, let lane = laneEndedUnasked()
        else { return false }
        if connections.number(of: lane) == nil, connection.lane == nil { connections.bind(lane, to: number) }
        guard connections.number(of: lane) == number else { return false }
        request.waitForLine()
        record.write(.noted(.onItsWayUnasked(request.head.words)), connection: number)
        return true
    }

    /// The lane whose connection is closed or reset next, with no line of the client and no message of the server
    /// before that.
    private func laneEndedUnasked() -> Lane? {
        guard phase == .playing, course.holdUp == nil else { return nil }
        var cursor = Cursor(course.cursor)
        while true {
            switch cursor.step() {
            case .moved: continue
            case .fork, .end: return nil
            case .line(let line, _):
                guard case .act(let act) = line.deed else { return nil }
                switch act {
                case .close, .reset: return line.lane
                case .wait, .hold, .rate, .segment, .read: cursor.passLine()
                default: return nil
                }
            }
        }
    }

    /// The server has ended its side: no request on the connection can be answered any more.
    func isEnded(_ number: ConnectionNumber, _ how: Closing, behindWholeReply: Bool = false) {
        guard let connection = connections[number] else { return }
        connection.end(behindWholeReply: behindWholeReply)
        record.write(.connectionClosed(by: .server, how: how), connection: number)
        if let request = connection.request, case .premature = request.claim {
            request.refuse()
            waiting.drop(requestOn: number)
            dropUnclaimed(request, number)
        }
    }
}
