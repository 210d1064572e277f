// SwappedMarks.swift: start lines behind the other side's mark.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// A file whose marks are the wrong way round has one mistake.
struct SwappedMarks {
    /// The marks below start lines of the other side.
    private var swapped: Set<Voice> = []
    private var hasTold = false

    /// The voice that a message line is meant for: its mark's, or the other side's below `< GET /a` and `> 200`.
    mutating func voiceMeant(
        by mark: Mark, of voice: Voice, _ line: SourceLine, _ speech: Speech, _ faults: inout Faults
    ) -> Voice {
        // What is no start line of the other side can be nothing else but what its mark says.
        if swapped.isEmpty, let content = mark.content, !content.isStart(of: voice.other) { return voice }
        guard let content = mark.content, let speaker = Self.speaker(ofStart: content) else {
            return swapped.contains(voice) ? voice.other : voice
        }
        guard speaker != voice else {
            swapped.remove(voice)
            return voice
        }
        let lane = Lane(mark.lane.string)
        guard swapped.contains(voice) || !speech.isInBody(Speech.Speaker(voice: voice, lane: lane)) else {
            return voice
        }
        if !hasTold { tell(content, voice, line, &faults) }
        swapped.insert(voice)
        return speaker
    }

    private mutating func tell(_ content: Text, _ voice: Voice, _ line: SourceLine, _ faults: inout Faults) {
        hasTold = true
        let lane = line.whole.upTo(content.start - 1).from(1).string
        let isReply = voice == .client
        faults.add(
            .badStartLine, line.whole.place,
            isReply
                ? "this is a reply, and '>' is what the client sends"
                : "this is a request, and '<' is what the server sends",
            help: "write '\(isReply ? "<" : ">")\(lane) \(content.string)'; the lines of a request have '>', "
                + "those of its reply '<'")
    }

    /// Who says such a start line; nil: it is none, or not plainly one.
    private static func speaker(ofStart content: Text) -> Voice? {
        if content.isRequestStart {
            let words = content.string.split(separator: " ")
            let isTarget = words[1] == "*" || ["/", "http://", "https://", "{{"].contains { words[1].hasPrefix($0) }
            return StartLineSlip.methods.contains(String(words[0])) && isTarget ? .client : nil
        }
        guard content.isReplyStart else { return nil }
        if content.starts(with: "HTTP/") { return .server }
        let isStatus = (UInt8(ascii: "1")...UInt8(ascii: "5")).contains(content.bytes.first ?? 0)
        return isStatus && !content.from(content.start + 3).trimmed.starts(with: "/") ? .server : nil
    }
}

extension Text {
    fileprivate func isStart(of voice: Voice) -> Bool { voice == .client ? isRequestStart : isReplyStart }
}

extension Voice {
    fileprivate var other: Voice { self == .client ? .server : .client }
}
