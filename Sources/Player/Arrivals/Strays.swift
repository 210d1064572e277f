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
        input(now, on: number) { connection in
            guard connection.beginning == nil else { return }
            connection.requestBegins(
                Connection.Beginning(
                    due: inquiry.severityDue(in: inquiry.lane(of: number)), afterOurs: course.oursDone))
        }
    }

    /// Bytes that make no whole request are left over at the end of a connection's input, or of the run.
    package func leftOver(_ bytes: [UInt8], on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now, on: number) { connection in
            if bytes.isEmpty || claimRaw(bytes, connection) { return }
            let isFirst = !connection.hasStrayed
            connection.stray()
            record.writeArrival(bytes[...], .raw, number)
            if bytes == [10] || bytes == [13, 10] {
                if isFirst { emptyLineCame(behind: connection.lastForm, number) }
            } else if connection.wasNeverAsked(with: 0) {
                record.write(.noted(.partOnItsWay), connection: number)
            } else if inquiry.isJudging {
                unexpectedBytes(.noRequest(Array(bytes.prefix(80)), count: bytes.count), on: connection)
            }
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
    func unexpectedBytes(_ bytes: StrangeBytes, on connection: Connection) {
        object(.bytes(connection.number, bytes), on: connection.number, counting: connection.beginning?.due)
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
    func objectByRefusal(_ difference: Difference, on connection: Connection, status: Int) {
        let lane = inquiry.lane(of: connection.number)
        let mistake = record.breach(difference, nil, counting: inquiry.severityDue(in: lane), in: lane)
        record.goAstray(lane, mistake, refusal: .untold(status: String(status)))
    }

    /// A request came on a connection that the server has ended, so it cannot be answered.
    func comeBehindTheEnd(_ request: RequestInProgress, _ connection: Connection) {
        let (number, words) = (connection.number, request.head.words)
        request.writeDown { record.writeHead($0, number) }
        let isTold = connection.isEndTold
        if connection.wasNeverAsked(with: 1) || !inquiry.isJudging {
            record.write(.noted(.onItsWay(words, number)), connection: number)
        } else if inquiry.isNext(request, on: connection), connection.isFirstBehindUntoldEnd {
            record.write(.noted(.mayBeOnItsWay(words, number, isTold: isTold)), connection: number)
        } else {
            object(.requestBehindEnd(words, on: number, isTold: isTold), on: number, event: request.event)
        }
    }

    /// The first request on a connection that the server ends unasked, once its own lines above are done. The request
    /// is on its way whether it comes before or after the end, and is not answered. false: it is no such request.
    func isOnItsWay(_ request: RequestInProgress, _ connection: Connection) -> Bool {
        let number = connection.number
        guard number.isWhole, request.ordinal == 1, phase == .playing, let lane = course.laneEndedUnasked else {
            return false
        }
        if connections.number(of: lane) == nil, connection.lane == nil { connections.bind(lane, to: number) }
        guard connections.number(of: lane) == number else { return false }
        request.waitForLine()
        record.write(.noted(.onItsWayUnasked(request.head.words)), connection: number)
        return true
    }

    /// The server has ended its side: no request on the connection can be answered any more.
    func isEnded(_ connection: Connection, _ how: Closing, behindWholeReply: Bool = false) {
        connection.end(behindWholeReply: behindWholeReply)
        record.write(.connectionClosed(by: .server, how: how), connection: connection.number)
        guard let request = connection.request, case .premature = request.claim else { return }
        request.refuse()
        waiting.drop(requestOn: connection.number)
        dropUnclaimed(request, connection)
    }

    // MARK: Bytes that are not HTTP

    /// Bytes came on a connection that is no longer read as HTTP.
    package func rawArrived(_ bytes: [UInt8], on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now, on: number) { connection in
            guard !bytes.isEmpty else { return }
            let arrived = Arrived(bytes: bytes, part: .raw, afterOurs: course.oursDone)
            if connection.request?.isRaw == true { return takeBody(arrived, connection) }
            connection.stray()
            record.writeArrival(arrived, number)
        }
    }

    /// The connection brings bytes and no more requests: further lines of the lane take them.
    func beginRaw(_ connection: Connection, _ lane: Lane) {
        let hasRest = course.hasRestAhead(lane)
        let request = connection.beginRaw(in: lane, hasRest: hasRest, afterOurs: course.oursDone)
        connections.follow(request.progress, in: lane)
        if hasRest { connections.waits(.rest, on: connection) }
    }

    /// The client has ended its side behind raw bytes, whose line may still stand further down.
    func endRaw(_ request: RequestInProgress, _ connection: Connection) {
        request.end()
        if request.claim.waits, request.unclaimed.hasContent { return }
        checkArrival(connection)
    }

    /// Reports raw bytes for which no line is left.
    func passRaw(_ arrived: Arrived, _ connection: Connection) {
        guard connection.request?.isRaw == true, !connection.hasStrayed, inquiry.isJudging else { return }
        connection.stray()
        unexpectedBytes(.raw(Array(arrived.bytes.prefix(80))), on: connection)
    }

    /// Finds a line that begins a request with raw bytes, and gives it these bytes, which cannot be read as a request.
    /// false: there is no such line.
    func claimRaw(_ bytes: [UInt8], _ connection: Connection) -> Bool {
        guard inquiry.isJudging, !connection.isFinished, let found = inquiry.lineOfRaw(bytes, connection),
            let index = take(found), case .request(let expected) = course.items[index].kind
        else { return false }
        let item = course.items[index]
        let request = connection.beginRaw(
            in: item.lane, hasRest: course.hasRestAhead(item.lane), afterOurs: course.oursDone, counts: true)
        course.move(index, to: .taken)
        connections.begin(
            Scope.Request(method: "", target: [], fields: [], body: [], destination: connection.passage.end),
            request.progress, in: item.lane, on: connection.number)
        replies.owe(in: item.lane)
        let scope = inquiry.scope(item.first)
        request.take(by: item, expected.body, behind: expected.rawText(values, scope), &values, scope)
        takeBody(Arrived(bytes: bytes, part: .raw, afterOurs: course.oursDone), connection)
        return true
    }
}

extension Connection {
    /// Whether the client could know that its connection ends, or no field of a reply can tell it.
    fileprivate var isEndTold: Bool { number.syntax.sharesConnection || !persistence.mayGoOn }
}
