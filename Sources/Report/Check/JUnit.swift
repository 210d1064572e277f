// JUnit.swift: a run in the XML that every CI can show.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import QuintainTranscript

extension CheckReport {
    /// One suite for each client and one test for each case, with the same names in each run. The words of a warning
    /// are the test's output. A case that does not apply, or is known to fail, is skipped with its reason; a crash and
    /// its kin are errors.
    package var junit: String {
        let errors = tally.failures - tally[.fail]
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites tests=\"\(cases.count + complaints.count)\""
        text += " failures=\"\(tally[.fail] + complaints.count)\""
        text += " errors=\"\(errors)\" skipped=\"\(tally[.notApplicable] + tally[.knownFailure])\""
        text += " time=\"\(Self.seconds(cases.reduce(0) { $0 + $1.result.milliseconds }))\">\n"
        for client in clients {
            let own = cases.filter { $0.result.client == client }
            let seconds = own.reduce(0) { $0 + $1.result.milliseconds }
            let failures = own.count { $0.result.verdict == .fail }
            let errors = own.count { $0.result.isFailure } - failures
            let skipped = own.count { [.notApplicable, .knownFailure].contains($0.result.verdict) }
            text += "  <testsuite name=\(XML.quoted(client)) tests=\"\(own.count)\" failures=\"\(failures)\""
            text += " errors=\"\(errors)\" skipped=\"\(skipped)\" time=\"\(Self.seconds(seconds))\">\n"
            for one in own { text += one.junit }
            text += "  </testsuite>\n"
        }
        if !complaints.isEmpty {
            text += "  <testsuite name=\(XML.quoted(Self.ofRun)) tests=\"\(complaints.count)\""
            text += " failures=\"\(complaints.count)\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n"
            for complaint in complaints {
                text += "    <testcase classname=\(XML.quoted(Self.ofRun))"
                text += " name=\(XML.quoted(Self.name(of: complaint))) time=\"0.000\">"
                text += "<failure message=\(XML.quoted(complaint))/></testcase>\n"
            }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    /// The clients in the order in which they are first mentioned.
    package var clients: [String] {
        var seen: Set<String> = []
        return cases.map(\.result.client).filter { seen.insert($0).inserted }
    }

    /// The suite for complaints about the run as a whole.
    private static let ofRun = "the run as a whole"

    /// The complaint without what differs from run to run, so that it is the same test to a CI that compares runs: the
    /// line of `FILE:12: …`, and counts.
    private static func name(of complaint: String) -> String {
        let parts = complaint.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
        let isPlaced = parts.count == 3 && Int(parts[1]) != nil
        let text = isPlaced ? "\(parts[0]):\(parts[2])" : complaint
        var words: [Substring] = []
        for word in text.split(separator: " ", omittingEmptySubsequences: false) {
            if word == "of", words.last.map({ Int($0) != nil }) ?? false { words[words.count - 1] = "some" }
            words.append(word)
            // 'a and 3 more'
            if word == "more", words.count > 3, words[words.count - 3] == "and", Int(words[words.count - 2]) != nil {
                words.removeLast(3)
            }
        }
        let head = words.lastIndex { $0.hasSuffix(":") }.map { $0 + 1 } ?? words.count
        guard head > 1, words[head...].contains(where: { Int($0) != nil }) else { return words.joined(separator: " ") }
        return String(words[..<head].joined(separator: " ").dropLast())
    }

    fileprivate static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}

extension ReportedCase {
    fileprivate var junit: String {
        let folders = result.scenario.split(separator: "/").dropLast().map(String.init)
        var text = "    <testcase classname=\(XML.quoted(([result.client] + folders).joined(separator: ".")))"
        text += " name=\(XML.quoted(result.name))"
        if let file {
            text += " file=\(XML.quoted(file))"
            // The lines of a variant are not those of the file.
            if result.place == nil, let line { text += " line=\"\(line)\"" }
        }
        text += " time=\"\(CheckReport.seconds(result.milliseconds))\""
        let details = (CaseText.lines(of: self) + sides).joined(separator: "\n")
        switch result.verdict {
        case .pass: return text + "/>\n"
        case .noted, .warning: text += "><system-out>\(XML.escaped(details))</system-out>"
        case .notApplicable, .knownFailure:
            text += "><skipped message=\(XML.quoted("\(result.verdict.words): \(result.reason ?? "")"))/>"
        case .fail:
            let first = result.findings.first { $0.severity == .failure }
            text += "><failure message=\(XML.quoted(first?.sentence ?? "")) type=\(XML.quoted(first?.rule ?? ""))>"
            text += XML.escaped(details) + "</failure>"
        case .crashed, .hung, .driverFault, .notPlayed:
            text += "><error message=\(XML.quoted(result.reason ?? "")) type=\(XML.quoted(result.verdict.rawValue))>"
            text += XML.escaped(details) + "</error>"
        }
        return text + "</testcase>\n"
    }
}

extension ReportedCase {
    /// The line at which it broke: of its first failure, or else of its first finding.
    private var line: Int? {
        (result.findings.first { $0.severity == .failure } ?? result.findings.first)?.nearestLine
    }
}

private enum XML {
    static func quoted(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// Characters that XML 1.0 does not have become U+FFFD.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result.append(contentsOf: "&amp;".unicodeScalars)
            case "<": result.append(contentsOf: "&lt;".unicodeScalars)
            case ">": result.append(contentsOf: "&gt;".unicodeScalars)
            case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
            case "\n": result.append(contentsOf: "&#10;".unicodeScalars)
            case "\t", "\r": result.append(" ")
            default:
                let isThere = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
                result.append(isThere ? scalar : "\u{FFFD}")
            }
        }
        return String(result)
    }
}
