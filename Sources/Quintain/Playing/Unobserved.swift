// Unobserved.swift: why lines of callbacks were not judged.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainDriver
import QuintainScenario
import QuintainSides
import QuintainWords

struct Unobserved {
    private let kinds: Set<CallbackKind>
    private let client: Stage.Client

    init(_ script: QuintainScenario.Scenario, _ client: Stage.Client) {
        kinds = Set(ScenarioSurvey(script).lines.compactMap(\.callback?.kind))
        self.client = client
    }

    /// `2 lines of callbacks not observed: no delegate of this play hears of 'finish' and 'response'`
    func remark(_ count: Int) -> String {
        let observed = client.observed ?? client.hearing
        let unheard = kinds.subtracting(observed.kinds)
        let foreign = observed == .nothing ? [] : unheard.subtracting(Greeting.ofURLSession.callbacks.keys)
        let reasons = [
            ("no delegate of this play hears of", unheard.subtracting(foreign)),
            ("URLSession has no callback", foreign),
        ].filter { !$1.isEmpty }.map { "\($0) \(Self.quoted($1))" }
        let all = reasons + [why].compactMap(\.self)
        return "\(Summary.count(count, "line")) of callbacks not observed: \(all.joined(separator: "; "))"
    }

    /// Which session the load came from, where it was none that the play had.
    private var why: String? {
        guard let observed = client.observed, client.isOfURLSession else { return nil }
        if observed == .nothing, client.delegates == 0 {
            return "the load came from another session: \(Self.heard)"
        }
        guard client.hearing != observed else { return nil }
        return observed == .nothing
            ? "the load came from another session, before one of this play's was made: \(Self.heard)"
            : "a session of this play that reports more was made only when the load had begun: \(Self.heard)"
    }

    /// `'data', 'finish' and 'response'`
    private static func quoted(_ kinds: Set<CallbackKind>) -> String {
        let words = kinds.map { "'\($0.rawValue)'" }.sorted()
        return words.count > 1
            ? "\(words.dropLast().joined(separator: ", ")) and \(words[words.count - 1])" : words.joined()
    }

    private static let heard =
        "callbacks are heard only of play.session(), play.recordingSession() and sessions whose delegate is a "
        + "RecordingDelegate(play), made before the client's first connection"
}
