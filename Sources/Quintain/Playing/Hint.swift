// Hint.swift: what a failure may have to do with the client's session and its delegate.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTalk
import QuintainTranscript
import QuintainWords

/// What a play that went otherwise cannot show by itself, beside its findings.
struct Hint {
    let script: QuintainScenario.Scenario
    let outcome: Outcome
    let transcript: Transcript
    let client: Stage.Client

    var sentences: [String] {
        let first = outcome.breaches.lazy.compactMap(\.hint).first
        if isUnvisited { return [Self.proxy ?? first].compactMap(\.self) }
        return [first, ofSession].compactMap(\.self)
    }

    /// Nothing else is to be said where a line waited for a client that has not come.
    private var isUnvisited: Bool {
        let isOpened = transcript.events.contains { if case .connectionOpened = $0.happening { true } else { false } }
        return !isOpened && outcome.breaches.contains { $0.difference.instead == .noConnection }
    }

    /// Callbacks did not come, and no delegate was told of the end of a load, or of anything.
    private var ofSession: String? {
        let slugs = outcome.breaches.flatMap { [$0.slug] + $0.follows.map(\.slug) }
        // A decision that is wrong, or was not made, is reason enough.
        guard slugs.contains(.neverCame), !slugs.contains(.wrongDecision),
            ScenarioSurvey(script).lines.contains(where: { $0.callback != nil })
        else { return nil }
        let told = transcript.events.compactMap { event in
            if case .reported(let callback) = event.happening { callback.kind } else { nil }
        }
        switch client.hearing {
        case .everything: return told.contains(where: \.endsLoad) ? nil : Self.noEnds
        case .questions: return told.isEmpty ? Self.noQuestions : nil
        case .nothing: return nil
        }
    }

    /// The proxy of the environment that a client is sent to, where no connection came. On Apple's systems URLSession has its
    /// proxies from the settings of the system.
    static var proxy: String? {
        #if canImport(FoundationNetworking)
            let values = ProcessInfo.processInfo.environment
            return ProxyVariable.name(among: { values[$0] }).map { ProxyVariable.sentence($0, for: "the tests") }
        #else
            return nil
        #endif
    }

    private static let noEnds = """
        no delegate was told of the end of a load: async calls and completion handlers tell a delegate of questions alone, \
        which play.session() and RecordingDelegate(play, hears: .questions) expect; and is it the session that the client \
        loads with?
        """
    private static let noQuestions = """
        no delegate of this play was asked anything: does the client load with play.session(), \
        or with a session whose delegate is a RecordingDelegate(play), and does no task have a delegate of its own?
        """
}

extension CallbackKind {
    /// Whether URLSession decides by itself where its delegate has no method for the question.
    var hasDefault: Bool { [.redirect, .challenge, .response].contains(self) }
}

extension Line {
    var callback: Callback? { if case .callback(let callback) = deed { callback } else { nil } }
}
