// StreamConversation+Reading.swift: the client's frames and the answers to them, told to the session.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainPlayer
import QuintainTranscript
import QuintainWire

extension StreamConversation {
    func understand() -> Bool {
        while let event = wire.next() {
            let answer = event.answer
            tell(event)
            self.answer(answer)
            for (frame, stream) in takeUntold() {
                teller.tell(of: stream) { $0.frameSent(frame, on: $1, at: $2) }
            }
            if wire.isOver { finish() }
            if teller.player?.workedLong == true { return false }
        }
        if wire.hasBegunHead { teller.tell { $0.requestBegan(on: $1, at: $2) } }
        return true
    }

    private func tell(_ event: borrowing HTTP2Connection.Event) {
        func frame(_ kind: FrameKind, _ values: [(String, String)], of stream: Int = 0) {
            let report = FrameReport(kind, values.map { Field($0.0, $0.1) })
            teller.tell(of: stream) { $0.frameCame(report, on: $1, at: $2) }
        }
        switch event {
        case .preface: beginPreface()
        case .settings(let list): frame(.settings, list.map { ($0.name.description, "\($0.value)") })
        case .settingsAcknowledged:
            frame(.settings, [("flags", "ACK")])
            roomMayBeDue()
        case .head(let stream, _):
            begin(stream)
            guard let head = wire.requestHead else { return }
            let scheme = wire.requestScheme
            teller.tell(of: stream) { $0.requestArrived(head, on: $1, at: $2) }
            guard let scheme else { return }
            teller.tell(of: stream) { $0.schemeArrived(scheme, offset: head.offset, on: $1, at: $2) }
        case .content(let stream, let bytes, let weight):
            if !bytes.isEmpty {
                let copy = Array(bytes)
                teller.tell(of: stream) { $0.bodyArrived(copy[...], on: $1, at: $2) }
            }
            consumed(weight, on: stream)
        case .trailers(let stream): keep(wire.trailers ?? [], of: stream)
        case .end(let stream):
            let trailers = takeTrailers(of: stream)
            teller.tell(of: stream) { $0.requestEnded(trailers: trailers, on: $1, at: $2) }
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
        case .refused(let stream): teller.tell(of: stream) { $0.streamRefused($1, at: $2) }
        case .breach(let breach):
            teller.tell(of: breach.stream) {
                $0.protocolBroken(
                    breach.slug, breach.sentence, breach.citation, offset: breach.offset, isLimit: breach.rule.isLimit,
                    on: $1, at: $2)
            }
            if !breach.isOfConnection { roomMayBeDue() }
        case .informational: break
        }
    }
}

// MARK: - The server's own frames

extension StreamConversation {
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
