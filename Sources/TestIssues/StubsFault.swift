// StubsFault.swift: what is wrong with the requests to stubs, in words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Testing)
    import Testing
#endif

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

package enum StubsFault {
    /// Fewer requests than were waited for.
    private struct TooFew: Error, CustomStringConvertible {
        let description: String
    }

    /// Throws what says which requests have come; in Swift Testing, where it is recorded at this place, what a failed
    /// `#require` throws.
    package static func tooFew(
        _ came: [String], of count: Int, within patience: Patience, at place: TestPlace
    ) throws -> Never {
        let time = patience.milliseconds % 1_000 == 0 ? "\(patience.wholeSeconds) s" : "\(patience.milliseconds) ms"
        let told = came.prefix(toldAtMost).map { "\n  \($0)" }
        let more = came.count > toldAtMost ? "\n  and \(came.count - toldAtMost) more" : ""
        let sentence =
            "\(count == 1 ? "a request" : "\(count) requests") had not come within \(time); "
            + (came.isEmpty ? "none had" : "\(came.count) had:" + told.joined() + more)
        #if canImport(Testing)
            if Test.current != nil {
                let `the requests have come` = false
                try #require(`the requests have come`, "\(sentence)", sourceLocation: place.location)
            }
        #endif
        let error = TooFew(description: "\(place.fileID):\(place.line): \(sentence)")
        Slip.thrown(sentence, as: error.description, by: "requests(atLeast:)", at: place)
        throw error
    }

    #if canImport(Testing)
        /// Records the text at this place, and throws what a failed `#require` throws.
        ///
        /// - Parameter isOfRequests: a request had no stub; else it is stubs in turn that had no request.
        package static func require(_ text: String, isOfRequests: Bool, at place: TestPlace) throws {
            if isOfRequests {
                let `each request has a stub` = false
                try #require(`each request has a stub`, "\(text)", sourceLocation: place.location)
            } else {
                let `each stub in turn has answered` = false
                try #require(`each stub in turn has answered`, "\(text)", sourceLocation: place.location)
            }
        }
    #endif

    /// Each request that no stub has answered, and each answer that was not asked for; nil: all is well.
    ///
    /// A client that tries again makes one mistake, which is told once.
    ///
    /// - Parameter unanswered: a request, `GET /notes/1`, and why none has answered it.
    package static func text(unanswered: [(request: String, why: String?)], unused: [UnusedAnswers]) -> String? {
        var counts: [String: Int] = [:]
        for each in unanswered { counts[line(each), default: 0] += 1 }
        var told: [String] = []
        for each in unanswered {
            guard let count = counts.removeValue(forKey: line(each)) else { continue }
            told.append(line(each, count == 1 ? "" : ", \(count) times"))
        }
        let more = told.count > toldAtMost ? ["\n  and \(told.count - toldAtMost) more"] : []
        let parts = [
            ("no stub has answered", told.prefix(toldAtMost) + more),
            ("not every answer in turn was asked for", ArraySlice(unused.map { "\n  \($0.sentence)" })),
        ]
        let sentences = parts.filter { !$1.isEmpty }.map { $0 + $1.joined() }
        return sentences.isEmpty ? nil : sentences.joined(separator: "\n")
    }

    private static func line(_ each: (request: String, why: String?), _ times: String = "") -> String {
        "\n  \(each.request)\(times)" + (each.why.map { ": \($0)" } ?? "")
    }

    private static let toldAtMost = 20
}
