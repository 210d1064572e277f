// BreachSubjects.swift: what a breach is about, so that one of its kind does not stand for another.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords
import QuintainTalk

/// Tells breaches of one kind in one play apart, so that a known failure does not hide another one.
struct BreachSubjects {
    private let scenario: Scenario
    private let names: LineNames
    private let steps: Steps
    private let transcript: Transcript

    init(_ scenario: Scenario, _ steps: Steps, _ transcript: Transcript) {
        (names, self.steps, self.transcript) = (LineNames(scenario), steps, transcript)
        self.scenario = scenario
    }

    /// `GET:/a`, `finish`, `cookie`, `GET:/b:before:GET:/a`; nil: the breach is of a kind that is about nothing more.
    func subject(of breach: Breach) -> String? {
        guard let subject = breach.slug.subject, let about = about(subject, breach) else { return nil }
        let due = breach.due.flatMap { due in names.name(of: spot(of: due)) { rounds(of: due) } }
        return about + (due.map { FailureName.before + $0 } ?? "")
    }

    private func about(_ subject: Breach.Slug.Subject, _ breach: Breach) -> String? {
        let line = breach.line
        let round = { line.flatMap { $0.step < 0 ? breach.round : rounds(of: $0) } }
        return switch subject {
        case .callback: callback(of: breach)
        case .request: breach.event.flatMap(request)
        case .field: line.flatMap { names.field(of: spot(of: $0), round: round) }
        case .message: line.flatMap { names.message(of: spot(of: $0), round: round) }
        case .line: line.flatMap { names.name(of: spot(of: $0), round: round) }
        }
    }

    /// How often the line had been reached.
    private func rounds(of line: LineReference) -> Int { (count(line) + each(line) - 1) / each(line) }

    /// A line of which no step is known is the last for which its shorthand stands.
    private func spot(of line: LineReference) -> LineNames.Spot {
        LineNames.Spot(line: line.number, part: (count(line) + each(line) - 1) % each(line))
    }

    private func count(_ line: LineReference) -> Int {
        zip(steps.numbers, steps).count { $0 <= line.step && $1.line == line.number }
    }

    private func each(_ line: LineReference) -> Int { max(1, scenario.steps(ofLine: line.number).count) }

    // MARK: Events

    /// The first callback that came, or `finish` if that followed: what was taken in the end was not refused.
    private func callback(of breach: Breach) -> String? {
        let came = ([breach] + breach.follows).filter { $0.slug == breach.slug }.compactMap(\.difference.callback?.kind)
        return (came.first { $0 == .finish } ?? came.first)?.rawValue
    }

    /// Queries may have what no other run has.
    private func request(ofEvent number: Int) -> String? {
        let event = transcript.events(after: number - 1, atMost: 1).first { $0.number == number }
        guard case .received(.start, let payload)? = event?.happening else { return nil }
        let words = String(decoding: payload.kept, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard words.count > 1 else { return nil }
        return LineNames.joined("\(words[0]) \(words[1].prefix { $0 != "?" })")
    }
}

extension Breach.Slug {
    fileprivate enum Subject {
        /// That came, and no line takes it.
        case callback, request
        /// Of the line.
        case field, message
        /// The line: a message, a callback or an act.
        case line
    }

    fileprivate var subject: Subject? {
        switch self {
        case .unexpectedCallback, .afterEnd: .callback
        case .unexpectedRequest: .request
        case .wrongField: .field
        case .wrongVersion, .wrongBody, .wrongTarget, .wrongConnection, .malformedRequest: .message
        case .wrongValue, .wrongTime, .wrongDecision, .wrongBranch, .neverCame, .tooSoon: .line
        case .unreadableRequest, .unexpectedBytes, .unexpectedFrame, .unexpectedGreeting, .notSent: nil
        }
    }

    /// Its breaches are told apart by what they are about.
    var hasSubject: Bool { subject != nil }
}
