// Guards.swift: rules that the order of letters cannot express: those about payloads, counts or other callbacks.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Guards judge the callbacks that the grammar allows. A guard whose field is not in the trace is skipped.
enum Guards {
    static func judge(
        _ event: TraceEvent, _ task: inout TaskJudge, _ session: inout SessionMemory,
        from former: Contract.PhaseNumber, _ findings: inout [TraceFinding]
    ) {
        afterRefusal(event, &task, &findings)
        switch task.contract.family {
        case .session: judgeSession(event, &task, &session, from: former, &findings)
        case .connection: judgeConnection(event, &task, &findings)
        case .download: judgeDownload(event, &task, &findings)
        case .client: judgeClient(event, &task, &findings)
        }
    }

    /// Judges a recorded reply to this question.
    static func reply(
        _ event: TraceEvent, to question: TracedCallback?, _ task: inout TaskJudge, _ findings: inout [TraceFinding]
    ) {
        task.memory.replied()
        guard let question, let decision = event.fields.decision else { return }
        switch (question, decision) {
        case (.willPerformHTTPRedirection, .nothing), (.willSendRequest, .nothing), (.needNewBodyStream, .nothing):
            task.memory.refused = question
            task.memory[.mustSendAgain] = false
        case (.willSendRequestAfterRedirect, .nothing):
            task.memory.refused = question
            if task.contract == .nsurldownload {
                task.tell(
                    .n11, event,
                    "a redirect was refused: the header says that this cancels, Apple's text that it does not",
                    &findings, weight: .warning)
            }
        case (.willPerformHTTPRedirection, _):
            if case .asked(let status) = task.memory.redirect { task.memory.redirect = .followed(status) }
        case (.didReceiveChallenge, .credential): task.memory[.gaveCredential] = true
        case (.shouldDecodeSourceDataOfMIMEType, .decode): task.memory[.decodes] = true
        default: break
        }
    }

    static func cancel(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        guard task.contract == .nsurldownload else { return }
        if event.fields.fileExists == true, event.fields.deletesFile != false {
            task.tell(.n12, event, "the file is still there after the cancel", &findings)
        }
        if event.fields.hasResumeData == true, task.memory[.decodes] {
            task.tell(.n12, event, "there is resume data of a download that was being decoded", &findings)
        }
    }

    /// Whether a trace without an end is allowed, with a warning.
    static func openEnd(_ task: TaskJudge) -> (rule: Rule, sentence: String)? {
        if task.contract.family == .session, task.memory.isCancelled, !task.hasEnded {
            return (.u18, "the task was cancelled, and the trace ends without the error that this brings")
        }
        if task.contract == .urlprotocolClient, !task.memory.isCancelled, !task.hasEnded,
            task.phase != task.contract.firstPhase
        {
            return (.p3, "the trace ends without didFinishLoading, didFailWithError and stopLoading")
        }
        return nil
    }

    /// Whether nil was returned to a question where that cancels the load, or may cancel it.
    static func mayEnd(_ task: TaskJudge) -> Bool {
        switch (task.contract.family, task.memory.refused) {
        case (.connection, .willSendRequest), (.connection, .needNewBodyStream): true
        case (.download, .willSendRequestAfterRedirect): true
        default: false
        }
    }

    /// Judges a callback that comes right after nil was returned to a question.
    private static func afterRefusal(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        guard let refused = task.memory.formerlyRefused, !isPerhapsRedirect(refused, task.memory),
            !mayFollow(event.callback, onRefusing: refused, task.contract)
        else { return }
        let name = event.callback.label
        switch (task.contract.family, refused) {
        case (.session, _): task.tell(.u9, event, "the redirect was refused, and \(name) followed it", &findings)
        case (_, .willSendRequest):
            task.tell(.c3, event, "nil was returned for a canonical rewrite, and the load went on", &findings)
        case (_, .needNewBodyStream):
            task.tell(.c13, event, "there was no stream to send, and the load went on", &findings)
        default: task.tell(.c4, event, "the redirect was refused, and \(name) followed it", &findings)
        }
    }

    /// Whether the refused willSendRequest may be a redirect, because its record does not say.
    private static func isPerhapsRedirect(_ refused: TracedCallback, _ memory: Memory) -> Bool {
        refused == .willSendRequest && memory[.leavesRedirectOpen]
    }

    /// A refused redirect is the response. Nil for a canonical rewrite, or for a body, cancels a connection.
    private static func mayFollow(_ callback: TracedCallback, onRefusing refused: TracedCallback, _ contract: Contract)
        -> Bool
    {
        switch (contract.family, refused) {
        case (.session, .willPerformHTTPRedirection):
            switch callback {
            // The redirect may have come before the body was sent.
            case .didSendBodyData: true
            case .didReceiveResponse, .didWriteData, .didFinishDownloadingTo, .didFinishCollectingMetrics, .didComplete,
                .didCompleteWithError, .completionHandler:
                true
            default: false
            }
        case (.connection, .willSendRequest), (.connection, .needNewBodyStream): callback == .didFailWithError
        case (.connection, .willSendRequestAfterRedirect):
            switch callback {
            case .didSendBodyData, .didReceiveResponse, .didWriteData, .connectionDidResumeDownloading,
                .connectionDidFinishDownloading, .didFailWithError:
                true
            default: false
            }
        default: true
        }
    }

    /// The allowed callbacks, without those that a guard forbids.
    static func narrow(_ allowed: [TracedCallback], _ task: TaskJudge) -> [TracedCallback] {
        let memory = task.memory
        return allowed.filter { callback in
            if let refused = memory.formerlyRefused, !isPerhapsRedirect(refused, memory),
                !mayFollow(callback, onRefusing: refused, task.contract)
            {
                return false
            }
            return switch callback {
            case .taskIsWaitingForConnectivity where memory[.hasWaited]: false
            case .didReceiveResponse where memory[.hasWholeResponse] && task.contract.family != .download: false
            case .willSendRequestForAuthenticationChallenge where memory[.isChallengedAsBefore]: false
            case .canAuthenticateAgainstProtectionSpace where memory[.isChallengedAnew]: false
            case .didReceiveAuthenticationChallenge where memory[.isChallengedAnew]: false
            default: true
            }
        }
    }

    /// A second response is allowed for multipart/x-mixed-replace only.
    static func countResponse(
        _ event: TraceEvent, _ rule: Rule, _ task: inout TaskJudge, _ findings: inout [TraceFinding]
    ) {
        if task.memory[.hasWholeResponse] {
            task.tell(
                rule, event, "a second response, and the type of the first one is not multipart/x-mixed-replace",
                &findings)
        }
        task.memory.responded(event.fields.mime)
    }
}
