// Guards+Connection.swift: the guards of NSURLConnection and NSURLDownload.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Guards {
    static func judgeConnection(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        if task.memory.isCancelled {
            task.tell(
                .c10, event, "\(event.callback.label) came after the client's cancel", &findings, weight: .warning)
        }
        place(event, &task, &findings)
        switch event.callback {
        case .willSendRequest: task.memory[.leavesRedirectOpen] = event.fields.leavesRedirectOpen
        case .willSendRequestForAuthenticationChallenge:
            challenged(.isChallengedAnew, not: .isChallengedAsBefore, event, &task, &findings)
        case .canAuthenticateAgainstProtectionSpace, .didReceiveAuthenticationChallenge,
            .didCancelAuthenticationChallenge:
            challenged(.isChallengedAsBefore, not: .isChallengedAnew, event, &task, &findings)
        case .didReceiveResponse: countResponse(event, .c5, &task, &findings)
        default: break
        }
    }

    private static func challenged(
        _ way: Memory.Fact, not other: Memory.Fact, _ event: TraceEvent, _ task: inout TaskJudge,
        _ findings: inout [TraceFinding]
    ) {
        if task.memory[other] {
            task.tell(.c12, event, "this delegate was challenged in the other way before", &findings)
        } else {
            task.memory[way] = true
        }
    }

    /// Threads are compared only where no queue is named, because one queue may use many threads.
    private static func place(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        if let queue = event.fields.queue {
            if let former = task.memory.queue, former != queue {
                task.tell(.c16, event, "it came on queue \(queue), the ones before on \(former)", &findings)
            }
            task.memory.queue = task.memory.queue ?? queue
        } else if let thread = event.fields.thread, task.memory.queue == nil {
            if let former = task.memory.thread, former != thread {
                task.tell(.c16, event, "it came on thread \(thread), the ones before on \(former)", &findings)
            }
            task.memory.thread = task.memory.thread ?? thread
        }
    }

    static func judgeDownload(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        if task.memory.isCancelled {
            task.tell(
                .n12, event, "\(event.callback.label) came after the client's cancel", &findings, weight: .warning)
        }
        switch event.callback {
        case .willResumeWithResponse:
            if task.memory[.lacksResumeData] {
                task.tell(.n5, event, "there was nothing to resume", &findings)
            }
        case .didReceiveDataOfLength: task.memory[.hasLength] = true
        case .shouldDecodeSourceDataOfMIMEType:
            if event.fields.mime != nil, event.fields.mime != .encoded {
                task.tell(
                    .n7, event, "asked to decode what is neither MacBinary nor BinHex nor gzip", &findings,
                    weight: .warning)
            }
        case .decideDestinationWithSuggestedFilename:
            if task.memory[.hasDestination] {
                task.tell(.n8, event, "the destination was set before", &findings)
            }
        case .downloadDidFinish:
            if !task.memory[.hasLength] {
                task.tell(
                    .n6, event, "downloadDidFinish came, and never didReceiveDataOfLength", &findings, weight: .warning)
            }
        default: break
        }
    }
}
