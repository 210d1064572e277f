// BreachSubjects.swift: what a breach is about, where its kind has many.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainScenario
import QuintainTranscript
import QuintainWords

/// Tells breaches of one kind in one play apart, so that a known failure does not hide another one.
struct BreachSubjects {
    let scenario: Scenario
    let transcript: Transcript

    /// The callback that came, `finish`, or the field of the line, `cookie`; nil: the breach is of another kind.
    func subject(of breach: Breach) -> String? {
        switch breach.slug {
        case .unexpectedCallback: callback(of: breach)
        case .wrongField: (breach.line?.number).flatMap(field)
        default: nil
        }
    }

    /// The first callback that came, or `finish` if that followed: what was taken in the end was not refused.
    private func callback(of breach: Breach) -> String? {
        let came = ([breach] + breach.follows).filter { $0.slug == .unexpectedCallback }.compactMap(\.event)
            .compactMap(callback)
        return came.first { $0 == CallbackKind.finish.rawValue } ?? came.first
    }

    private func callback(ofEvent number: Int) -> String? {
        for event in transcript.events where event.number == number {
            guard case .reported(let notation, _) = event.happening else { return nil }
            return notation.split(separator: " ").first.map(String.init)
        }
        return nil
    }

    /// `> Cookie: {{absent}}`, and with a lane `>b Cookie: …`.
    private func field(ofLine number: Int) -> String? {
        guard scenario.source.indices.contains(number - 1) else { return nil }
        let text = scenario.source[number - 1]
        guard text.hasPrefix(">"), let blank = text.firstIndex(of: " "), let colon = text.firstIndex(of: ":"),
            blank < colon
        else { return nil }
        let name = text[text.index(after: blank)..<colon]
        return name.contains(" ") ? nil : name.lowercased()
    }
}
