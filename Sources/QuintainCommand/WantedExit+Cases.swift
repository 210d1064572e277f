// WantedExit+Cases.swift: cases of a plain command, judged by how it ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainApplicability
import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainRunner
import QuintainScenario
import QuintainSides
import QuintainTranscript
import QuintainWords

extension WantedExit {
    /// The rule of a status that is another one.
    static let rule = CaseResult.wrongExit

    static let explanation = """
        A plain command behind '--' sent what the scenario says, and ended with another status than '--exit' asks for. Where a load comes to a line '* fail' and to no '* finish', its client fails, so
        '--exit 0' asks for any status but 0 there. Where both are right there, or nothing but its callbacks tells which it comes to, '--exit 0' judges no status. A line at 'should' makes it a warning; so does 'should never' there, in a branch with the end that the status tells.
        """
}

extension WantedExit {
    /// Where no line says how a load ends, none of a variant does, and its command may end as it likes.
    func judges(variant: Scenario) -> Bool { ScenarioSurvey(variant).tellsEnds }

    /// What is said of variants of scenarios without a line about the ends of their loads.
    func remark(unjudged count: Int) -> String {
        "'--exit \(self)' has judged no status in \(Summary.count(count, "variant")), for no line of theirs says how a load ends\n"
            + "  help: write '* response 200' and '* finish' below the last reply of each load"
    }
}

extension CaseResult {
    /// The result, if the command of a case that is kept must end so; nil: as it likes.
    func failing(unless wanted: WantedExit?, _ scenario: Scenario) -> CaseResult {
        guard let wanted, isKept else { return self }
        let finding = exits.enumerated().lazy.compactMap { load, exit -> Finding? in
            guard let exit, let wanted = wanted.meant(by: scenario, ends?[load].kinds), !wanted.takes(exit) else {
                return nil
            }
            return Finding(
                rule: WantedExit.rule,
                severity: ends?[load].severity(of: exit == .code(0) ? .finish : .fail) ?? .failure,
                sentence: "the command ended with \(exit.sentence), not \(wanted)")
        }.first
        guard var finding else { return self }
        var strict = self
        // A command that fails may leave a reply unread, and whether bytes of it are left then is chance.
        finding.follows = strict.findings.filter(\.isUnread)
        strict.findings.removeAll(where: \.isUnread)
        strict.findings.append(finding)
        strict.verdict = Verdict(strict.findings.map(\.severity).max())
        return strict
    }

    /// The scenario is kept, and only the command's end is wrong.
    var hasOnlyWrongExit: Bool { failures == [WantedExit.rule] }

    private var isKept: Bool {
        switch verdict {
        case .pass, .noted, .warning: true
        case .fail: findings.allSatisfy { $0.severity < .failure || $0.isUnread }
        case .knownFailure, .notApplicable, .crashed, .hung, .driverFault, .notPlayed: false
        }
    }
}

extension CaseResult.Finding {
    /// A reply did not leave to its end: `only 100 of 200 bytes left: the client had reset connection 1`.
    fileprivate var isUnread: Bool { if case .notSent(.cut)? = difference { true } else { false } }
}

/// In a run that judges no status: the cases that passed although '--exit 0' would make them fail.
struct UnjudgedExits {
    private var count = 0

    mutating func add(_ result: CaseResult, _ scenario: Scenario) {
        if !result.isFailure, result.failing(unless: .status(0), scenario).isFailure { count += 1 }
    }

    /// nil: there are none.
    var remark: String? {
        guard count > 0 else { return nil }
        return "the command's status was not what the lines lead to in \(Summary.count(count, "case")) that passed: "
            + "'--exit 0' makes such cases fail"
    }
}

extension ScenarioSurvey {
    /// A line says how a load ends.
    fileprivate var tellsEnds: Bool {
        lines.contains { if case .callback(let callback) = $0.deed { callback.kind.endsLoad } else { false } }
    }
}

extension WantedExit {
    /// What is wanted of a client with a load of this scenario; nil: it may finish and may fail, so nothing.
    ///
    /// - Parameter ends: the ends in the lines of the load; nil: they are unknown, and those of all lines count.
    fileprivate func meant(by scenario: Scenario, _ ends: Set<CallbackKind>?) -> WantedExit? {
        guard case .status(0) = self else { return self }
        let kinds =
            ends
            ?? Set(
                ScenarioSurvey(scenario).lines.compactMap { line in
                    if case .callback(let callback) = line.deed { callback.kind } else { nil }
                })
        guard kinds.contains(.fail) else { return self }
        return kinds.contains(.finish) ? nil : .nonzero
    }
}
