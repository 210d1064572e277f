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

/// Guesses at why a play went otherwise, beside its findings.
struct Hint {
    let script: QuintainScenario.Scenario
    let outcome: Outcome
    let transcript: Transcript
    let client: Stage.Client
    /// What URLSession does on this system, whatever its client does, is reason enough.
    let isOfPlatform: Bool

    var sentences: [String] {
        if isUnvisited { return [Self.proxy ?? outcome.breaches.lazy.compactMap(\.hint).first].compactMap(\.self) }
        let all = [
            ofHold, ofSession, ofQueue, ofMethod, ofTaskDelegate, ofOneCall, ofSessions, ofSteering, ofQuiet,
        ]
        return outcome.breaches.compactMap(\.hint).prefix(1) + all.compactMap(\.self)
    }

    /// Nothing else is to be guessed at where a line waited for a client that has not come.
    private var isUnvisited: Bool {
        let isOpened = transcript.events.contains { if case .connectionOpened = $0.happening { true } else { false } }
        return !isOpened && outcome.breaches.contains { $0.difference.instead == .noConnection }
    }

    private var ofHold: String? {
        client.held.map { "line \($0), `! hold`, was waiting for 'await play.go()'" }
    }

    /// Callbacks did not come, and no delegate was told of the end of a load, or of anything; or callbacks came, and no
    /// line of the file says how a load ends.
    private var ofSession: String? {
        let kinds = ScenarioSurvey(script).lines.compactMap(\.callback?.kind)
        if client.hearing == .everything, slugs.contains(.unexpectedCallback), !kinds.contains(where: \.endsLoad) {
            return Self.moreLines
        }
        // A decision that is wrong, or was not made, is reason enough.
        guard slugs.contains(.neverCame), !slugs.contains(.wrongDecision), !kinds.isEmpty, !isOfPlatform else {
            return nil
        }
        let told = transcript.events.compactMap(\.reported)
        if client.hearing != .nothing, client.hasSubclass, told.isEmpty { return Self.noSuper }
        switch client.hearing {
        case .everything where !told.contains(where: \.kind.endsLoad): return Self.noEnds
        case .questions where told.isEmpty: return Self.noQuestions
        case .everything, .questions, .nothing: return nil
        }
    }

    /// URLSession's documents ask for a serial queue, "to ensure the correct ordering of callbacks".
    private var ofQueue: String? {
        guard client.hasConcurrentQueue, client.hearing == .everything else { return nil }
        return "the session's delegateQueue runs several operations at once, so that its callbacks come in any order: "
            + "set its maxConcurrentOperationCount to 1, or pass no queue"
    }

    /// The test's delegate has decided wrongly, and in the way of one that has no method for the question: a method that is
    /// misspelt is none.
    private var ofMethod: String? {
        let wrong = outcome.breaches.filter { $0.slug == .wrongDecision }.compactMap { breach in
            ScenarioSurvey(script).lines.first { $0.place.line == breach.line?.number }?.callback?.kind
        }
        let without = client.decidedAsWithout.subtracting(client.answeredByMethod)
        guard let kind = wrong.first(where: without.contains), let method = kind.method else {
            return nil
        }
        return "without a method '\(method)', spelt so, a delegate decides '\(kind.decisionWithout.rawValue)' "
            + "at '\(kind.rawValue)': does the test's have it?"
    }

    /// A question was not heard of, and a task has a delegate that the play does not know.
    private var ofTaskDelegate: String? {
        let unheard = outcome.breaches.flatMap { [$0] + $0.follows }.contains { breach in
            let line = ScenarioSurvey(script).lines.first { $0.place.line == breach.line?.number }
            return [.neverCame, .tooSoon].contains(breach.slug) && line?.callback?.kind.decisions.isEmpty == false
        }
        guard client.hasTaskDelegate, unheard else { return nil }
        return "a task has a delegate of its own, which is asked in place of its session's: "
            + "write task.delegate = RecordingDelegate(play, forwardingTo: …, hears: .questions)"
    }

    /// A question was answered by the default, and nobody but the play was asked.
    private var ofOneCall: String? {
        #if canImport(FoundationNetworking)
            guard !client.hasOwnDelegate, slugs.contains(where: { $0 == .unexpectedRequest || $0 == .neverCame }),
                let asked = transcript.events.first(where: { $0.line == nil && $0.isSteeringQuestion })?.reported
            else { return nil }
            let kind = asked.kind
            return "no line decides at '\(kind.rawValue)', so '\(kind.decisionWithout.rawValue)' was decided; "
                + "a delegate that is given to one call, as in data(for:delegate:), is not asked by URLSession on Linux: "
                + "hand it to play.session(forwardingTo:)"
        #else
            return nil
        #endif
    }

    /// A cookie is missing, and may have been set in another session of the play.
    private var ofSessions: String? {
        let isMissing = outcome.breaches.flatMap { [$0] + $0.follows }.contains {
            $0.difference == .field("Cookie", .missing)
        }
        guard isMissing, client.delegates > 1, !isOfPlatform else { return nil }
        return
            "this play has \(client.delegates) sessions, which share no cookies: load with the one whose reply has set the cookie"
    }

