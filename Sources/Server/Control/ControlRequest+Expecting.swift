// ControlRequest+Expecting.swift: what a reader expects, and in which form the answer is.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainWords

extension ControlRequest {
    func format(of formats: [String] = ["json", "text"]) throws(ControlFault) -> String {
        let format = value("format") ?? formats[0]
        if formats.contains(format) { return format }
        throw ControlFault(
            400, "no-format", "there is no format '\(format)'",
            help: "write \(formats.map { "'\($0)'" }.joined(separator: " or "))")
    }

    /// The verdicts of `expect`: `pass`, or several, `pass,noted,warning`; nil: any is expected.
    func verdicts() throws(ControlFault) -> Set<Verdict>? {
        guard let text = value("expect") else { return nil }
        var verdicts: Set<Verdict> = []
        for word in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let verdict = Verdict(rawValue: String(word)) else {
                let all = Verdict.allCases.map(\.rawValue)
                throw ControlFault(
                    400, "no-verdict", "there is no verdict '\(word.prefix(60))'",
                    help: NearestWord.suggestion(for: String(word), among: all)
                        ?? "write \(all.joined(separator: ", ")), or several with commas between them")
            }
            verdicts.insert(verdict)
        }
        return verdicts
    }
}
