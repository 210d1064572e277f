// Speech.swift: how far each voice has come in the message that it speaks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Says of every message line what it is, from what the same voice said before in its lane.
///
/// ```
/// none ──start──▶ head ──bare mark, or another voice──▶ body ──! trailers──▶ trailers
///                  │                                      │
///                  └─ of a 1xx ──▶ over ◀── {{absent}} ───┘
/// ```
struct Speech {
    enum Phase {
        /// Nothing was said yet.
        case none
        case head(informational: Bool)
        case body
        case trailers
        /// A 1xx has ended, or `{{absent}}` said that no more comes: a start line must follow.
        case over
    }

    struct Speaker: Hashable {
        var voice: Voice
        var lane: Lane
    }

    private struct Message {
        var phase = Phase.none
        /// The number of this voice's last line.
        var last = 0
    }

    private var messages: [Speaker: Message] = [:]
    private var lastSpeaker: [Lane: Speaker] = [:]
    /// Lines of all voices so far; comments, settings and blocks are none.
    private var count = 1
    /// Lines of messages so far.
    private(set) var spoken = 0

    /// What the voice is in the midst of, now that it speaks again.
    mutating func speaks(_ speaker: Speaker) -> (phase: Phase, goesOn: Bool) {
        count += 1
        spoken += 1
        var message = messages[speaker] ?? Message()
        let goesOn = message.last == count - 1
        // Without a bare mark, a head ends before the first line of another voice.
        if !goesOn, case .head(let informational) = message.phase {
            message.phase = informational ? .over : .body
        }
        message.last = count
        messages[speaker] = message
        lastSpeaker[speaker.lane] = speaker
        return (message.phase, goesOn)
    }

    mutating func enter(_ phase: Phase, _ speaker: Speaker) {
        messages[speaker]?.phase = phase
    }

    /// A callback, an act or an order: another voice.
    mutating func interrupt() {
        count += 1
    }

    /// `! trailers`: the body of the message that spoke last in the lane has ended.
    mutating func beginTrailers(_ lane: Lane) -> Bool {
        guard let speaker = lastSpeaker[lane], let message = messages[speaker] else { return false }
        switch message.phase {
        case .none, .over: return false
        case .head, .body, .trailers: break
        }
        messages[speaker]?.phase = .trailers
        messages[speaker]?.last = count
        return true
    }

    /// Whether the client's message in the lane has begun, so that `! early` can end the waiting for it.
    func hasRequest(_ lane: Lane) -> Bool {
        messages[Speaker(voice: .client, lane: lane)] != nil
    }
}
