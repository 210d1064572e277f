// CaseResult.swift: the result of one scenario with one client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainDriver
package import QuintainLoop
package import QuintainNotation
package import QuintainPlayer
package import QuintainScenario
package import QuintainTranscript

/// A case is a scenario, or a row of one, played against one client in one style.
package struct CaseResult: Sendable {
    package enum Verdict: String, CaseIterable, Sendable {
        case pass, noted, warning, fail
        case knownFailure = "known-failure"
        case notApplicable = "not-applicable"
        case crashed, hung
        case driverFault = "driver-fault"
        /// This machine lacked something that the case needs: a fault neither of the client nor of the driver.
        case notPlayed = "not-played"
    }

    /// Why the verdict is no `pass`: one broken line or rule.
    package struct Finding: Sendable, Equatable {
        /// The slug of a breach, or the name of a contract's rule: `never-came`, `U10`.
        package var rule: String
        /// What of the rule's kind it is: the callback that came, `finish`, or the field that is wrong, `cookie`. nil: the
        /// rule says it all.
        package var about: String?
        package var severity: Severity
        package var sentence: String
        /// What is broken, as values; nil: a contract's rule is, or the finding was read from a report.
        package var difference: Difference?
        /// The same as a report has it.
        package var told: JSONText?
        /// The line of the scenario that broke; nil: it was none of its lines.
        package var line: Int?
        /// The line nearest to what happened, if none of its lines broke.
        package var near: Int?
        /// Where the rule is written.
        package var citation: String?
        /// The number of the event at which a contract's rule broke.
        package var event: Int?
        /// What the driver may have to do with it, in one sentence.
        package var ofDriver: String?
        /// What helps with it.
        package var hint: String?
        /// Findings that follow from this one, and do not count by themselves.
        package var follows: [Finding] = []
        /// The line that broke, or else the first that could not happen because of it.
        package var brokenLine: Int? { line ?? follows.lazy.compactMap(\.line).first }
        /// The rule and what it is about: `unexpected-callback:finish`.
        package var failure: String { about.map { "\(rule):\($0)" } ?? rule }
        /// The line to look at: the broken one, or else the nearest.
        package var nearestLine: Int? { brokenLine ?? near }

        package init(
            rule: String, severity: Severity, sentence: String, line: Int? = nil, citation: String? = nil,
            event: Int? = nil
        ) {
            self.rule = rule
            self.severity = severity
            self.sentence = sentence
            self.line = line
            self.citation = citation
            self.event = event
        }
    }

    /// What is needed to print expected and actual lines beside each other.
    package struct Play: Sendable {
        package var scenario: Scenario
        package var outcome: Outcome
        package var transcript: Transcript

        package init(scenario: Scenario, outcome: Outcome, transcript: Transcript) {
            self.scenario = scenario
            self.outcome = outcome
            self.transcript = transcript
        }
    }

    /// The name by which the client was asked for: `urlsession`.
    package var client: String
    /// The client's name and version from the driver's greeting: `URLSession (FoundationNetworking) 6.3.1`.
    package var version: String
    /// `redirects/chain.scenario`, `canonical/escapes.scenario#slash`.
    package var scenario: String
    /// `delegate`, `handler` …: which of the client's ways of loading; empty if there is one only.
    package var way: String
    /// The variant's name by its place, such as `cut:in-a-chunk-size`; nil: the case is no variant.
    package var place: String?
    package var title: String
    /// Where the rules that it tests are written: `RFC 9110 section 15.4.3`.
    package var specs: [String] = []
    /// A digest of its file's text, by which two runs tell whether they played the same; nil: it is a variant, or was read
    /// from an older report.
    package var source: String?
    package var verdict: Verdict
    /// One sentence for verdicts that findings do not explain: why it is not applicable, what the driver did wrong.
    package var reason: String?
    /// How the driver has broken the protocol, by its name.
    package var fault: DriverFault.Slug?
    package var findings: [Finding] = []
    /// The outcome of each of its loads.
    package var answers: [LoadOutcome] = []
    /// How many of its callback lines the client cannot report: they were not judged.
    package var unobserved = 0
    /// What the case is known to break in some runs, and to keep in others.
    package var mayBreak: [String] = []
    package var milliseconds = 0
    /// How a plain command ended, load by load; nil: it was ended, because the case was over.
    package var exits: [ChildProcess.Exit?] = []
    /// How the loads of a plain command had to end; nil: nobody knows.
    package var ends: LoadEnds?
    /// The driver's last output to standard error, if the case may count as failed.
    package var errors: String?
    /// The loads of which the driver has reported no end, although its client reports ends.
    package var unended: [Int] = []
    /// The client opened a connection, or the case was not played.
    package var hasConnected = true
    /// The driver said that it is unable to do the case, or a limit of ours has ended it.
    package var isUnable = false
    /// A callback came that did not name its case, and the process had played another case before.
    package var mayHaveTakenLate = false
    /// How often it was played: again where it had failed while this process stood still.
    package var plays = 1
    /// For how many milliseconds this process stood still, if that is enough for a client to give a load up.
    package var millisecondsLate: Int?
    /// The play, kept for cases that may count as not as expected, and for all if asked for.
    package var play: Play?

    package init(
        client: String, version: String = "", scenario: String, way: String = "", title: String = "", verdict: Verdict,
        reason: String? = nil, findings: [Finding] = []
    ) {
        self.client = client
        self.version = version
        self.scenario = scenario
        self.way = way
        self.title = title
        self.verdict = verdict
        self.reason = reason
        self.findings = findings
    }

    /// The rule of a plain command's status.
    package static let wrongExit = "wrong-exit"

    /// The findings that make the verdict. Empty: no finding does.
    package var decisive: [Finding] {
        let severity: Severity? =
            switch verdict {
            case .fail: .failure
            case .warning, .noted: self.severity
            case .pass, .knownFailure, .crashed, .hung, .driverFault, .notApplicable, .notPlayed: nil
            }
        return findings.filter { $0.severity == severity }
    }

    /// The result is known to differ from run to run.
    package var wavers: Bool { !mayBreak.isEmpty }

    /// The failures that the earlier result had not, and that it was not known to have in some runs.
    package func failures(since before: CaseResult) -> Set<String> {
        FailureName.new(in: failures, since: before.failures.union(before.mayBreak))
    }

    /// The plain command was still running when its case was over.
    package var wasStopped: Bool { exits.last.map { $0 == nil } ?? false }

    /// How the plain command ended last, if it ended badly and nothing else says so: `exit status 3`.
    package var untoldExit: String? {
        guard let exit = exits.last ?? nil, exit != .code(0), reason == nil,
            !findings.contains(where: { $0.rule == Self.wrongExit })
        else { return nil }
        return exit.sentence
    }
}

extension CaseResult {
    /// The result in a run that fails from this severity on, in known failures and reports as well.
    package func failing(from least: Severity) -> CaseResult {
        guard least < .failure else { return self }
        var strict = self
        if let severity, severity >= least { strict.verdict = .fail }
        strict.findings = findings.map { $0.failing(from: least) }
        return strict
    }

    /// The severity of the worst line of a case that passed but for that; nil: it did not, or kept every line.
    private var severity: Severity? {
        switch verdict {
        case .noted: .noted
        case .warning: .warning
        case .pass, .fail, .knownFailure, .notApplicable, .crashed, .hung, .driverFault, .notPlayed: nil
        }
    }
}

extension CaseResult.Finding {
    fileprivate func failing(from least: Severity) -> Self {
        var strict = self
        if severity >= least { strict.severity = .failure }
        strict.follows = follows.map { $0.failing(from: least) }
        return strict
    }
}
