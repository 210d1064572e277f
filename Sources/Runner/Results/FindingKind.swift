// FindingKind.swift: what a case shows of a client, without what differs from case to case.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

/// Two findings that say the same, but for connections, rounds and ports, in cases with the same verdict have the same kind.
package struct FindingKind: Hashable, Sendable {
    private let verdict: CaseResult.Verdict
    private let client: String
    private let rule: String
    private let sentence: String

    package init(_ finding: CaseResult.Finding, in result: CaseResult) {
        (verdict, client, rule) = (result.verdict, result.client, finding.rule)
        sentence = Self.unnumbered(finding.sentence)
    }

    /// The sentence without the numbers of connections, rounds and ports, and without random values. A status or a length is a
    /// part of what it says.
    private static func unnumbered(_ sentence: String) -> String {
        var text = ""
        var last = ""
        for word in (sentence.split(separator: ", in round ").first ?? "").split(separator: " ") {
            // How many bytes of a reply leave before its client is gone is chance.
            text += last == "connection" || text == " only" ? " N" : " " + withoutNonces(portless(word))
            last = String(word)
        }
        return text
    }

    /// `http://127.0.0.1:40123/a` and the like without the digits behind the colon.
    private static func portless(_ word: Substring) -> String {
        var text = ""
        var isPort = false
        for character in word {
            isPort = character == ":" || isPort && character.isNumber
            if !isPort || character == ":" { text.append(character) }
        }
        return text
    }

    /// `sid=7f9527ffaf7a7d944927564bc85dad9c` and the like without those digits, which are others in each case and round.
    private static func withoutNonces(_ word: String) -> String {
        guard word.utf8.count >= noncesLength else { return word }
        var text = ""
        var digits = ""
        for character in word + " " {
            if character.isHexDigit {
                digits.append(character)
            } else {
                text += (digits.count < noncesLength ? digits : "N") + String(character)
                digits = ""
            }
        }
        return String(text.dropLast())
    }

    /// Of a `{{nonce}}`; a digest is as long, or longer.
    private static let noncesLength = 32

    /// The kinds of the findings that make the verdict. Empty: no finding does.
    package static func all(of result: CaseResult) -> [FindingKind] {
        decisive(in: result).map { FindingKind($0, in: result) }
    }

    /// What the failures say, without what differs from run to run.
    package static func sentences(of result: CaseResult) -> Set<String> {
        Set(result.findings.lazy.filter { $0.severity == .failure }.map { steady(unnumbered($0.sentence)) })
    }

    /// `Cookie is "a=1; b=2"` with its words in one order, since no rule orders cookies of one path, and `had begun 12 ms
    /// before` without its number.
    private static func steady(_ sentence: String) -> String {
        if sentence.contains("Cookie is ") {
            return sentence.split { " ;,\"".contains($0) }.sorted().joined(separator: " ")
        }
        var words = sentence.split(separator: " ")
        for index in words.indices.dropFirst() where words[index].hasPrefix("ms") { words[index - 1] = "N" }
        return words.joined(separator: " ")
    }

    /// The first finding that makes the verdict.
    package static func first(of result: CaseResult) -> CaseResult.Finding? { decisive(in: result).first }

    private static func decisive(in result: CaseResult) -> [CaseResult.Finding] {
        let severity = severity(of: result.verdict)
        return result.findings.filter { $0.severity == severity }
    }

    private static func severity(of verdict: CaseResult.Verdict) -> Severity? {
        switch verdict {
        case .fail: .failure
        case .warning: .warning
        case .noted: .noted
        case .pass, .knownFailure, .crashed, .hung, .driverFault, .notApplicable, .notPlayed: nil
        }
    }
}
