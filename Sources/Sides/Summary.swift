// Summary.swift: the verdict of a run in a few lines.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainPlayer
package import QuintainScenario
import QuintainTranscript

package enum Summary {
    /// The verdict as `pass  redirects/302.scenario (5 lines not checked, ended at the deadline)`, then a line
    /// with the place of each breach, and the source of the rule that is tested.
    ///
    /// - Parameters:
    ///   - more: a further remark on the run.
    ///   - objection: why the run fails, whatever the verdict on the scenario.
    package static func lines(
        _ scenario: Scenario, _ outcome: Outcome, more: String? = nil, objection: String? = nil, style: Style
    ) -> [String] {
        let verdict = objection == nil ? outcome.verdict : .fail
        let tone: Style.Tone =
            switch verdict {
            case .pass, .noted: .good
            case .warning, .unable: .doubtful
            case .fail: .bad
            }
        var remarks: [String] = []
        if outcome.unobserved > 0 { remarks.append(count(outcome.unobserved, "line") + " not checked") }
        if outcome.deviations > 0 {
            remarks.append(count(outcome.deviations, "deviation") + " from the protocol noted")
        }
        if let phrase = outcome.end?.phrase { remarks.append(phrase) }
        if let told = objection ?? outcome.limit ?? more { remarks.append(told) }
        let remark = remarks.isEmpty ? "" : " (" + remarks.joined(separator: ", ") + ")"
        var lines = [style(verdict.rawValue, tone) + "  " + scenario.name + remark]
        for breach in outcome.breaches {
            let place = (breach.line ?? breach.near).map { "\(scenario.file):\($0.number)" } ?? scenario.file
            lines.append("\(place): \(breach.severity.rawValue): \(breach.sentence) [\(breach.slug.rawValue)]")
            for more in breach.follows {
                let place = more.line.map { "line \($0.number): " } ?? ""
                lines.append(style("  so \(place)\(more.sentence) [\(more.slug.rawValue)]", .faint))
            }
        }
        if !outcome.breaches.isEmpty { lines += sources(scenario.specs).map { style($0, .faint) } }
        return lines
    }

    /// `see RFC 9110 section 15.4.3; RFC 9111 section 4`; empty: the file names no source.
    package static func sources(_ specs: [String]) -> [String] {
        specs.isEmpty ? [] : ["  see \(specs.joined(separator: "; "))"]
    }

    package static func count(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}

extension ClientEnd {
    /// The reason as text behind the verdict; nil: the usual one.
    fileprivate var phrase: String? {
        switch self {
        case .exited, .judged: nil
        case .told: "ended when it was told to"
        case .closed: "ended once all its connections were closed"
        case .idle(let milliseconds): "ended once nothing had come for \(milliseconds) ms"
        case .deadline: "ended at the deadline"
        case .stopped: "ended from outside"
        case .dropped: "dropped without a verdict"
        case .cancelled: "ended as its test was cancelled"
        }
    }
}
