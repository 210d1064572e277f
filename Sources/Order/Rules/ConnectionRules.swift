// ConnectionRules.swift: the rules of NSURLConnection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Rule {
    static let connectionEntries: [Rule: RuleEntry] = [
        .c1: RuleEntry(
            .connection, "requests first",
            "willSendRequest comes any number of times, \"before any other messages in this list\": before the response.",
            [.header106(.connection, "list of messages, item 1")],
            broken: "willSendRequest behind the response or a write.",
            keeps: Example(.nsurlconnectionData, "q r R D Z"), breaks: Example(.nsurlconnectionData, "R r D Z")),
        .c2: RuleEntry(
            .connection, "challenges before the response",
            """
            "Before receiving a response or processing a redirect" a challenge may be received. It is withdrawn, if at \
            all, right behind it.
            """,
            [.header106(.connection)],
            broken: """
                A challenge, or the question whether it could be met, behind the response; a withdrawal without a \
                challenge right before it.
                """,
            keeps: Example(.nsurlconnectionData, "p a x r R D Z"),
            breaks: Example(.nsurlconnectionData, "R a D Z")),
        .c3: RuleEntry(
            .connection, "canonical rewrite",
            """
            willSendRequest with a redirectResponse of nil tells that the URL is rewritten before it is sent. Nil \
            returned here cancels the connection.
            """,
            [.header106(.connection, "willSendRequest"), .redirectsAndDownloads],
            broken: """
                Anything but the error behind a canonical rewrite whose recorded reply is nil (`request` is null, or \
                `decision` is refuse).
                """,
            keeps: Example(.nsurlconnectionData, "q !(request=null)"),
            breaks: Example(.nsurlconnectionData, "q !(request=null) R D Z")),
        .c4: RuleEntry(
            .connection, "refused redirect",
            """
            Nil returned for a redirect lets the connection go on: the redirect's own response and body come.
            """,
            [.header106(.connection, "willSendRequest"), .redirectsAndDownloads, .requestChanges],
            broken:
                "Something else than progress, the response or an error behind a redirect whose recorded reply is nil.",
            keeps: Example(.nsurlconnectionData, "r !(request=null) R D Z"),
            breaks: Example(.nsurlconnectionData, "r !(request=null) a R D Z")),
        .c5: RuleEntry(
            .connection, "one response",
            """
            A response comes before its data. More than one comes for multipart/x-mixed-replace only, and each one \
            discards the data before it.
            """,
            [.header106(.connection, "didReceiveResponse"), .networkNotes],
            broken: "A second didReceiveResponse, where the first one's `mime` is something else.",
            keeps: Example(.nsurlconnectionData, "R(mime=multipart/x-mixed-replace) D R D Z"),
            breaks: Example(.nsurlconnectionData, "R(mime=text/html) D R D Z")),
        .c6: RuleEntry(
            .connection, "a response, or an error", "There is no response only if an error came first.",
            [.header106(.connection)],
            broken: "connectionDidFinishLoading or didReceiveData without didReceiveResponse.",
            keeps: Example(.nsurlconnectionData, "q E"), breaks: Example(.nsurlconnectionData, "q Z")),
        .c7: RuleEntry(
            .connection, "data",
            "didReceiveData comes any number of times, before the cache is asked and before the end.",
            [.header106(.connection)], broken: "didReceiveData behind willCacheResponse.",
            keeps: Example(.nsurlconnectionData, "R D D H Z"), breaks: Example(.nsurlconnectionData, "R H D Z")),
        .c8: RuleEntry(
            .connection, "cache", "willCacheResponse comes at most once, behind the data and before the end.",
            [.header106(.connection)], broken: "A second one, or a response behind it.",
            keeps: Example(.nsurlconnectionData, "R D H Z"), breaks: Example(.nsurlconnectionData, "R D H H Z"),
            remark: "The grammar lets it come without a response, if the load then fails."),
        .c9: RuleEntry(
            .connection, "one end",
            """
            Unless it is cancelled, a connection ends with exactly one of connectionDidFinishLoading and \
            didFailWithError, and nothing comes behind it.
            """,
            [.header106(.connection), .networkNotes],
            broken: "Neither comes and there is no cancel, both come, or anything comes behind one.",
            keeps: Example(.nsurlconnectionData, "R D E"), breaks: Example(.nsurlconnectionData, "R D Z E")),
        .c10: RuleEntry(
            .connection, "cancel", "After cancel no callbacks come.",
            [.header106(.connection, "cancel: no more"), .header109(.connection, "cancel: \"a hint\"")],
            broken: "A callback behind the client's cancel.",
            weight: .warning, keeps: Example(.nsurlconnectionData, "R D cancel"),
            breaks: Example(.nsurlconnectionData, "R cancel D"),
            remark: """
                The headers conflict: 10.6 promises silence, for 10.9 cancel is a hint. A trace cannot tell how long \
                after the cancel a callback came, so it is a warning, and the order holds on. With a cancel a trace \
                may end anywhere.
                """),
        .c11: RuleEntry(
            .connection, "credential storage",
            "connectionShouldUseCredentialStorage comes at most once, before the load begins: first of all.",
            [.header109(.connection)], broken: "It comes behind any other callback.",
            keeps: Example(.nsurlconnectionData, "u q R D Z"), breaks: Example(.nsurlconnectionData, "q u R D Z")),
        .c12: RuleEntry(
            .connection, "one way to be challenged",
            """
            A delegate with willSendRequestForAuthenticationChallenge is never sent \
            canAuthenticateAgainstProtectionSpace, didReceiveAuthenticationChallenge or didCancelAuthenticationChallenge.
            """,
            [.header109(.connection, "willSendRequestForAuthenticationChallenge")],
            broken: "Callbacks of both ways in one connection.",
            keeps: Example(.nsurlconnectionData, "A A R D Z"), breaks: Example(.nsurlconnectionData, "p a A R D Z"),
            remark: "The letters of the grammar alone would let both come; the header does not."),
        .c13: RuleEntry(
            .connection, "new body",
            "needNewBodyStream comes when a body from a stream must be sent again. Nil returned cancels the connection.",
            [.header109(.connection, "needNewBodyStream")],
            broken:
                "It comes behind the response; or its recorded reply is nil (`stream` is null) and the load goes on.",
            keeps: Example(.nsurlconnectionData, "s A B s R D Z"), breaks: Example(.nsurlconnectionData, "R B D Z")),
        .c14: RuleEntry(
            .connection, "progress",
            """
            didSendBodyData comes before the response. Its totals may change in unexpected ways, and \
            "may not increase monotonically".
            """,
            [.header109(.connection, "didSendBodyData"), .networkNotes], broken: "It comes behind the response.",
            keeps: Example(.nsurlconnectionData, "s s R D Z"), breaks: Example(.nsurlconnectionData, "R s D Z")),
        .c15: RuleEntry(
            .connection, "download delegate",
            """
            With a download delegate connectionDidFinishDownloading is the end, and its file is there until it returns. \
            No response, data, cache or connectionDidFinishLoading is told.
            """,
            [.header109(.connection, "NSURLConnectionDownloadDelegate")],
            broken: "A callback of the data delegate in such a connection, or one of this delegate in the other.",
            keeps: Example(.nsurlconnectionDownload, "q W W Y"), breaks: Example(.nsurlconnectionDownload, "R W Y")),
        .c16: RuleEntry(
            .connection, "one thread",
            """
            Callbacks come on the thread on which the connection was started, or on the queue that was set for it.
            """,
            [.header109(.connection, "setDelegateQueue")],
            broken: """
                Two callbacks name different queues (`queue`); or neither names one, and their threads (`thread`) differ.
                """,
            keeps: Example(.nsurlconnectionData, "R(thread=main) D(thread=main) Z(thread=main)"),
            breaks: Example(.nsurlconnectionData, "R(thread=main) D(thread=2) Z(thread=main)")),
    ]
}
