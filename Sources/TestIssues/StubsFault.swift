// UnusedAnswers.swift: answers in turn that no request has come for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// A request that several stubs answer in turn, and that came too seldom for all of them.
package struct UnusedAnswers: Sendable {
    /// `GET /notes/{{path id}}`
    package let route: String
    /// How often it was answered.
    package let answers: Int
    /// The stubs whose turn has not come: `NotesTests.swift:14`.
    package let stubs: [String]

    package init(route: String, answers: Int, stubs: [String]) {
        (self.route, self.answers, self.stubs) = (route, answers, stubs)
    }

    /// `GET /notes/1 came once, so the stub of NotesTests.swift:17 has not answered`
    package var sentence: String {
        let came =
            switch answers {
            case 0: "never came"
            case 1: "came once"
            default: "came \(answers) times"
            }
        return stubs.count == 1
            ? "\(route) \(came), so the stub of \(stubs[0]) has not answered"
            : "\(route) \(came), so the stubs of \(stubs.joined(separator: ", ")) have not answered"
    }
}