    /// A request did not come, and the client was judged because it had been quiet, not because it had ended: a load of
    /// which the play does not know may be under way, or the client may pause before it asks again. Where TLS has failed,
    /// none is, and the sentence says why.
    private var ofQuiet: String? {
        guard client.wasQuiet, !isOfPlatform, let missing = outcome.breaches.first(where: { $0.slug == .neverCame }),
            !missing.hasTLSFailed,
            let line = ScenarioSurvey(script).lines.first(where: { $0.place.line == missing.line?.number }),
            let request = line.request
        else { return nil }
        let number = line.place.line
        // A request behind a silence is waited for.
        guard !isBehindSilence(number) else { return nil }
        if client.haveLoadsEnded || missing.difference.instead == .allClosed {
            guard asksAgain(request, at: number) else { return nil }
            return
                "if the client pauses before it asks again, let the test await that, or write \(Self.quiet) \(number)"
        }
        return
            "nothing had come for \(Stage.momentInMilliseconds) ms, so the client was taken to have ended: let the test "
            + "await what it does, or write \(Self.quiet) \(number)"
    }

    /// A `! quiet` stands between this line and what stands above it of the wire.
    private func isBehindSilence(_ number: Int) -> Bool {
        for line in ScenarioSurvey(script).lines.reversed() where line.place.line < number {
            switch line.deed {
            case .act(.quiet): return true
            case .receive, .send: return false
            default: continue
            }
        }
        return false
    }

    /// Whether a request is one that stands further up as well, and that no redirect or challenge has caused: those are
    /// followed at once.
    private func asksAgain(_ request: ReceiveLine, at number: Int) -> Bool {
        // That of a round before is the same line.
        var (isAgain, status) = (transcript.events.contains { $0.isReceived && $0.line?.number == number }, "")
        for line in ScenarioSurvey(script).lines where line.place.line < number {
            if line.request == request { isAgain = true }
            if case .send(.start(let start)) = line.deed {
                status = start.literalText?.split(separator: " ").dropFirst().first.map(String.init) ?? ""
            }
        }
        return isAgain && !status.hasPrefix("3") && !["401", "407"].contains(status)
    }

    private static let quiet = "'! quiet 500ms', a little less than its pause, above line"

    /// The scenario has decided in place of the client.
    private var ofSteering: String? {
        guard let kind = client.decidedForIt.map(\.kind.rawValue).min() else { return nil }
        return "at '\(kind)' the scenario has decided in place of the client: "
            + "what a delegate of its own decides is seen with 'forwardingTo:'"
    }

    private var slugs: [Breach.Slug] { outcome.breaches.flatMap { [$0.slug] + $0.follows.map(\.slug) } }

    private static let moreLines = """
        play.recordingSession() and RecordingDelegate(play) report everything, and this file says of no load how it ends: \
        write '* response', '* data' and '* finish' as well, or use play.session(), which reports questions alone
        """
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
        no delegate was told of the end of a load: 'data(from:)', all other async calls and completion handlers tell a delegate \
        of questions alone, and so does URLSession on Linux the delegate of a task; use play.session(), which leaves \
        '* response', '* data' and '* finish' unobserved, \
        or RecordingDelegate(play, hears: .questions); and is it the session that the client loads with?
        """
    private static let noSuper = """
        no callback was recorded, and a delegate of this play is of a class that inherits from RecordingDelegate: does each \
        override call super? One that does not keeps its callback from the play, and one that does leaves the decision to \
        super; a delegate that decides by itself stands behind another one: play.session(forwardingTo: mine)
        """
    private static let noQuestions = """
        no delegate of this play was asked anything: does the client load with play.session(), \
        or with a session whose delegate is a RecordingDelegate(play)?
        """
}

extension CallbackKind {
    /// The decision of a delegate that has no method for this question.
    var decisionWithout: DecisionWord { traits.unanswered ?? .byDefault }

    /// Whether URLSession decides by itself where its delegate has no method for the question.
    var hasDefault: Bool { method != nil }

    /// The method of a delegate that is asked; nil: what it does without is no default.
    fileprivate var method: String? {
        switch self {
        case .redirect: "urlSession(_:task:willPerformHTTPRedirection:newRequest:completionHandler:)"
        case .challenge: "urlSession(_:task:didReceive:completionHandler:)"
        case .response: "urlSession(_:dataTask:didReceive:completionHandler:)"
        default: nil
        }
    }
}

extension Line {
    var callback: Callback? { if case .callback(let callback) = deed { callback } else { nil } }
    /// The line of a request's beginning.
    var request: ReceiveLine? { if case .receive(let line) = deed, case .start = line { line } else { nil } }
}

extension Event {
    fileprivate var reported: ToldCallback? {
        if case .reported(let callback) = happening { callback } else { nil }
    }
    fileprivate var isReceived: Bool { if case .received = happening { true } else { false } }

    /// A question on whose answer the next request depends.
    fileprivate var isSteeringQuestion: Bool {
        guard let callback = reported, callback.question != nil else { return false }
        return callback.kind == .redirect || callback.kind == .challenge
    }
}

extension Breach {
    fileprivate var hasTLSFailed: Bool { if case .tlsFailed? = difference.instead { true } else { false } }
}
