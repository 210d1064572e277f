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
        _ number: ConnectionNumber, status: Int, _ text: String, close: Bool, answersHead: Bool = false
    ) {
        guard connections[number] != nil else { return }
        let request = connections[number]?.request
        let isHead = request.map { $0.head.method == "HEAD" } ?? answersHead
        if let request {
            request.refuse()
            dropUnclaimed(request, number)
            if request.isEnded { requestIsOver(number) }
        }
        let waiting = connections[number]?.refusals.count ?? 0
        // A client that sends so many requests behind an open one gets no more refusals.
        guard waiting < Self.refusalsAtMost else { return }
        let isLast = waiting == Self.refusalsAtMost - 1
        let refusal = RefusalReply(status: status, text, answersHead: isHead, close: close || isLast, on: number)
        connections.refuse(refusal, on: number)
    }

    /// Answers the request of a branch that says `! wrong`, unless the lines below answer it: a client does not wait for
    /// a reply that nobody sends.
    ///
    /// - Parameter mistake: the one that the reply follows from.
    func refuseUnanswered(in lane: Lane, _ mistake: Trail) {
        guard phase == .playing, replies.isOwed(in: lane), !course.answers(lane),
            let number = connections.number(of: lane), let connection = connections[number], !connection.isFinished,
            connection.request?.isRaw != true, let request = connections.request(of: lane)
        else { return }
        replies.forgive(in: lane)
        record.goAstray(lane, mistake, refusal: .untold(status: "500"))
        let why = record.lastSentence.map { ": " + $0 } ?? ""
        refuse(
            number, status: 500, "quintain: \(scenario.name)\(why)\n", close: false,
            answersHead: request.method == "HEAD")
    }

    /// Sends the refusals whose turn it is.
    func sendRefusals() {
        for number in connections.refusing where !isMidReply(number) {
            for refusal in connections.takeRefusals(of: number) { send(refusal, number) }
            connections.forgetRefused(number)
        }
    }

    private func send(_ refusal: RefusalReply, _ number: ConnectionNumber) {
        guard let connection = connections[number], !connection.isSilent, connection.closedByClient != .reset else {
            return
        }
        effects.append(.play(number, Batch(elements: refusal.elements)))
        if let frame = refusal.frame { record.write(.frame(by: .server, frame), connection: number) }
        let text = refusal.text
        if !text.isEmpty { record.write(.sent(.refusal, Payload(text)), connection: number) }
        if refusal.closes { isEnded(number, .fin) }
    }

    /// A reply is owed on the connection, or has begun and is not over.
    private func isMidReply(_ number: ConnectionNumber) -> Bool {
        phase == .playing
            && connections.lanes(on: number).contains { replies.isOwed(in: $0) || replies.isOpen(in: $0) }
    }

    /// Refuses the waiting requests and answers the open questions, because no line will take them any more.
    func releaseWhatWaits() {
        for arrival in waiting.takeAll() {
            switch arrival {
            case .request(let number, _):
                refuse(number, status: 500, "quintain: \(scenario.name): the request came too soon\n", close: false)
            case .callback(let callback, _), .early(let callback): answerByDefault(callback)
            }
        }
        for callback in delegate.takeQuestions() { answerByDefault(callback) }
    }

    /// Refuses open requests on the connections, or closes those on which a refusal would look like part of a reply.
    /// Connections without an open request are closed as well, if the client may be waiting there in vain.
    func abandonConnections(_ text: String, closingAll: Bool, where isThere: (Connection) -> Bool) {
        for (number, connection) in connections.all {
            guard isThere(connection), !connection.isFinished else { continue }
            connection.read(true)
            connection.dropBacklog()
            let here = connections.lanes(on: number)
            let isRaw = connection.request?.isRaw == true
            let cannotRefuse = connection.isSilent || isRaw || here.contains { replies.isOpen(in: $0) }
            let owes =
                connection.request != nil || !connection.refusals.isEmpty
                || here.contains { replies.isOwed(in: $0) || !replies.hasBegun(in: $0) }
            if let farewell = connection.farewell {
                if closingAll { connections.refuse(farewell, on: number) }
            } else if owes, !cannotRefuse {
                refuse(number, status: 500, text, close: true)
            } else if !number.isWhole {
                guard cannotRefuse else { continue }
                effects.append(.play(number, Batch(elements: [.strike(.resetStream(.internalError))])))
                record.write(
                    .frame(
                        by: .server, FrameReport(.resetStream, [Field("code", ErrorCode.internalError.description)])),
                    connection: number)
                connection.end()
            } else if closingAll || cannotRefuse {
                effects.append(.play(number, Batch(elements: [.strike(.close)])))
                isEnded(number, .fin)
            }
            updateReading(number)
        }
    }

    private static let refusalsAtMost = 32
}
