// SessionRules.swift: the rules of URLSession's life cycle.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Rule {
    static let sessionEntries: [Rule: RuleEntry] = [
        .u1: RuleEntry(
            .session, "create first", "didCreateTask comes at most once, and before everything else of its task.",
            [.method("urlSession(_:didCreateTask:)")], broken: "didCreateTask behind any callback of the same task.",
            keeps: Example(.urlsessionData, "c R D Z"), breaks: Example(.urlsessionData, "s c R D Z")),
        .u2: RuleEntry(
            .session, "delayed", "willBeginDelayedRequest is for background tasks only, and comes before the load.",
            [.sessionHeader("willBeginDelayedRequest")],
            broken: """
                It comes behind the response, or where the trace says that the task is none of a background session \
                (`background` is false).
                """,
            keeps: Example(.urlsessionData, "c d s R D Z"), breaks: Example(.urlsessionData, "R d D Z"),
            remark: """
                The document does not say where the load begins. Behind a challenge, a redirect, a body or its progress, \
                and before the response, it is a warning.
                """),
        .u3: RuleEntry(
            .session, "waiting", "taskIsWaitingForConnectivity comes at most once per task, and before the response.",
            [.sessionHeader("taskIsWaitingForConnectivity: \"at most once per task\"")],
            broken: "It comes twice, or behind the response.",
            keeps: Example(.urlsessionData, "w R D Z"), breaks: Example(.urlsessionData, "w w R D Z"),
            remark: "The letters of the grammar alone would let it come twice; the header does not."),
        .u4: RuleEntry(
            .session, "session challenge",
            """
            NTLM, Negotiate, ClientCertificate and ServerTrust are asked of the session; of the task only if the session \
            has no such method. Either comes before the response.
            """,
            [.sessionHeader("didReceiveChallenge"), .lifeCycle(1)],
            broken: """
                didReceiveSessionChallenge behind the response; or didReceiveChallenge whose `method` is one of the four, \
                in a session that was asked itself before.
                """,
            keeps: Example(.urlsessionData, "S(method=ServerTrust) R D Z"),
            breaks: Example(.urlsessionData, "S(method=ServerTrust) A(method=ServerTrust) R D Z")),
        .u5: RuleEntry(
            .session, "task challenge",
            "Every other method is asked of the task. If it has no such method, the session is not asked instead.",
            [.sessionHeader("task didReceiveChallenge")],
            broken:
                "didReceiveSessionChallenge whose `method` is none of NTLM, Negotiate, ClientCertificate, ServerTrust.",
            keeps: Example(.urlsessionData, "A(method=HTTPBasic) R D Z"),
            breaks: Example(.urlsessionData, "S(method=HTTPBasic) R D Z")),
        .u6: RuleEntry(
            .session, "new body",
            """
            needNewBodyStream comes first for an upload from a stream, and again before every resend: after a challenge, \
            a redirect, an error that can be made good.
            """,
            [.method("urlSession(_:task:needNewBodyStream:)"), .lifeCycle(2)],
            broken: """
                It comes behind the response; or the trace says `streamed` and didSendBodyData comes before any \
                needNewBodyStream.
                """,
            keeps: Example(.urlsessionData, "B s A B s R D Z"), breaks: Example(.urlsessionData, "B s R B D Z"),
            remark: """
                Progress behind a challenge or a redirect without a new stream, in a task that had one, is a warning: it \
                may be that of the first try.
                """),
        .u7: RuleEntry(
            .session, "progress",
            """
            didSendBodyData comes while the body is sent, any number of times. The totals may stand still or go back.
            """,
            [.lifeCycle(3), .header109(.connection, "didSendBodyData")],
            broken: "It comes where nothing can be sent any more: behind the last data, the file or the metrics.",
            keeps: Example(.urlsessionData, "B s s R D Z"), breaks: Example(.urlsessionData, "R D H s Z"),
            remark: """
                Behind an early response it is documented nowhere, and let pass. A download tells no response: there it \
                is a warning between the writes.
                """),
        .u8: RuleEntry(
            .session, "challenge loop",
            """
            After a challenge that was answered with a credential the load begins again at the body; the 401 is not \
            delivered.
            """,
            [.lifeCycle(5), .derived("\"back to step 2\", which comes before step 8")],
            broken: "A challenge behind data of a download: they were the 401's. For a response see U-R-BEFORE-A.",
            keeps: Example(.urlsessionDownload, "A W F Z"), breaks: Example(.urlsessionDownload, "W A W F Z"),
            remark: """
                A response with status 401 or 407 right behind a challenge whose reply was a credential is a warning: it \
                may be another one, which offered nothing to answer.
                """),
        .u9: RuleEntry(
            .session, "redirect",
            """
            A redirect that is followed goes back to the body, and its 3xx is not delivered. One that is refused (the \
            reply is nil) becomes the response.
            """,
            [.lifeCycle(6)],
            broken: """
                willPerformHTTPRedirection behind a response; or its recorded reply is nil (`request` is null, or \
                `decision` is refuse) and something else than the response or the end comes.
                """,
            keeps: Example(.urlsessionData, "r !(request=null) R(status=302) D Z"),
            breaks: Example(.urlsessionData, "R r D Z"),
            remark: """
                A response with the status of the redirect that was just followed is a warning: it may be the next one, \
                without a Location to follow. Progress behind a refusal is let pass: the redirect may have come early.
                """),
        .u10: RuleEntry(
            .session, "response first",
            "The response comes before any data, before the task becomes a download, and before the cache is asked.",
            [.lifeCycle(8)],
            broken: "didReceiveData, didBecomeDownloadTask or willCacheResponse before didReceiveResponse.",
            keeps: Example(.urlsessionData, "R D Z"), breaks: Example(.urlsessionData, "D R D Z")),
        .u11: RuleEntry(
            .session, "data",
            "didReceiveData belongs to the response before it, any number of times. One may carry several chunks.",
            [.lifeCycle(9), .sessionHeader("didReceiveData: \"may be discontiguous\"")],
            broken: "didReceiveData behind didBecomeDownloadTask. Before a response see U10, at the end U12 and U14.",
            keeps: Example(.urlsessionData, "R D D Z"), breaks: Example(.urlsessionData, "R K D F Z")),
        .u12: RuleEntry(
            .session, "cache",
            "willCacheResponse comes at most once, behind the last data and before the end. It may be left out.",
            [.lifeCycle(10), .method("urlSession(_:dataTask:willCacheResponse:completionHandler:)")],
            broken: "Data, a response, a second question about the cache, or an error behind it.",
            keeps: Example(.urlsessionData, "R D H Z"), breaks: Example(.urlsessionData, "R H D Z")),
        .u13: RuleEntry(
            .session, "multipart", "More than one response comes for multipart/x-mixed-replace only.", [.lifeCycle(11)],
            broken: "See its guard, U-ONE-R, which needs the field `mime`.",
            weight: .permission, keeps: Example(.urlsessionData, "R(mime=multipart/x-mixed-replace) D R D Z"),
            breaks: nil,
            remark: "Whether the envelope has a response of its own is documented nowhere: both are let pass."),
        .u14: RuleEntry(
            .session, "metrics", "didFinishCollectingMetrics comes right before didComplete.",
            [.derived("U15: didComplete is the last message")],
            broken: "Anything but didComplete behind it.",
            keeps: Example(.urlsessionData, "R D m Z"), breaks: Example(.urlsessionData, "R m D Z"),
            remark: """
                For a task with a handler, metrics may come at any time; behind the handler's return they are a warning, \
                for no document orders these two.
                """),
        .u15: RuleEntry(
            .session, "terminal",
            "didComplete comes exactly once, with or without an error: \"the last message related to a specific task\".",
            [.lifeCycle(13), .sessionHeader("didCompleteWithError")],
            broken: "The trace ends before it, without a cancel. For what comes behind it see U-AFTER-Z and U-TWO-Z.",
            keeps: Example(.urlsessionData, "R D Z"), breaks: Example(.urlsessionData, "R D")),
        .u16: RuleEntry(
            .session, "invalidation",
            "didBecomeInvalid comes at most once, as the session's last message, when all tasks have ended.",
            [.lifeCycle(14), .sessionHeader("didBecomeInvalidWithError: \"the last message a session receives\"")],
            broken: "A task has not ended when it comes, or anything comes behind it.",
            keeps: Example(.urlsessionData, "1:R 2:R 1:Z 2:Z I"), breaks: Example(.urlsessionData, "1:R 2:R 1:Z I")),
        .u17: RuleEntry(
            .session, "background redirects", "A background session follows redirects and asks nobody.",
            [.sessionHeader("willPerformHTTPRedirection")],
            broken: "willPerformHTTPRedirection, where the trace says that the session is one (`background` is true).",
            keeps: Example(.urlsessionDownload, "c(background=true) W F Z"),
            breaks: Example(.urlsessionDownload, "c(background=true) r W F Z")),
        .u18: RuleEntry(
            .session, "cancel",
            "After cancel() only the error comes; what was queued before may still be delivered.",
            [.sessionHeader("cancel: \"may signal other work before it acknowledges the cancelation\"")],
            broken: """
                Anything but metrics and the error behind a reply to a question that was itself asked after the cancel, \
                which cannot have been queued; didComplete without an error; a trace that ends without one.
                """,
            weight: .warning, keeps: Example(.urlsessionData, "R D cancel D E"),
            breaks: Example(.urlsessionData, "cancel r ! R E"),
            remark: """
                The header lets other work come before the task acknowledges the cancel, and says nothing of how long \
                that takes: so all this is a warning. Order and guards hold after a cancel as before it, but the error \
                may come wherever the cancel strikes.
                """),
        .ud1: RuleEntry(
            .session, "resumed",
            "didResumeAtOffset is for tasks made from resume data, and comes before the first write.",
            [.lifeCycle(7), .method("urlSession(_:downloadTask:didResumeAtOffset:expectedTotalBytes:)")],
            broken: """
                It comes behind didWriteData or a second time, in a data task, or where the trace says that there was \
                none (`resumeData` is false).
                """,
            keeps: Example(.urlsessionDownload, "O W F Z"), breaks: Example(.urlsessionDownload, "W O W F Z")),
        .ud2: RuleEntry(
            .session, "writing", "didWriteData comes before the file. An empty body needs none.", [.lifeCycle(9)],
            broken: "didWriteData behind didFinishDownloadingTo.",
            keeps: Example(.urlsessionDownload, "W W F Z"), breaks: Example(.urlsessionDownload, "W F W Z")),
        .ud3: RuleEntry(
            .session, "file",
            "didFinishDownloadingTo comes once; its file is there until it returns; didComplete follows.",
            [.lifeCycle(12)],
            broken: "It comes twice, or didComplete comes without an error and without it.",
            keeps: Example(.urlsessionDownload, "W F Z"), breaks: Example(.urlsessionDownload, "W Z")),
        .ud4: RuleEntry(
            .session, "no response in a download",
            "A download task tells no response, no data and nothing of the cache: the status is in the task's response.",
            [.sessionHeader("the protocols are apart")],
            broken:
                "didReceiveResponse, didReceiveData, willCacheResponse or didBecomeDownloadTask in a download task.",
            keeps: Example(.urlsessionDownload, "W F Z"), breaks: Example(.urlsessionDownload, "R W F Z")),
        .ud5: RuleEntry(
            .session, "handler",
            """
            A task with a completion handler calls no delegate for response, data and end; challenges and redirects are \
            still put to one.
            """,
            [.method("dataTask(with:completionHandler:)")],
            broken: "One of those callbacks in such a task, or completionHandler in a task that has a delegate.",
            keeps: Example(.urlsessionHandler, "A r X"), breaks: Example(.urlsessionHandler, "R X")),
    ]

    static let sessionGuardEntries: [Rule: RuleEntry] = [
        .u1XX: RuleEntry(
            .session, "no interim response",
            "A response is never one of 100 to 199; those are didReceiveInformationalResponse, before it, or nothing.",
            [.lifeCycle(8), .sessionHeader("didReceiveInformationalResponse")],
            broken: "didReceiveResponse whose `status` is 100 to 199, or an interim response behind the response.",
            guards: .u10, keeps: Example(.urlsessionData, "i(status=103) R(status=200) D Z"),
            breaks: Example(.urlsessionData, "R(status=103) R(status=200) D Z")),
        .uOneR: RuleEntry(
            .session, "one response",
            "A second response comes only if the first one's type is multipart/x-mixed-replace.", [.lifeCycle(11)],
            broken: "A second didReceiveResponse, where the first one's `mime` is something else.",
            guards: .u13, keeps: Example(.urlsessionData, "R(mime=multipart/x-mixed-replace) D R D Z"),
            breaks: Example(.urlsessionData, "R(mime=text/html) D R D Z")),
        .uRBeforeA: RuleEntry(
            .session, "no response before a challenge", "No challenge comes behind a response.", [.lifeCycle(5)],
            broken: "didReceiveChallenge behind didReceiveResponse: the 401 was delivered, and should not have been.",
            guards: .u8, keeps: Example(.urlsessionData, "A R(status=200) D Z"),
            breaks: Example(.urlsessionData, "R(status=401) D A D Z")),
        .uZWithoutR: RuleEntry(
            .session, "no success without a response", "didComplete without an error needs a response before it.",
            [.lifeCycle(8), .lifeCycle(13)], broken: "didComplete without an error and without didReceiveResponse.",
            guards: .u10, keeps: Example(.urlsessionData, "R Z"), breaks: Example(.urlsessionData, "c Z")),
        .uAfterZ: RuleEntry(
            .session, "nothing after the end", "Nothing of a task comes behind its didComplete.",
            [.lifeCycle(13), .sessionHeader("didCompleteWithError")], broken: "Any callback of the task behind it.",
            guards: .u15, keeps: Example(.urlsessionData, "R D Z"), breaks: Example(.urlsessionData, "R Z D")),
        .uTwoZ: RuleEntry(
            .session, "one end", "didComplete comes once.", [.lifeCycle(13)],
            broken: "A second didComplete, with or without an error.", guards: .u15,
            keeps: Example(.urlsessionData, "R D E"), breaks: Example(.urlsessionData, "R D E Z")),
        .uBecome: RuleEntry(
            .session, "becoming a download",
            """
            A data task that becomes a download does so right behind its first response, and ends there. What follows is \
            the download's: writes, file, end.
            """,
            [.lifeCycle(8), .method("urlSession(_:dataTask:didBecome:)")],
            broken: """
                didBecomeDownloadTask anywhere else; a response or a question about the cache behind it; didWriteData or \
                didFinishDownloadingTo without it.
                """,
            keeps: Example(.urlsessionData, "R K W F Z"), breaks: Example(.urlsessionData, "R D K F Z"),
            remark: "The grammar has it (`become`) without a name of its own."),
        .uOneX: RuleEntry(
            .session, "the handler returns once",
            "The completion handler is called, or the await returns, exactly once, and nothing comes behind it.",
            [.method("dataTask(with:completionHandler:)")],
            broken: "It comes twice or never, or another callback of the task comes behind it.",
            guards: .u15, keeps: Example(.urlsessionHandler, "r X"), breaks: Example(.urlsessionHandler, "X X"),
            remark: "The grammar has it (`handler`) without a name of its own."),
    ]
}
