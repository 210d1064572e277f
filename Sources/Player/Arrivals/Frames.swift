// Frames.swift: the frames that a client sends over HTTP/2 beside its messages.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainScenario
package import QuintainTranscript
import QuintainWire

extension FrameReport {
    /// The frame needs a line: it ends a stream or the connection, and not because all is done.
    var needsLine: Bool {
        switch kind {
        case .resetStream: true
        case .goAway: values.first("code") != Array("NO_ERROR".utf8)
        default: false
        }
    }
}

/// Frames that came on a connection and that no line has taken yet.
struct FrameInbox {
    struct Heard {
        let frame: FrameReport
        let number: ConnectionNumber
        let afterOurs: Int

        /// Whether a line awaits the frame, for whose lane this stream is.
        func fits(
            _ kind: FrameKind, _ fields: [NamedValue], on stream: ConnectionNumber?, _ values: Values, _ scope: Scope
        ) -> Bool {
            guard frame.kind == kind, number.isWhole || number == stream else { return false }
            var trial = values
            return fields.allSatisfy { field in
                guard let value = frame.values.first(field.name) else { return field.value.isAbsent }
                return trial.matches(field.value, value, scope)
            }
        }
    }

    private var frames: [Heard] = []

    mutating func append(_ heard: Heard) {
        let kind = heard.frame.kind
        if frames.lazy.filter({ $0.frame.kind == kind }).count == Self.atMost,
            let oldest = frames.firstIndex(where: { $0.frame.kind == kind })
        {
            frames.remove(at: oldest)
        }
        frames.append(heard)
    }

    func first(where fits: (Heard) -> Bool) -> Heard? { frames.first(where: fits) }

    /// Takes the first frame that fits.
    mutating func take(where fits: (Heard) -> Bool) -> Heard? {
        frames.firstIndex(where: fits).map { frames.remove(at: $0) }
    }

    /// The limit for each kind of frame, so that a frequent kind does not push out a rare one.
    private static let atMost = 64
}

extension Player {
    // MARK: Inputs

    /// A frame came that is part of no message; the number is that of its stream, or of the connection.
    package func frameCame(_ frame: FrameReport, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { player in
            player.heardClient()
            player.record.writeFrame(frame, on: number)
            guard let connection = player.connections[number.carrier] else { return }
            connection.hear(.init(frame: frame, number: number, afterOurs: player.course.oursDone))
            if frame.kind == .resetStream { player.streamWasReset(number) }
            if frame.kind == .ping, frame.values.first("flags") != nil { connection.pingWasAcknowledged() }
            if player.checkAwaited() || !frame.needsLine || player.inquiry.isNoLoss(frame, number) { return }
            player.objectUnlessWritten(frame, number)
        }
    }

    /// A frame of the server's own left, which no line asked for.
    package func frameSent(_ frame: FrameReport, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { $0.record.write(.frame(by: .server, frame), connection: number) }
    }

    /// The client broke a rule of HTTP/2; only the stream is concerned if the number is that of one.
    package func protocolBroken(
        _ slug: String, _ sentence: String, _ citation: String, offset: Int, isLimit: Bool = false,
        on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) { player in
            player.heardClient()
            player.record.write(
                .deviation(offset: offset, rule: slug, sentence: sentence, citation: citation), connection: number)
            player.connections[number.carrier]?.stray()
            _ = player.connections[number.carrier]?.takeBeginning()
            guard player.inquiry.isJudging, player.connections[number.carrier]?.isFinished == false else { return }
            let fault = FormFault.rule(slug, byte: offset, sentence: sentence, citation: citation)
            isLimit ? player.reachLimit(.form(number, fault)) : player.object(.unreadable(number, fault), on: number)
        }
    }

    /// Whether a `! settings` further down, above the first message, is the first frame of this connection.
    package func opensWithSettings(_ number: ConnectionNumber) -> Bool {
        guard let connection = connections[number], connection.requests == 0 else { return false }
        for placed in course.linesAhead() {
            switch placed.line.deed {
            case .act(.settings), .act(.answers(.settings, false)):
                return (connections.number(of: placed.line.lane) ?? connections.idle()) == number
            case .receive, .send, .act(.goAway), .act(.ping), .act(.frame), .act(.resetStream): return false
            case .act, .await, .binding, .callback, .order: continue
            }
        }
        return false
    }

    // MARK: What it means

    private func streamWasReset(_ number: ConnectionNumber) {
        guard !number.isWhole, connections[number]?.closedByClient == nil else { return }
        connections.close(number, .reset, afterOurs: course.oursDone, isForGood: false)
        brokeOff(number, .reset)
    }

    /// Reports an unexpected frame, unless a line further down may still take it; then it came too soon.
    private func objectUnlessWritten(_ frame: FrameReport, _ number: ConnectionNumber) {
        let lane = inquiry.lane(of: number)
        let isWritten = course.linesAhead().contains { placed in
            if case .await(.frame(frame.kind, _)) = placed.line.deed {
                lane == nil || placed.line.lane == lane
            } else {
                false
            }
        }
        guard !isWritten, inquiry.isJudging, connections[number]?.isFinished == false else { return }
        object(.frame(frame.description, on: number), on: number)
    }

    // MARK: What the server says

    /// The strike for an act of HTTP/2.
    func frames(of act: Act, _ placed: PlacedLine) -> Strike? {
        switch act {
        case .resetStream(let code): .resetStream(code)
        case .goAway(let code, let last): .goAway(code, last: last.flatMap { number(of: $0) })
        case .settings(let settings): .settings(settings)
        case .ping: .ping
        case .answers(let answer, let on): .answers(answer, on)
        case .frame(let frame): self.frame(frame, placed)
        default: nil
        }
    }

    private func number(of last: LastStream) -> Int? {
        switch last {
        case .number(let number): number
        case .lane(let lane): connections.number(of: lane)?.stream
        }
    }

    private func frame(_ written: WrittenFrame, _ placed: PlacedLine) -> Strike {
        let own = connections.number(of: placed.line.lane)?.stream
        let stream = written.stream ?? (written.kind.isOfConnection ? 0 : own ?? 0)
        let payload = values.bytes(written.payload, inquiry.scope(placed))
        return .frame(
            Frame(written.kind, written.flags, stream: stream, payload: payload), length: written.length)
    }
}

extension FrameKind {
    /// The frame belongs on stream 0 by RFC 9113.
    fileprivate var isOfConnection: Bool { self == .settings || self == .ping || self == .goAway }
}
