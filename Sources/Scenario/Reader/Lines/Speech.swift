// Speech.swift: the phase of each voice in the message that it speaks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// Tells what each message line is, by what the same voice said before in its lane.
///
/// ```
/// none ──start──▶ head ──bare mark──▶ body ──! trailers──▶ trailers
///                  │ │                 │
///                  │ └─ of a 1xx ──▶ over ◀── {{absent}}
///                  │                   ▲
///                  └─ another voice ──▶ closed
/// ```
struct Speech {
    enum Phase {
        /// Nothing was said yet.
        case none
        case head(informational: Bool)
        /// Another voice has ended the head, which had no bare mark: no body follows, unless the client was answered and
        /// goes on below.
        case closed(isAnswered: Bool)
        case body
        case trailers
        /// A 1xx has ended, or `{{absent}}` said that no more comes: a start line must follow.
        case over

        var isBody: Bool { if case .body = self { true } else { false } }
    }

    struct Speaker: Hashable {
        var voice: Voice
        var lane: Lane
    }

    private struct Message {
        var phase = Phase.none
        /// The number of this voice's last line; 0: there is none.
        var last = 0
        /// Whether the last line of the body has its own line end.
        var endsItself = false
    }

    /// The messages of both voices in one lane.
    private struct Exchange {
        private var client = Message()
        private var server = Message()
        private(set) var lastVoice: Voice?

        mutating func endMessages() {
            if client.last > 0 { client.phase = .over }
            if server.last > 0 { server.phase = .over }
        }

        subscript(voice: Voice) -> Message {
            get { voice == .client ? client : server }
            set {
                switch voice {
                case .client: client = newValue
                case .server: server = newValue
                }
                lastVoice = voice
            }
        }
    }

    /// Nearly every line has no lane.
    private var unnamed = Exchange()
    private var named: [Lane: Exchange] = [:]
    /// The messages of this block that are written out.
    private var written: [Speaker: WrittenMessage] = [:]
    /// Lines of all voices so far; comments, settings and blocks are none.
    private var count = 1
    /// The number of the last line that the server or the driver does.
    private var lastOurs = 0
    /// Lines of messages so far.
    private(set) var spoken = 0

    /// The phase in which a voice says its next line, and whether the line above was its own.
    mutating func speaks(_ speaker: Speaker) -> (phase: Phase, goesOn: Bool) {
        count += 1
        spoken += 1
        var message = self[speaker.lane][speaker.voice]
        let goesOn = message.last == count - 1
        // Without a bare mark, a head ends before the first line of another voice.
        if !goesOn, case .head(let informational) = message.phase {
            message.phase =
                informational ? .over : .closed(isAnswered: speaker.voice == .client && lastOurs > message.last)
        }
        message.last = count
        if speaker.voice == .server { lastOurs = count }
        self[speaker.lane][speaker.voice] = message
        return (message.phase, goesOn)
    }

    mutating func enter(_ phase: Phase, _ speaker: Speaker) {
        let message = self[speaker.lane][speaker.voice]
        self[speaker.lane][speaker.voice] = Message(phase: phase, last: message.last)
    }

    /// The message has begun, or what it is has become known.
    mutating func write(_ message: WrittenMessage?, _ speaker: Speaker) { written[speaker] = message }

    mutating func writeBody(_ line: Text, _ speaker: Speaker) {
        written[speaker]?.body.append(line)
    }

    func written(_ speaker: Speaker) -> WrittenMessage? { written[speaker] }

    /// Takes in a line of the body, and returns whether the one above has ended itself.
    mutating func saysBody(endingItself: Bool, _ speaker: Speaker) -> Bool {
        defer { self[speaker.lane][speaker.voice].endsItself = endingItself }
        return self[speaker.lane][speaker.voice].endsItself
    }

    /// Ends all messages: a start line must follow.
    mutating func endMessages() {
        unnamed.endMessages()
        for lane in named.keys { named[lane]?.endMessages() }
        forgetReplies()
    }

    /// Shorthand is about no reply above: it stands in another block.
    mutating func forgetReplies() { written = [:] }

    /// Takes in a callback, an act or an order: another voice.
    mutating func interrupt(byOurs: Bool = true) {
        count += 1
        if byOurs { lastOurs = count }
    }

    /// `! trailers`: the body of the message that spoke last in the lane has ended.
    mutating func beginTrailers(_ lane: Lane) -> Bool {
        guard let voice = self[lane].lastVoice else { return false }
        switch self[lane][voice].phase {
        case .none, .over: return false
        case .head, .closed, .body, .trailers: break
        }
        self[lane][voice].phase = .trailers
        self[lane][voice].last = count
        return true
    }

    /// Whether the client's message in the lane has begun, so that `! await bytes` can be about it.
    func hasRequest(_ lane: Lane) -> Bool {
        self[lane][.client].last > 0
    }

    private subscript(lane: Lane) -> Exchange {
        get { lane.name.isEmpty ? unnamed : named[lane] ?? Exchange() }
        set {
            if lane.name.isEmpty { unnamed = newValue } else { named[lane] = newValue }
        }
    }
}
