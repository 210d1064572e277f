// Guards+Session.swift: the guards of URLSession.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Guards {
    static func judgeSession(
        _ event: TraceEvent, _ task: inout TaskJudge, _ session: inout SessionMemory,
        from former: Contract.PhaseNumber, _ findings: inout [TraceFinding]
    ) {
        if task.memory.isCancelled { afterCancel(event, &task, &findings) }
        switch event.callback {
        case .willBeginDelayedRequest: delayed(event, &task, &findings)
        case .taskIsWaitingForConnectivity:
            if task.memory[.hasWaited] {
                task.tell(.u3, event, "taskIsWaitingForConnectivity came a second time", &findings)
            }
            task.memory[.hasWaited] = true
        case .didReceiveSessionChallenge:
            challengeOfSession(event, &task, &session, &findings)
        case .didReceiveChallenge: challenge(event, &task, session, &findings)
        case .needNewBodyStream:
            begin(&task)
            task.memory[.hadNewBody] = true
            task.memory[.mustSendAgain] = false
        case .didSendBodyData: progress(event, &task, &findings)
        case .didReceiveInformationalResponse: begin(&task)
        case .willPerformHTTPRedirection: redirect(event, &task, &findings)
        case .didReceiveResponse: response(event, &task, from: former, &findings)
        case .didResumeAtOffset:
            if task.memory[.lacksResumeData] {
                task.tell(.ud1, event, "the task was not made from resume data", &findings)
            }
        default: break
        }
    }

    private static func begin(_ task: inout TaskJudge) { task.memory[.loadHasBegun] = true }

    private static func delayed(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        if task.memory[.isInForeground] {
            task.tell(.u2, event, "the task is none of a background session", &findings)
        } else if task.memory[.loadHasBegun] {
            task.tell(
                .u2, event, "willBeginDelayedRequest came when the load had begun already", &findings, weight: .warning)
        }
    }

    private static func challengeOfSession(
        _ event: TraceEvent, _ task: inout TaskJudge, _ session: inout SessionMemory, _ findings: inout [TraceFinding]
    ) {
        begin(&task)
        session.wasAsked = true
        task.memory[.gaveCredential] = false
        if event.fields.asks == .task {
            task.tell(.u5, event, "this method is asked of the task, never of the session", &findings)
        }
    }

    private static func challenge(
        _ event: TraceEvent, _ task: inout TaskJudge, _ session: SessionMemory, _ findings: inout [TraceFinding]
    ) {
        begin(&task)
        task.memory[.mustSendAgain] = true
        task.memory[.gaveCredential] = false
        if event.fields.asks == .session, session.wasAsked {
            task.tell(.u4, event, "this method is asked of the session, which has been asked before", &findings)
        }
    }

    private static func progress(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        begin(&task)
        if task.memory[.isStreamed], !task.memory[.hadNewBody] {
            task.tell(.u6, event, "the body is a stream, and needNewBodyStream did not come before it", &findings)
        } else if task.memory[.hadNewBody], task.memory[.mustSendAgain], !task.memory[.hasResponse] {
            task.tell(
                .u6, event, "progress behind a challenge or a redirect, and no new stream was asked for", &findings,
                weight: .warning)
        }
    }

    private static func redirect(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        begin(&task)
        task.memory[.mustSendAgain] = true
        task.memory[.gaveCredential] = false
        task.memory.redirect = .asked(event.fields.status)
        if task.memory[.isInBackground] {
            task.tell(.u17, event, "a background session asks nobody about a redirect", &findings)
        }
    }

    private static func response(
        _ event: TraceEvent, _ task: inout TaskJudge, from former: Contract.PhaseNumber,
        _ findings: inout [TraceFinding]
    ) {
        if let status = event.fields.status {
            if 100..<200 ~= status {
                task.tell(.u1XX, event, "\(status) is an interim response", &findings)
                // The interim response is taken for one, or the real response would count as a second.
                if let meant = task.contract.next(former, .didReceiveInformationalResponse) { task.stay(in: meant) }
                return
            }
            if task.memory[.gaveCredential], status == 401 || status == 407 {
                task.tell(
                    .u8, event, "\(status) was delivered, right behind a challenge that got a credential", &findings,
                    weight: .warning)
            }
            if case .followed(status) = task.memory.redirect {
                task.tell(
                    .u9, event, "\(status) was delivered, right behind a redirect that was followed", &findings,
                    weight: .warning)
            }
        }
        countResponse(event, .uOneR, &task, &findings)
    }

    private static func afterCancel(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        switch event.callback {
        case .didCompleteWithError, .completionHandler, .didFinishCollectingMetrics: break
        case .didComplete:
            task.tell(
                .u18, event, "the task was cancelled and ended without an error; that may have been queued", &findings,
                weight: .warning)
        default:
            if task.memory.cancel == .replied {
                task.tell(
                    .u18, event, "\(event.callback.label) came after a reply that was given after the cancel",
                    &findings, weight: .warning)
            }
            if task.contract.holdsBack(event.callback) { task.memory.asked() }
        }
    }
}
