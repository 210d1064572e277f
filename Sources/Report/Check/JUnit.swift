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
        let failedRuns = complaints.isEmpty ? 0 : 1
        text += "<testsuites tests=\"\(cases.count + failedRuns)\" failures=\"\(tally[.fail] + failedRuns)\""
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
            text += "  <testsuite name=\(XML.quoted(Self.ofRun)) tests=\"1\""
            text += " failures=\"1\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n"
            text += "    <testcase classname=\(XML.quoted(Self.ofRun)) name=\"complaints\" time=\"0.000\">"
            text += "<failure message=\(XML.quoted(complaints[0]))>"
            text += "\(XML.escaped(complaints.joined(separator: "\n")))</failure></testcase>\n  </testsuite>\n"
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
