// ForgottenLanes.swift: lines without a lane, where the messages that they continue have one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

extension ScenarioBuilder {
    /// The lane of a line that has none, begins no message, and has none above it that it could continue. The first of
    /// such lines in a row is told of.
    mutating func forgottenLane(_ voice: Voice, _ mark: Mark, _ lane: Lane, _ line: SourceLine) -> Lane? {
        guard lane == .unnamed, let meant = speech.forgottenLane(voice) else { return nil }
        let isBelow = withoutLane == line.number - 1
        if let content = mark.content {
            guard isBelow ? !beginsPlainly(content, voice) : !mayBegin(content, voice) else { return nil }
        }
        withoutLane = line.number
        guard !isBelow else { return meant }
        let sign = voice == .client ? ">" : "<"
        let typed = "\(sign)\(meant.name)" + (mark.content.map { " \($0.string)" } ?? "")
        faults.add(
            .noMessage, line.whole.place, "no message without a lane has begun, and this line continues one",
            help: "write '\(typed)': each line of a message has its lane behind the mark")
        return meant
    }

    /// For an act that needs a message above it; nil: no lane was forgotten.
    func helpForForgottenLane(_ act: Word, _ lane: Lane, _ voices: [Voice]) -> String? {
        guard lane == .unnamed, let meant = voices.lazy.compactMap({ speech.forgottenLane($0) }).first else {
            return nil
        }
        return "write '!\(meant.name) \(act.text.line.whole.from(act.text.start).string)'"
    }

    private func beginsPlainly(_ content: Text, _ voice: Voice) -> Bool {
        voice == .client ? Self.isRequestStart(content) : Self.isReplyStart(content)
    }

    private func mayBegin(_ content: Text, _ voice: Voice) -> Bool {
        if content.starts(with: "{{") || startSlip(content, voice == .client ? ">" : "<") != nil { return true }
        return voice == .client ? startWords(content) != nil : Self.isReplyStart(content)
    }
}
