// ToolchainFault.swift: what URLSession does wrong on this system, whatever its client does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainTranscript

/// The faults of FoundationNetworking 6.3.1, by what a finding shows of them. docs/urlsession.md says more of each, and
/// drivers/known-failing/urlsession-linux.txt lists them by scenario.
enum ToolchainFault {
    /// The rules of its contract that URLSession breaks itself.
    static let ofRules: [String: String] = {
        #if canImport(FoundationNetworking)
            [
                "U-R-BEFORE-A": "URLSession on Linux tells the response of a 401 before its challenge",
                "U-1XX": "URLSession on Linux tells an informational response as the response",
                "U-Z-WITHOUT-R": "URLSession on Linux may end a load without having told its response",
            ]
        #else
            [:]
        #endif
    }()

    /// Where no rule of its contract is about it. A client that errs by itself may show the same.
    private static let ofFindings: [(shows: @Sendable (Breach) -> Bool, sentence: String)] = {
        #if canImport(FoundationNetworking)
            [
                (
                    { $0.difference == .field("Cookie", .missing) },
                    "loses a redirect's cookie if its session has a delegate"
                ),
                ({ $0.isUnexpected("Cookie") }, "sends a cookie to every path of its host, and beyond its Max-Age"),
                ({ $0.isUnexpected("Authorization") }, "sends Authorization to wherever it is redirected"),
                ({ $0.isUnexpected("Content-Type") }, "keeps the Content-Type of a body that a redirect drops"),
                ({ $0.difference == .field("If-None-Match", .missing) }, "keeps no copy of a response"),
                ({ $0.difference == .field("If-Modified-Since", .missing) }, "keeps no copy of a response"),
                ({ $0.hasNoBody }, "leaves the body out behind a 307 or 308"),
                ({ $0.telling == .otherFailure }, "fails with other errors where its connection ends early"),
                ({ $0.asksAgainWithoutAuthorization }, "asks for the first URL again at a challenge behind a redirect"),
                ({ $0.lacksDigest }, "asks no delegate about Digest, so that the 401 is the response"),
            ]
        #else
            []
        #endif
    }()

    /// A sentence for each fault that the findings show, or that broke one of these rules.
    static func sentences(on outcome: Outcome, _ rules: Set<String>) -> [String] {
        let breaches = outcome.breaches.flatMap { [$0] + $0.follows }
        let shown = ofFindings.filter { row in breaches.contains(where: row.shows) }.map(\.sentence)
        return ofRules.filter { rules.contains($0.key) }.map { "\($0.key): \($0.value)" }.sorted()
            + shown.map { "known of URLSession on Linux: it \($0); docs/urlsession.md tells of it" }
    }
}

extension Breach {
    fileprivate func isUnexpected(_ name: String) -> Bool {
        if case .field(name, .unexpected) = difference { true } else { false }
    }

    fileprivate var hasNoBody: Bool {
        if case .body(.short(after: 0, _, _), _) = difference { true } else { false }
    }

    fileprivate var asksAgainWithoutAuthorization: Bool {
        guard case .repeated(let taker, _, _)? = strangeRequest?.reason else { return false }
        return taker.rounds == nil && taker.difference.lacks.first == "Authorization"
    }

    fileprivate var lacksDigest: Bool {
        switch difference {
        case .missing(.line(let line, _, _)), .missing(.lineTaken(let line, _, _, _, _)):
            line.text.hasPrefix("* challenge Digest")
        default: false
        }
    }
}

extension QuintainScenario.Scenario {
    /// Whether a session with a delegate would lose a cookie of this file that one without keeps, and nobody has a use for
    /// the delegate: no line is about a callback, and no challenge waits for an answer.
    var losesCookiesByDelegate: Bool {
        var (status, isLost) = (Substring(), false)
        for line in ScenarioSurvey(self).lines {
            switch line.deed {
            case .callback: return false
            case .send(.start(let start)):
                status = start.literalText?.split(separator: " ").dropFirst().first ?? ""
                if ["401", "407"].contains(status) { return false }
            case .send(.field(_, name: "set-cookie", _)): isLost = isLost || status.hasPrefix("3")
            default: continue
            }
        }
        return isLost
    }
}
