// Trap.swift: scenarios that URLSession on Linux does not survive, or at which it waits for ever.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainScenario
import QuintainTalk
import QuintainWords

/// The features of a scenario that URLSession does not survive on Linux; found with FoundationNetworking 6.3.1 and
/// libcurl 7.88. The file drivers/known-failing/urlsession-linux.txt of the checkout lists the same by scenario.
enum Trap: CaseIterable {
    case tls, proxy, trailers, closeInsideHead, noCredential, challengeLeftAlone, bodyOnDeadConnection, hugeLength
    case refusedDownload

    /// The reason of a refusal, to be written behind a colon.
    var sentence: String {
        switch self {
        case .tls: "on Linux it cannot be told to trust the test authority, so no TLS of ours would come about"
        case .proxy: "on Linux it takes proxies from the environment of the process alone"
        case .trailers: "on Linux it does not survive trailers, and the tests would end with it"
        case .closeInsideHead: "on Linux it does not survive a connection that ends inside a head"
        case .noCredential: "on Linux it does not survive '-> use none' at a challenge, and the tests would end with it"
        case .challengeLeftAlone: "on Linux it waits for ever if a challenge of Basic is left alone"
        case .bodyOnDeadConnection: "on Linux it does not survive a body on a used connection that is then reset"
        case .hugeLength: "on Linux it does not survive a Content-Length as large as that"
        case .refusedDownload: "on Linux it does not survive a redirect that is refused to a download"
        }
    }

    func isSet(in scenario: QuintainScenario.Scenario, _ survey: ScenarioSurvey) -> Bool {
        let lines = survey.lines
        switch self {
        case .tls: return scenario.demands.contains(.tls)
        case .proxy: return scenario.origins.contains { $0.role == .proxy }
        case .trailers: return lines.contains { $0.isTrailer }
        case .closeInsideHead: return HeadCut.isSet(in: lines)
        case .noCredential: return Self.decides(lines, at: .challenge) { $0 == DecisionWord.none }
        case .challengeLeftAlone:
            // Where no line is about callbacks, the test's own delegate decides, and is known only as it is played.
            return Self.decides(lines, at: .challenge, of: "Basic") { $0 == .byDefault || $0 == nil }
                || Self.leavesChallengeAlone(lines) && lines.contains(where: \.isCallback)
        case .bodyOnDeadConnection: return Self.resetsBodyOnUsedConnection(lines)
        case .hugeLength: return lines.contains { $0.hasHugeLength }
        case .refusedDownload:
            return survey.loads.contains { $0.kind == .download }
                && Self.decides(lines, at: .redirect) { $0 == .no }
        }
    }

    /// The trap in which URLSession is, once this is decided at a callback; nil: none.
    init?(_ decision: ResolvedDecision, at callback: ReportedCallback, of task: HeardTask) {
        switch (callback.kind, decision.word) {
        case (.challenge, .byDefault) where callback.subject.first?.elementsEqual("Basic".utf8) == true:
            self = .challengeLeftAlone
        case (.challenge, DecisionWord.none?): self = .noCredential
        case (.redirect, .no) where task.losesBodyOfRedirect: self = .refusedDownload
        default: return nil
        }
    }

    private static func decides(
        _ lines: [Line], at kind: CallbackKind, of subject: String? = nil, _ isIt: (DecisionWord?) -> Bool
    ) -> Bool {
        lines.contains { line in
            guard case .callback(let callback) = line.deed, callback.kind == kind, isIt(callback.decision?.word) else {
                return false
            }
            return subject == nil
                || callback.subject.first?.literal.map { String(decoding: $0, as: UTF8.self) } == subject
        }
    }

    /// Whether a 401 asks for Basic, no line decides about the challenge, and no request answers it.
    static func leavesChallengeAlone(_ lines: [Line]) -> Bool {
        var (isRefusal, isOpen) = (false, false)
        for line in lines {
            switch line.deed {
            case .callback(let callback) where callback.kind == .challenge: return false
            case .send(.start(let template)): isRefusal = template.literalText?.contains(" 401") ?? false
            case .send(.field(let template, name: "www-authenticate", _)):
                if isRefusal, template.mentions("basic") { isOpen = true }
            case .receive(.field(let name, let template, _)) where name.lowercased() == "authorization":
                if !template.isAbsent { isOpen = false }
            default: break
            }
        }
        return isOpen
    }

    /// Whether a connection that has been used is closed or reset right behind a request's body.
    private static func resetsBodyOnUsedConnection(_ lines: [Line]) -> Bool {
        var isUsed = false
        var hasBody = false
        for line in lines {
            switch line.deed {
            case .send: (isUsed, hasBody) = (true, false)
            case .receive(.start): hasBody = false
            case .receive(.body): hasBody = true
            case .binding(.new): isUsed = false
            case .act(let act) where act.has(.closes): if isUsed, hasBody { return true }
            default: break
            }
        }
        return false
    }
}

extension Line {
    fileprivate var isTrailer: Bool { if case .send(.trailer) = deed { true } else { false } }

    fileprivate var isCallback: Bool { if case .callback = deed { true } else { false } }

    fileprivate var hasHugeLength: Bool {
        guard case .send(.field(let template, name: "content-length", _)) = deed, let bytes = template.literal else {
            return false
        }
        let digits = String(decoding: bytes, as: UTF8.self).drop { !$0.isNumber }
        return digits.count > 18 && digits.allSatisfy(\.isNumber)
    }
}

extension Template {
    /// Whether the literal text has this word, in any case of its letters.
    func mentions(_ word: String) -> Bool {
        pieces.contains { piece in
            guard case .literal(let bytes) = piece else { return false }
            return String(decoding: bytes, as: UTF8.self).lowercased().contains(word)
        }
    }
}
