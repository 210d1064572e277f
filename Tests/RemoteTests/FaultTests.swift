// FaultTests.swift: the words in which both libraries tell of stubs and of late tests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTestIssues
import Testing

@Suite struct `The fault of stubs` {
    @Test func `is told once for a request that came again and again`() {
        let again = ("GET /b", Optional("no route matches GET /b"))
        let text = StubsFault.text(unanswered: [again, ("GET /c", nil), again, again], unused: [])
        #expect(text == "no stub has answered\n  GET /b, 3 times: no route matches GET /b\n  GET /c")
    }

    @Test func `is no more than twenty lines`() {
        let many = (1...30).map { ("GET /\($0)", String?.none) }
        let lines = StubsFault.text(unanswered: many, unused: [])?.split(separator: "\n") ?? []
        #expect(lines.count == 22 && lines.last == "  and 10 more", "\(lines)")
    }

    @Test(arguments: [
        (0, ["a:1", "a:4"], "GET /a never came, so the stubs of a:1, a:4 have not answered"),
        (1, ["a:4"], "GET /a came once, so the stub of a:4 has not answered"),
        (2, ["a:7"], "GET /a came 2 times, so the stub of a:7 has not answered"),
    ])
    func `names answers in turn that were not asked for`(answers: Int, stubs: [String], says: String) {
        let unused = UnusedAnswers(route: "GET /a", answers: answers, stubs: stubs)
        let text = StubsFault.text(unanswered: [], unused: [unused])
        #expect(text == "not every answer in turn was asked for\n  \(says)")
    }

    @Test func `is none where all is well`() {
        #expect(StubsFault.text(unanswered: [], unused: []) == nil)
    }
}
