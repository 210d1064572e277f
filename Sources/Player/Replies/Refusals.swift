// Refusals.swift: answers to requests and questions that no line takes, so that no client is left waiting.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
import QuintainTranscript
import QuintainWire

extension Player {
    /// Answers a request that no line takes, once the reply before it on the connection is out.
    ///
    /// - Parameter answersHead: the request, which is over, was a HEAD.
    func refuse(
        _ connection: Connection, status: Int, _ why: RefusalReason, close: Bool, answersHead: Bool = false
    ) {
        let request = connection.request
        let isHead = request.map { $0.head.method == "HEAD" } ?? answersHead
        if let request {
            request.refuse()
            dropUnclaimed(request, connection)
            if request.isEnded { requestIsOver(connection) }
        }
        let waiting = connection.refusals.count
        // A client that sends so many requests behind an open one gets no more refusals.
        guard waiting < Self.refusalsAtMost else { return }
        let isLast = waiting == Self.refusalsAtMost - 1
        let text = FindingText.text(why, in: scenario.name)
        let refusal = RefusalReply(
            status: status, text, answersHead: isHead, close: close || isLast, on: connection.number)
        connections.refuse(refusal, on: connection)
    }

    /// Answers the request of a branch that begins with `never`, unless the lines below answer it: a client does not wait for
    /// a reply that nobody sends.
    ///
    /// - Parameter mistake: the one that the reply follows from.
    func refuseUnanswered(in lane: Lane, _ mistake: Trail) {
        guard phase == .playing, replies.isOwed(in: lane), !course.answers(lane), let connection = connections[lane],
            !connection.isFinished, connection.request?.isRaw != true, let request = connections.request(of: lane)
        else { return }
        replies.forgive(in: lane)
        record.goAstray(lane, mistake, refusal: .untold(status: "500"))
        refuse(
            connection, status: 500, .unanswered(record.lastSentence), close: false,
            answersHead: request.method == "HEAD")
    }

    /// Sends the refusals whose turn it is: no reply is owed on the connection, or has begun and is not over.
    func sendRefusals() {
        for connection in connections.those(with: .refusals) {
            let isMidReply = connections.lanes(on: connection.number).contains {
                replies.isOwed(in: $0) || replies.isOpen(in: $0)
            }
            if phase == .playing, isMidReply { continue }
            connections.isSettled(.refusals, on: connection)
            for refusal in connection.takeRefusals() { send(refusal, connection) }
            connections.forgetRefused(connection)
        }
    }

    private func send(_ refusal: RefusalReply, _ connection: Connection) {
        guard !connection.isSilent, connection.closedByClient != .reset else { return }
        let number = connection.number
        effects.append(.play(number, Batch(elements: refusal.elements)))
        if let frame = refusal.frame { record.write(.frame(by: .server, frame), connection: number) }
        let text = refusal.text
        if !text.isEmpty { record.write(.sent(.refusal, Payload(text)), connection: number) }
        if refusal.closes { isEnded(connection, .fin) }
    }

    /// Refuses the waiting requests and answers the open questions, because no line will take them any more.
    ///
    /// - Parameter refusing: the requests are refused one by one, and not with all others.
    func releaseWhatWaits(refusing: Bool = true) {
        for arrival in waiting.takeAll() {
            switch arrival {
            case .request(let number, _):
                guard refusing, let connection = connections[number] else { continue }
                refuse(connection, status: 500, .tooSoon, close: false)
            case .callback(let callback, _), .early(let callback): answerByDefault(callback)
            }
        }
        for callback in delegate.takeQuestions() { answerByDefault(callback) }
    }

    /// Refuses open requests on the connections, or closes those on which a refusal would look like part of a reply.
    /// Connections without an open request are closed as well, if the client may be waiting there in vain.
    func abandonConnections(_ why: RefusalReason, closingAll: Bool, where isThere: (Connection) -> Bool) {
        for connection in connections.all where isThere(connection) && !connection.isFinished {
            connection.dropBacklog()
            let here = connections.lanes(on: connection.number)
            let isRaw = connection.request?.isRaw == true
            let cannotRefuse = connection.isSilent || isRaw || here.contains { replies.isOpen(in: $0) }
            let owes =
                connection.request != nil || !connection.refusals.isEmpty
                || here.contains { replies.isOwed(in: $0) || !replies.hasBegun(in: $0) }
            if let farewell = connection.farewell {
                if closingAll { connections.refuse(farewell, on: connection) }
            } else if owes, !cannotRefuse {
                refuse(connection, status: 500, why, close: true)
            } else if !connection.number.isWhole {
                guard cannotRefuse else { continue }
                resetStream(connection)
                let frame = FrameReport(.resetStream, [Field("code", ErrorCode.internalError.description)])
                record.write(.frame(by: .server, frame), connection: connection.number)
            } else if closingAll || cannotRefuse {
                close(connection)
            }
            updateReading(connection)
        }
    }

    /// Closes a connection that no line closes.
    func close(_ connection: Connection) {
        effects.append(.play(connection.number, Batch(elements: [.strike(.close)])))
        isEnded(connection, .fin)
    }

    /// Resets a stream that no line resets.
    func resetStream(_ stream: Connection) {
        effects.append(.play(stream.number, Batch(elements: [.strike(.resetStream(.internalError))])))
        stream.end()
    }

    private static let refusalsAtMost = 32
}
