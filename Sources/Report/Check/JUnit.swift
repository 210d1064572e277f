// JUnit.swift: a run in the XML that every CI can show.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import QuintainTranscript

extension CheckReport {
    /// One suite a client, one test a case. What does not apply is skipped, what is known to fail is skipped with its
    /// reason; a crash and its kin are errors.
    package var junit: String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n"
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
            text += "  <testsuite name=\"known failures\" tests=\"\(complaints.count)\""
            text += " failures=\"\(complaints.count)\" errors=\"0\" skipped=\"0\" time=\"0.000\">\n"
            for complaint in complaints {
                text += "    <testcase classname=\"known failures\" name=\(XML.quoted(complaint)) time=\"0.000\">"
                text += "<failure message=\(XML.quoted(complaint))/></testcase>\n"
            }
            text += "  </testsuite>\n"
        }
        return text + "</testsuites>\n"
    }

    /// In the order in which they are first mentioned.
    package var clients: [String] {
        var seen: Set<String> = []
        return cases.map(\.result.client).filter { seen.insert($0).inserted }
    }

    fileprivate static func seconds(_ milliseconds: Int) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest)"
    }
}

extension ReportedCase {
    fileprivate var junit: String {
        let folder = result.scenario.split(separator: "/").dropLast().joined(separator: ".")
        var text = "    <testcase classname=\(XML.quoted(folder.isEmpty ? result.client : folder))"
        text += " name=\(XML.quoted(result.name)) time=\"\(CheckReport.seconds(result.milliseconds))\""
        let details = (CaseText.lines(of: self) + sides).joined(separator: "\n")
        switch result.verdict {
        case .pass, .noted, .warning: return text + "/>\n"
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
