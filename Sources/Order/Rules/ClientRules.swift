// ClientRules.swift: the rules of URLProtocolClient.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Rule {
    static let clientEntries: [Rule: RuleEntry] = [
        .pStart: RuleEntry(
            .client, "start", "startLoading comes first, and once for each instance.",
            [.customProtocolReadMe("life of a protocol"), .method("startLoading()")],
            broken: "Anything before it, or a second one.",
            keeps: Example(.urlprotocolClient, "L R D Z T"), breaks: Example(.urlprotocolClient, "R D Z T"),
            remark: "The grammar has it (`L`) without a name of its own."),
        .p1: RuleEntry(
            .client, "before the response", "Redirects and challenges come any number of times, before the response.",
            [.customProtocolReadMe("phase 1")], broken: "wasRedirectedTo or didReceiveChallenge behind the response.",
            keeps: Example(.urlprotocolClient, "L a ! a ! R D Z T"), breaks: Example(.urlprotocolClient, "L R a D Z T")),
        .p2: RuleEntry(
            .client, "the response", "Exactly one response comes (\"a definitive response\"), before data and success.",
            [.customProtocolReadMe("phase 2")],
            broken: "A second didReceiveResponse, or didLoadData or didFinishLoading without one.",
            keeps: Example(.urlprotocolClient, "L R D Z T"), breaks: Example(.urlprotocolClient, "L R D R D Z T")),
        .p3: RuleEntry(
            .client, "after the response", "Data come any number of times, and then one didFinishLoading.",
            [.customProtocolReadMe("phase 3")],
            broken: """
                Nothing that P1, P2 and P7 do not tell. A trace that ends without didFinishLoading, didFailWithError and \
                stopLoading is a warning.
                """,
            weight: .warning, keeps: Example(.urlprotocolClient, "L R D D Z T"),
            breaks: Example(.urlprotocolClient, "L R D"),
            remark: """
                By the grammar a load that is stopped while it runs may end anywhere, and stopLoading may be absent: so \
                such a trace cannot be told from one that breaks off.
                """),
        .p4: RuleEntry(
            .client, "failure", "didFailWithError may come at any time.", [.customProtocolReadMe()],
            broken: "With a challenge open see P6; behind cachedResponseIsValid see P13.", weight: .permission,
            keeps: Example(.urlprotocolClient, "L R D E T"), breaks: nil),
        .p5: RuleEntry(
            .client, "one challenge at a time", "While a challenge is open nothing comes but its withdrawal.",
            [.customProtocolReadMe("one challenge at a time")],
            broken: "Another callback between a challenge and its answer, or a withdrawal of none.",
            keeps: Example(.urlprotocolClient, "L a x a ! R D Z T"),
            breaks: Example(.urlprotocolClient, "L a a ! R D Z T")),
        .p6: RuleEntry(
            .client, "failure with an open challenge",
            "A challenge that is open is withdrawn before the failure is told.",
            [.customProtocolReadMe()], broken: "didFailWithError between a challenge and its answer.",
            keeps: Example(.urlprotocolClient, "L a x E T"), breaks: Example(.urlprotocolClient, "L a E T")),
        .p7: RuleEntry(
            .client, "nothing after the end",
            "Behind didFinishLoading or didFailWithError nothing comes but stopLoading.",
            [.header109(.loader), .derived("the life of a load")], broken: "Any other callback behind one of them.",
            keeps: Example(.urlprotocolClient, "L R D Z T"), breaks: Example(.urlprotocolClient, "L R Z D T")),
        .p8: RuleEntry(
            .client, "nothing after stop", "Behind stopLoading the client is told nothing at all.",
            [.method("stopLoading(): \"should also stop sending notifications to the client\"")],
            broken: "Any callback behind it, a second stopLoading included.",
            keeps: Example(.urlprotocolClient, "L R T"), breaks: Example(.urlprotocolClient, "L R T D")),
        .p9: RuleEntry(
            .client, "one client thread",
            """
            startLoading and stopLoading come on one thread, the client thread; everything that the client is told is \
            told on it.
            """,
            [.customProtocolReadMe("threading")],
            broken: "A record whose `thread` is another than startLoading's.",
            keeps: Example(.urlprotocolClient, "L(thread=3) R(thread=3) Z(thread=3) T(thread=3)"),
            breaks: Example(.urlprotocolClient, "L(thread=3) R(thread=4) Z(thread=3) T(thread=3)"),
            remark: "stopLoading may be absent behind the end, as it is on Linux."),
        .p10: RuleEntry(
            .client, "answers on the client thread", "The client answers a challenge on the client thread.",
            [.customProtocolReadMe("threading")], broken: "A reply whose `thread` is another than startLoading's.",
            keeps: Example(.urlprotocolClient, "L(thread=3) a(thread=3) !(thread=3) R Z T"),
            breaks: Example(.urlprotocolClient, "L(thread=3) a(thread=3) !(thread=1) R Z T")),
        .p11: RuleEntry(
            .client, "redirect",
            """
            After wasRedirectedTo the load is over: didFailWithError (cancelled) follows, and another instance loads the \
            target.
            """,
            [.customProtocolSource], broken: "Anything but didFailWithError or stopLoading behind wasRedirectedTo.",
            weight: .warning, keeps: Example(.urlprotocolClient, "1:L 1:r 1:E 1:T 2:L 2:R 2:D 2:Z 2:T"),
            breaks: Example(.urlprotocolClient, "L r R D Z T"),
            remark: """
                It is what the sample does; by its Read Me redirects may come any number of times (P1). So it is a \
                warning.
                """),
        .p12: RuleEntry(
            .client, "data and policy",
            "didLoadData brings what is new, not all so far. didReceiveResponse carries a cache storage policy.",
            [.header109(.loader), .customProtocolReadMe()],
            broken: """
                didLoadData whose `offset` is not the number of `bytes` that came before; didReceiveResponse whose \
                `policy` is null.
                """,
            keeps: Example(.urlprotocolClient, "L R D(offset=0,bytes=5) D(offset=5,bytes=5) Z T"),
            breaks: Example(.urlprotocolClient, "L R D(offset=0,bytes=5) D(offset=0,bytes=10) Z T")),
        .p13: RuleEntry(
            .client, "valid cache", "cachedResponseIsValid comes at most once, right before the response.",
            [.header109(.loader, "cachedResponseIsValid")],
            broken: "It comes elsewhere, or something else than the response or stopLoading follows it.",
            keeps: Example(.urlprotocolClient, "L v R D Z T"), breaks: Example(.urlprotocolClient, "L v v R D Z T"),
            remark: """
                Whether it stands for the response is documented nowhere: the grammar wants the response as well, and no \
                failure between the two, although P4 says that one may come at any time.
                """),
    ]
}
