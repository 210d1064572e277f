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
        input(now) {
            heardClient()
            record.writeFrame(frame, on: number)
            guard let carrier = connections[number.carrier] else { return }
            let stream = connections[number]
            carrier.hear(.init(frame: frame, number: number, afterOurs: course.oursDone))
            if frame.kind == .resetStream, let stream, stream !== carrier, stream.closedByClient == nil {
                connections.close(stream, .reset, afterOurs: course.oursDone, isForGood: false)
                brokeOff(stream, .reset)
            }
            if frame.kind == .ping, frame.values.first("flags") != nil { carrier.pingWasAcknowledged() }
            if checkAwaited() || !frame.needsLine || inquiry.isNoLoss(frame, stream, on: carrier) { return }
            // A line further down may still take it; then it came too soon.
            let lane = inquiry.lane(of: number)
            let isWritten = course.linesAhead().contains { placed in
                guard case .await(.frame(frame.kind, _)) = placed.line.deed else { return false }
                return lane == nil || placed.line.lane == lane
            }
            guard !isWritten, inquiry.isJudging, stream?.isFinished == false else { return }
            object(.frame(frame.description, on: number), on: number)
        }
    }

    /// A frame of the server's own left, which no line asked for.
    package func frameSent(_ frame: FrameReport, on number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) { record.write(.frame(by: .server, frame), connection: number) }
    }

    /// A stream was refused, because it is one too many or above the last stream of our GOAWAY.
    package func streamRefused(_ number: ConnectionNumber, at now: Instant) -> [Effect] {
        input(now) {
            let carrier = connections[number.carrier]
            _ = carrier?.takeBeginning()
            if inquiry.isJudging, carrier?.departure.isKnown == true {
                return object(.requestBehindGoAway(on: number), on: number.carrier)
            }
            connections.refused(number)
            record.write(.noted(.streamRefused), connection: number)
        }
    }

    /// The `:scheme` of a request on a stream came. A proxy may be asked for any scheme, an origin only for its own.
    package func schemeArrived(
        _ scheme: String, offset: Int, on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now, on: number.carrier) { carrier in
            let hop = carrier.passage.end
            guard !values.origins.isProxy(hop), let spoken = values.origins.scheme(of: hop),
                scheme.lowercased() != spoken
            else { return }
            record.deviated(.schemeDiffers(scheme, origin: hop, of: spoken, offset: offset), on: number)
        }
    }

    /// The client broke a rule of HTTP/2; only the stream is concerned if the number is that of one.
    package func protocolBroken(
        _ slug: String, _ sentence: String, _ citation: String, offset: Int, isLimit: Bool = false,
        on number: ConnectionNumber, at now: Instant
    ) -> [Effect] {
        input(now) {
            heardClient()
            record.write(
                .deviation(offset: offset, rule: slug, sentence: sentence, citation: citation), connection: number)
            guard let carrier = connections[number.carrier] else { return }
            carrier.stray()
            _ = carrier.takeBeginning()
            guard inquiry.isJudging, !carrier.isFinished else { return }
            let fault = FormFault.rule(slug, byte: offset, sentence: sentence, citation: citation)
            isLimit ? reachLimit(.form(number, fault)) : object(.unreadable(number, fault), on: number)
        }
    }

    /// Whether a `! settings` further down, above the first message, is the first frame of this connection.
    package func opensWithSettings(_ number: ConnectionNumber) -> Bool {
        guard let connection = connections[number], connection.requests == 0 else { return false }
        for placed in course.linesAhead() {
            switch placed.line.deed {
            case .act(.settings), .act(.answers(.settings, false)):
                return (connections.number(of: placed.line.lane) ?? connections.idle()?.number) == number
            case .receive, .send, .act(.goAway), .act(.ping), .act(.frame), .act(.resetStream): return false
            case .act, .await, .binding, .callback, .order: continue
            }
        }
        return false
    }

    // MARK: What the server says

    /// The strike for an act of HTTP/2.
    func frames(of act: Act, _ placed: PlacedLine) -> Strike? {
        switch act {
        case .resetStream(let code): return .resetStream(code)
        case .goAway(let code, .number(let last)?): return .goAway(code, last: last)
        case .goAway(let code, .lane(let lane)?): return .goAway(code, last: connections.number(of: lane)?.stream)
        case .goAway(let code, nil): return .goAway(code, last: nil)
        case .settings(let settings): return .settings(settings)
        case .ping: return .ping
        case .answers(let answer, let on): return .answers(answer, on)
        case .frame(let written):
            let own = connections.number(of: placed.line.lane)?.stream
            let stream = written.stream ?? (written.kind.isOfConnection ? 0 : own ?? 0)
            let payload = values.bytes(written.payload, inquiry.scope(placed))
            return .frame(
                Frame(written.kind, written.flags, stream: stream, payload: payload), length: written.length)
        default: return nil
        }
    }
}

extension FrameKind {
    /// The frame belongs on stream 0 by RFC 9113.
    fileprivate var isOfConnection: Bool { self == .settings || self == .ping || self == .goAway }
}
