// Highlight+Messages.swift: `>` and `<` lines, and acts, which may lie within a message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Highlight {
    mutating func message(_ voice: Voice, _ mark: Mark, _ paint: inout Paint) {
        head = .none
        paint.mark(mark, voice == .client ? .clientMark : .serverMark)
        let speaker = Speech.Speaker(voice: voice, lane: Lane(mark.lane.string))
        var (phase, goesOn) = speech.speaks(speaker)
        if isRoutes, voice == .client, isReplied {
            // A client's line below a reply begins another exchange.
            speech = Speech()
            _ = speech.speaks(speaker)
            (phase, goesOn, isReplied) = (.none, false, false)
        }
        if voice == .server { isReplied = true }
        guard let content = mark.content else {
            if case .head(let informational) = phase { speech.enter(informational ? .over : .body, speaker) }
            return
        }
        if content.isRaw {
            raw(content, phase, speaker)
            return paint.values(in: content, as: .text)
        }
        let filled = firstRow.filled(content)
        let isStart =
            voice == .client ? filled.isRequestStart : filled.isReplyStart
        switch phase {
        case .none, .over: start(content, speaker, &paint)
        case .head where voice == .client && content.equals("{{absent}}"):
            speech.enter(.over, speaker)
            paint.values(in: content, as: .text)
        case .head where isStart && (voice == .server || filled.fieldName == nil):
            start(content, speaker, &paint)
        case .closed where isStart, .body where !goesOn && isStart, .trailers where !goesOn && isStart:
            start(content, speaker, &paint)
        case .head, .trailers: paint.field(content)
        case .closed, .body:
            if content.equals("{{absent}}") { speech.enter(.over, speaker) }
            paint.values(in: content, as: .text)
        }
    }

    private mutating func start(_ content: Text, _ speaker: Speech.Speaker, _ paint: inout Paint) {
        let isInformational =
            speaker.voice == .server && ScenarioBuilder.isInformational(firstRow.filled(content).bytes)
        speech.enter(.head(informational: isInformational), speaker)
        let parts = Scanner.split(content, at: Byte.space, strings: false, values: true)
        if speaker.voice == .client {
            paint.values(in: parts[0], as: .method)
            guard parts.count > 1 else { return }
            paint.values(in: content.from(parts[0].end + 1), as: .target)
            if parts.count == 3, parts[2].isVersion { paint.values(in: parts[2], as: .version) }
        } else if content.starts(with: "HTTP/") {
            paint.values(in: parts[0], as: .version)
            if parts.count > 1 { paint.values(in: parts[1], as: .status) }
            if parts.count > 2 { paint.values(in: content.from(parts[1].end), as: .text) }
        } else {
            paint.values(in: parts[0], as: .status)
            paint.values(in: content.from(parts[0].end), as: .text)
        }
    }

    /// Raw bytes may begin a message and may end its head, as far as their plain text shows.
    private mutating func raw(_ content: Text, _ phase: Speech.Phase, _ speaker: Speech.Speaker) {
        let typed = content.string
        let endsHead = typed.contains(#"\n\r\n"#) || typed.contains(#"\n\n"#)
        let isStart: Bool =
            switch phase {
            case .none, .over: true
            case .head, .closed, .body, .trailers: speaker.voice == .server && typed.contains("\"HTTP/")
            }
        if isStart {
            speech.enter(endsHead ? .body : .head(informational: false), speaker)
        } else if case .head = phase, endsHead || typed.contains(#""\r\n"#) {
            speech.enter(.body, speaker)
        }
    }

    mutating func act(_ mark: Mark, _ paint: inout Paint) {
        speech.interrupt()
        guard let content = mark.content else { return }
        let words = Scanner.words(of: content).words
        guard let first = words.first else { return paint.words(content) }
        if first.text.equals("trailers") { _ = speech.beginTrailers(Lane(mark.lane.string)) }
        paint.act(first, content)
    }
}
