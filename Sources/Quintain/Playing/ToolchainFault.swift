// ToolchainFault.swift: what URLSession does wrong on this system, whatever its client does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainScenario

/// The faults of FoundationNetworking 6.3.1 against the order of its callbacks. docs/urlsession.md says more of each, and
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

    /// A sentence for each of these rules that is known to be broken.
    static func sentences(of rules: Set<String>) -> [String] {
        ofRules.filter { rules.contains($0.key) }.map { "\($0.key): \($0.value)" }.sorted()
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
