// Symptom.swift: the signs by which the same failure is recognized in another scenario.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainTranscript
import QuintainTalk
import QuintainWords

/// A finding without what depends on the rest of the scenario.
struct Symptom: Sendable {
    /// The slug of a breach, the name of a contract's rule, or how the case ended: `crashed`.
    let rule: String
    let severity: Severity
    /// The line of the file; for a callback or request that no line takes, the line that it kept from happening.
    let line: Int?
    /// The callback that no line takes.
    let callback: CallbackKind?
    /// How the process ended, for people.
    let end: String?

    /// Whether both are signs of one failure.
    func isLike(_ other: Symptom) -> Bool {
        rule == other.rule && severity == other.severity && line == other.line && callback == other.callback
    }

    /// The worst finding of a result, of several the first; nil: the result is no failure.
    ///
    /// - Parameter origin: maps the number of a played line to its number in the file.
    static func main(of result: CaseResult, _ origin: (Int) -> Int?) -> Symptom? {
        all(of: result, origin).enumerated().max {
            ($0.element.severity, $1.offset) < ($1.element.severity, $0.offset)
        }?
        .element
    }

    static func all(of result: CaseResult, _ origin: (Int) -> Int?) -> [Symptom] {
        switch result.verdict {
        case .pass, .notApplicable, .notPlayed, .knownFailure: return []
        case .crashed, .hung, .driverFault: return [Symptom(end: result)]
        // The case took too long as a whole.
        case .fail where result.reason != nil: return [Symptom(end: result)]
        case .noted, .warning, .fail: break
        }
        // Of a case that is no more than noted, that is what it did.
        return result.findings.filter { $0.severity > .noted || result.verdict == .noted }.map {
            Symptom($0, of: result, origin)
        }
    }

    private init(end result: CaseResult) {
        (rule, severity, line, callback, end) = (result.verdict.rawValue, .failure, nil, nil, result.reason)
    }

    private init(_ finding: CaseResult.Finding, of result: CaseResult, _ origin: (Int) -> Int?) {
        rule = finding.rule
        severity = finding.severity
        line = finding.brokenLine.flatMap(origin)
        callback = finding.line == nil ? Self.callback(result, finding) : nil
        end = nil
    }

    /// The name of the callback that no line takes.
    private static func callback(_ result: CaseResult, _ finding: CaseResult.Finding) -> CallbackKind? {
        if let difference = finding.difference { return difference.callback?.kind }
        guard let number = finding.event,
            let event = result.play?.transcript.events(after: number - 1, atMost: 1).first,
            case .reported(let callback) = event.happening
        else { return nil }
        return callback.kind
    }

    /// What the client did, in a few words: `breaks line 9 [never-came]`.
    ///
    /// - Parameter line: the number of its line in the text that the sentence is about.
    func words(at line: Int?) -> String {
        if let end { return "\(rule): \(end)" }
        guard let callback else { return (line.map { "breaks line \($0)" } ?? "breaks a rule") + " [\(rule)]" }
        return "tells '\(callback.rawValue)'" + (line.map { " where line \($0) is due" } ?? "") + " [\(rule)]"
    }

    /// The failure shows only after a line was waited for in vain.
    var takesWaiting: Bool {
        [Breach.Slug.neverCame.rawValue, CaseResult.Verdict.hung.rawValue, CaseResult.Verdict.fail.rawValue].contains(
            rule)
    }
}
