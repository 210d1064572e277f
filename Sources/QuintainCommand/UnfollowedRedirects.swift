// UnfollowedRedirects.swift: plain commands that nobody has told to follow redirects.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainNotation
import QuintainPlayer
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainTranscript

/// The cases of a plain command that ended at a redirect, in a run in which it has followed none.
struct UnfollowedRedirects {
    private var count = 0
    private var hasFollowed = false

    mutating func add(_ result: CaseResult, _ scenario: Scenario) {
        guard !result.exits.isEmpty else { return }
        let asked = Self.linesBehindRedirects(scenario)
        guard !asked.isEmpty else { return }
        if !result.isFailure {
            hasFollowed = true
        } else if result.findings.contains(where: { Self.isOne($0.rule, $0.line, of: asked) }) {
            count += 1
        }
    }

    /// nil: there are none.
    var remark: String? {
        guard count > 0, !hasFollowed else { return nil }
        return "the command followed no redirect, in \(Summary.count(count, "case")) that failed: \(Self.remedy)"
    }

    /// The remedy for a client that has ended at a redirect; nil: it has not.
    static func help(_ outcome: Outcome, _ scenario: Scenario) -> String? {
        let asked = linesBehindRedirects(scenario)
        let isUnfollowed = outcome.breaches.contains { isOne($0.slug.rawValue, $0.line?.number, of: asked) }
        return isUnfollowed ? "the redirect was not followed: \(remedy)" : nil
    }

    private static func isOne(_ rule: String, _ line: Int?, of asked: Set<Int>) -> Bool {
        rule == Breach.Slug.neverCame.rawValue && line.map(asked.contains) == true
    }

    /// The requests whose last reply before them has a Location.
    private static func linesBehindRedirects(_ scenario: Scenario) -> Set<Int> {
        var lines: Set<Int> = []
        var isBehind = false
        for line in ScenarioSurvey(scenario).lines {
            switch line.deed {
            case .send(.field(_, let name, _)) where name == "location": isBehind = true
            case .receive(.start):
                if isBehind { lines.insert(line.place.line) }
                isBehind = false
            default: break
            }
        }
        return lines
    }

    private static let remedy = "many commands have an option for it, such as curl's '-L'"
}
