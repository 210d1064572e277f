// TranscriptLines.swift: the transcript as JSON Lines, version 1.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
import QuintainTalk

/// One JSON object a line; `docs/transcript.md` fixes the members.
package enum TranscriptLines {
    package static let version = 1

    package static func header(scenario: String) -> JSONText {
        .object([("transcript", .number(version)), ("scenario", .text(scenario))])
    }

    package static func object(of event: Event) -> JSONText {
        var members: [(String, JSONText)] = [("n", .number(event.number)), ("us", .number(Int(event.time / 1000)))]
        members.append(("event", .text(event.happening.kind.rawValue)))
        if let connection = event.connection { members += Self.members(of: connection) }
        if let lane = event.lane, !lane.isEmpty { members.append(("lane", .text(lane))) }
        if let line = event.line { members.append(("line", .number(line.number))) }
        members += details(of: event.happening)
        return .object(members)
    }

    private static func members(of number: ConnectionNumber) -> [(String, JSONText)] {
        [("connection", .number(number.connection))] + (number.stream.map { [("stream", .number($0))] } ?? [])
    }

    private static func details(of happening: Happening) -> [(String, JSONText)] {
        switch happening {
        case .connectionOpened(let origin, let peer):
            [("origin", .text(origin)), ("peer", .text(peer))]
        case .connectionClosed(let side, let how):
            [("by", .text(side.rawValue)), ("how", .text(how.rawValue))]
        case .tls(let side, let what):
            [("by", .text(side.rawValue)), ("text", .text(EventPrinter.text(what)))]
        case .frame(let side, let what):
            [("by", .text(side.rawValue)), ("text", .text(what.description))]
        case .received(let part, let payload), .sent(let part, let payload):
            [("part", .text(part.rawValue))] + bytes(payload)
        case .requestEnded(let length):
            [("body", .number(length))]
        case .deviation(let offset, let rule, let sentence, let citation):
            [
                ("offset", .number(offset)), ("rule", .text(rule)), ("text", .text(sentence)),
                ("citation", .text(citation)),
            ]
        case .acted(let text), .awaited(let text), .branched(let text): [("text", .text(text))]
        case .ordered(_, let text): [("text", .text(text ?? EventPrinter.impliedOrder))]
        case .noted(let note): [("text", .text(FindingText.sentence(note)))]
        case .reported(let callback):
            [("text", .text(callback.notation))] + (callback.question.map { [("question", .number($0))] } ?? [])
        case .answered(let decision, let question):
            [("text", .text(decision.description)), ("question", .number(question))]
        case .broken(let breach, let root):
            [("severity", .text(breach.severity.rawValue)), ("text", .text(breach.sentence))]
                + (root.map { [("follows", .number($0))] } ?? [])
        case .leftOut(let last):
            [("to", .number(last))]
        }
    }

    /// `bytes` is how many there were; `text` or `hex` is the first of them, all unless `kept` says fewer.
    private static func bytes(_ payload: Payload) -> [(String, JSONText)] {
        var members: [(String, JSONText)] = [("bytes", .number(payload.count))]
        if let offset = payload.pattern, payload.count >= 16 {
            members.append(("from", .number(offset)))
            return members
        }
        if let text = String(validating: payload.kept, as: UTF8.self) {
            members.append(("text", .text(text)))
        } else {
            members.append(("hex", .text(Quoting.hexDigits(payload.kept))))
        }
        if !payload.isWhole { members.append(("kept", .number(payload.kept.count))) }
        return members
    }
}
