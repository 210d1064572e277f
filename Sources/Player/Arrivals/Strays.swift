// Strays.swift: what comes where no line can take it: behind our end of a connection, or as no whole request.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension Player {
    /// Bytes came that are no whole request yet. They came now: so did the request that they become, and if they never
    /// become one, what is due now says how much that counts.
    package mutating func requestBegan(on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], connection.beginning == nil else { return }
            connection.requestBegins(
                Connection.Beginning(
                    due: player.severityDue(in: connection.lane ?? player.soleLane), afterOurs: player.course.oursDone))
        }
    }

    /// Bytes that make no whole request, left over where a connection's input ends, or the run.
    package mutating func leftOver(_ bytes: [UInt8], on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            guard let connection = player.connections[number], !bytes.isEmpty else { return }
            if player.claimRaw(bytes, number) { return }
            let isFirst = !connection.hasStrayed
            connection.stray()
            player.recordArrival(bytes[...], .raw, number, nil)
            if bytes == [10] || bytes == [13, 10] {
                if isFirst { player.emptyLineCame(behind: connection.lastForm, number) }
                return
            }
            if connection.wasNeverAsked(with: 0) {
                return player.record.write(.noted("part of a request was on its way"), connection: number)
            }
            guard player.isJudging else { return }
            let count = bytes.count == 1 ? "the byte" : "the \(bytes.count) bytes"
            player.unexpectedBytes(
                on: number,
                "no line takes \(count) on connection \(number) that \(bytes.count == 1 ? "makes" : "make") no whole request: "
                    + Quoting.quoted(bytes.prefix(80)))
        }
    }

    /// RFC 9112 section 2.2: a server passes over one where a request line is due, and a client sends none.
    private mutating func emptyLineCame(behind form: WrittenForm?, _ number: ConnectionNumber) {
        let sentence = "an empty line came behind the last request"
        guard isJudging, let form, !form.allows(.emptyLineFirst, isInHead: true, bodyIsRaw: false, hasTrailers: false)
        else { return record.write(.noted(sentence), connection: number) }
        record.breach(
            .malformedRequest, form.placed,
            "connection \(number): \(sentence) (\(WireRule.emptyLineFirst.citation))")
    }

    /// What came there stands for what was due, and counts as much.
    mutating func unexpectedBytes(on number: ConnectionNumber, _ sentence: String) {
        let lane = connections[number]?.lane ?? soleLane
        let due = connections[number]?.beginning?.due ?? severityDue(in: lane)
        let mistake = record.breach(.unexpectedBytes, nil, sentence, counting: due, in: lane)
        record.loseOrder(lane, mistake)
    }

    /// A request on a connection that the server has ended: nothing can answer it.
    mutating func comeBehindTheEnd(_ number: ConnectionNumber) {
        guard let connection = connections[number], let request = connection.request else { return }
        if request.event == nil { request.wasRecorded(recordHead(request.head, number, nil, .none)) }
        let what = "\(request.head.method) \(request.head.shortTarget)"
        if connection.wasNeverAsked(with: 1) || !isJudging {
            record.write(
                .noted("\(what) was on its way when the server ended connection \(number)"), connection: number)
        } else {
            let lane = connection.lane ?? soleLane
            let mistake = record.breach(
                .unexpectedRequest, nil, "\(what) came on connection \(number), which the server had ended",
                counting: severityDue(in: lane), in: lane)
            record.loseOrder(lane, mistake)
        }
    }

    /// The first request on a connection that the server ends unasked, as soon as its own lines above are done. It is on
    /// its way, be it earlier or later than the end, and nothing answers it. false: it is none.
    mutating func isOnItsWay(_ number: ConnectionNumber) -> Bool {
        guard number.stream == nil, let connection = connections[number], let request = connection.request,
            request.ordinal == 1, let lane = laneEndedUnasked()
        else { return false }
        if connections.number(of: lane) == nil, connection.lane == nil { connections.bind(lane, to: number) }
        guard connections.number(of: lane) == number else { return false }
        request.waitForLine()
        let what = "\(request.head.method) \(request.head.shortTarget)"
        record.write(.noted("\(what) was on its way: the server ends the connection unasked"), connection: number)
        return true
    }

    /// The lane whose connection is closed or reset next, without a line of theirs or a message of ours before that.
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

    /// The server has ended its side: nothing on the connection can be answered any more.
    mutating func isEnded(_ number: ConnectionNumber, _ how: Closing) {
        guard let connection = connections[number] else { return }
        connection.end()
        record.write(.connectionClosed(by: .server, how: how), connection: number)
        if let request = connection.request, case .premature = request.claim {
            request.refuse()
            waiting.drop(requestOn: number)
            dropUnclaimed(request, number)
        }
    }

    /// Whether what comes can still break something.
    var isJudging: Bool { phase == .playing || phase == .scriptEnded }
}
