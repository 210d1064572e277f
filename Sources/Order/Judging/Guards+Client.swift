// Guards+Client.swift: the guards of URLProtocolClient.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Guards {
    static func judgeClient(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        thread(event, &task, &findings)
        if task.memory[.wasRedirected] {
            switch event.callback {
            case .didFailWithError, .stopLoading: break
            default:
                task.tell(
                    .p11, event,
                    "\(event.callback.label) followed wasRedirectedTo, where the sample fails with cancelled",
                    &findings, weight: .warning)
            }
        }
        task.memory[.wasRedirected] = event.callback == .wasRedirectedTo
        switch event.callback {
        case .didReceiveResponse:
            if event.fields.policyIsMissing {
                task.tell(.p12, event, "the response carries no cache storage policy", &findings)
            }
        case .didLoadData: piece(event, &task, &findings)
        default: break
        }
    }

    private static func thread(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        guard let thread = event.fields.thread else { return }
        if event.callback == .startLoading {
            task.memory.thread = thread
        } else if let start = task.memory.thread, start != thread {
            let isReply = event.callback == .reply
            task.tell(
                isReply ? .p10 : .p9, event, "it came on thread \(thread), and startLoading on \(start)", &findings,
                fault: isReply ? .driver : .client)
        }
    }

    /// Pieces must follow on each other without a gap, as long as each one says its offset and its length.
    private static func piece(_ event: TraceEvent, _ task: inout TaskJudge, _ findings: inout [TraceFinding]) {
        guard let received = task.memory.received, let bytes = event.fields.bytes, bytes >= 0 else {
            task.memory.received = nil
            return
        }
        let (sum, isTooMuch) = received.addingReportingOverflow(bytes)
        task.memory.received = isTooMuch ? nil : sum
        if let offset = event.fields.offset, offset != received {
            task.tell(
                .p12, event, "this piece begins at byte \(offset), and \(received) had come before it", &findings)
            task.memory.received = nil
        }
    }
}
