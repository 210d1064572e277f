// CommonRules.swift: the rules of every contract.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Rule {
    static let commonEntries: [Rule: RuleEntry] = [
        .question: RuleEntry(
            nil, "one reply to a question",
            """
            A callback that asks the delegate something has exactly one reply, and until it is given the same task may \
            deliver nothing else. The one exception is the error after the client's own cancel, with the metrics before it.
            """,
            [
                .sessionHeader(
                    "didReceiveResponse: \"no further messages will be received until the completion block is called\""),
                .customProtocolReadMe("one challenge at a time"), .lifeCycle(6),
                .derived("these, for challenges, bodies and the cache"),
            ],
            broken: """
                A second reply to one question, or a reply that nothing asked for: the driver's fault, as is a question \
                that is never answered in a trace that records replies. A callback that stands between a question and \
                its reply: the client's fault. Replies that were not recorded are not missed.
                """,
            keeps: Example(.urlsessionData, "r ! R ! D Z"), breaks: Example(.urlsessionData, "R ! ! D Z")),
        .noSuchCallback: RuleEntry(
            nil, "of another API",
            "The API of this contract has no such callback, or the grammars say nothing of it.",
            [.derived("the table of callbacks")],
            broken: """
                A callback that another contract knows and this one does not. A name that no contract knows is no \
                trace at all. didBecomeStreamTask has a name and stands in no grammar: no document orders a stream.
                """,
            keeps: Example(.urlsessionData, "R D Z"), breaks: Example(.urlsessionData, "R startLoading D Z")),
    ]
}
