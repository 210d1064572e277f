// StreamTraffic+Reading.swift: the client's frames and the answers to them, told to the session.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainPlayer
import QuintainTranscript
import QuintainWire

extension StreamTraffic {
    /// Tells the session the events that have come, and answers them. false: others should have their turn before the rest.
    func understand(_ number: ConnectionNumber, for session: Session) -> Bool {
        while let event = wire.next() {
            let answer = event.answer
            tell(event, number, session)
            self.answer(answer)
            for (frame, stream) in takeUntold() {
                let whole = stream == 0 ? number : ConnectionNumber(number.connection, stream: stream)
                session.tell { $0.frameSent(frame, on: whole, at: $1) }
            }
            if wire.isOver { finish() }
            if session.player.workedLong { return false }
        }
        return true
    }

    private func tell(_ event: borrowing HTTP2Connection.Event, _ number: ConnectionNumber, _ session: Session) {
        func on(_ stream: Int) -> ConnectionNumber {
            stream == 0 ? number : ConnectionNumber(number.connection, stream: stream)
        }
        func frame(_ kind: FrameKind, _ values: [(String, String)], of stream: Int = 0) {
            let report = FrameReport(kind, values.map { Field($0.0, $0.1) })
            session.tell { $0.frameCame(report, on: on(stream), at: $1) }
        }
        switch event {
        case .preface: begin()
        case .settings(let list): frame(.settings, list.map { ($0.name.description, "\($0.value)") })
        case .settingsAcknowledged:
            frame(.settings, [("flags", "ACK")])
            roomMayBeDue()
        case .head(let stream, _):
            begin(stream)
            guard let head = wire.requestHead else { return }
            let scheme = wire.requestScheme
            session.tell { $0.requestArrived(head, on: on(stream), at: $1) }
            if let scheme { session.tell { $0.schemeArrived(scheme, offset: head.offset, on: on(stream), at: $1) } }
        case .content(let stream, let bytes, let weight):
            if !bytes.isEmpty {
                let copy = Array(bytes)
                session.tell { $0.bodyArrived(copy[...], on: on(stream), at: $1) }
            }
            consumed(weight, on: stream)
        case .trailers(let stream): keep(wire.trailers ?? [], of: stream)
        case .end(let stream):
            let trailers = takeTrailers(of: stream)
            session.tell { $0.requestEnded(trailers: trailers, on: on(stream), at: $1) }
        case .dropped(_, let weight): consumed(weight, on: 0)
        case .reset(let stream, let code):
            forget(stream)
            frame(.resetStream, [("code", code.description)], of: stream)
        case .goAway(let last, let code, let debug):
            let text = debug.isEmpty ? [] : [("debug", String(decoding: debug, as: UTF8.self))]
            frame(.goAway, [("last", "\(last)"), ("code", code.description)] + text)
        case .ping: frame(.ping, [])
        case .pingAcknowledged: frame(.ping, [("flags", "ACK")])
        case .windowUpdate(let stream, let increment):
            frame(.windowUpdate, [("increment", "\(increment)")], of: stream)
        case .priority(let stream, let priority):
            frame(
                .priority, [("dependency", "\(priority.dependency)"), ("weight", "\(priority.weight)")], of: stream)
        case .unknown(let head): frame(head.kind, [("length", "\(head.length)")], of: head.stream)
        case .refused(let stream):
            session.tell { $0.streamRefused(on(stream), at: $1) }
        case .breach(let breach):
            session.tell {
                $0.protocolBroken(
                    breach.slug, breach.sentence, breach.citation, offset: breach.offset, isLimit: breach.rule.isLimit,
                    on: on(breach.stream), at: $1)
            }
            if !breach.isOfConnection { roomMayBeDue() }
        case .informational: break
        }
    }
}

// MARK: - The server's own frames

extension StreamTraffic {
    /// Keeps what a reader of the transcript may miss. PING is acknowledged, and room is given again, for all that has come:
    /// a frame for each would say nothing.
    func remember(_ answer: FrameAnswer) {
        switch answer {
        case .settingsAcknowledgement: untold.append((FrameReport(.settings, [Field("flags", "ACK")]), 0))
        case .resetStream(let stream, let code):
            untold.append((FrameReport(.resetStream, [Field("code", code.description)]), stream))
        case .goAway(let last, let code):
            untold.append((FrameReport(.goAway, [Field("last", "\(last)"), Field("code", code.description)]), 0))
        case .ping, .windowUpdate: break
        }
    }

    func remember(_ settings: [Setting]) {
        untold.append((FrameReport(.settings, settings.map { Field($0.name.description, "\($0.value)") }), 0))
    }

    private func takeUntold() -> [(frame: FrameReport, stream: Int)] {
        defer { untold = [] }
        return untold
    }
}
