// TaskJudge.swift: judges one task by its contract, callback by callback.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Judges one task: the phase of its grammar, the memory of the guards, and the questions.
///
/// A broken rule is reported once for each task. Judging continues after it, see ``Grammar/breach(_:_:)``.
struct TaskJudge {
    let contract: Contract
    let name: String?
    private(set) var phase: Contract.PhaseNumber
    private(set) var questions = OpenQuestions()
    var memory = Memory()
    private var told = RuleSet()
    /// Whether only challenges of the session have come, which may turn out to belong to no task.
    private(set) var wasOnlyAskedForSession = true

    init(_ contract: Contract, name: String?) {
        self.contract = contract
        self.name = name
        phase = contract.firstPhase
    }

    var hasEnded: Bool { contract.hasEnded(phase) }

    /// Whether the task has reported something, and not its end; a mere cancel is no report.
    var isOpen: Bool { phase != contract.firstPhase && !hasEnded }

    /// Judges one of the contract's own callbacks.
    mutating func happened(_ event: TraceEvent, in session: inout SessionMemory, _ findings: inout [TraceFinding]) {
        let callback = event.callback
        if callback != .didReceiveSessionChallenge { wasOnlyAskedForSession = false }
        memory.note(event.fields)
        memory.pass(callback)
        let complaint = questions.happened(callback, in: contract, isCancelled: memory.isCancelled)
        if session.recordsEveryReply, let complaint { tell(complaint, event, &findings) }

        let next = contract.next(phase, callback)
        guard let next = next ?? afterCancel(callback) else {
            guard !isOpenPoint(event, &findings), !isOwedReply(callback) else { return }
            let breach = contract.breach(phase, callback)
            let sentence =
                "\(callback.label) may not come in the phase '\(contract.title(phase))' (\(contract.about(phase)))"
            tell(
                breach.rule, event, sentence, &findings, fault: breach.rule == .question ? .driver : .client)
            if contract.isChallenged(phase), contract.isOpenedBy(callback) || !contract.isChallenged(breach.next) {
                memory[.owesReply] = true
            }
            phase = breach.next
            return
        }
        let former = phase
        phase = next
        Guards.judge(event, &self, &session, from: former, &findings)
    }

    /// Puts the phase back: an interim response that was reported as a response counts as an interim one.
    mutating func stay(in phase: Contract.PhaseNumber) { self.phase = phase }

    mutating func replied(_ event: TraceEvent, in session: SessionMemory, _ findings: inout [TraceFinding]) {
        let question = questions.asked
        if let complaint = questions.replied(in: contract) { tell(complaint, event, &findings) }
        Guards.reply(event, to: question, &self, &findings)
    }

    mutating func cancelled(_ event: TraceEvent, _ findings: inout [TraceFinding]) {
        Guards.cancel(event, &self, &findings)
        memory.cancelled()
        wasOnlyAskedForSession = false
    }

    /// Judges whether the trace may end here.
    mutating func finished(in session: SessionMemory, _ findings: inout [TraceFinding]) {
        if let rule = Guards.openEnd(self) {
            tell(rule.rule, nil, rule.sentence, &findings, weight: .warning)
            return
        }
        guard !memory.isCancelled, !Guards.mayEnd(self), let rule = contract.missing(phase) else { return }
        if session.hasReplies, questions.isWaiting, let asked = questions.asked, contract.holdsBack(asked) {
            tell(
                .question, nil, "\(asked.label) was never answered, and the trace ends", &findings, fault: .driver)
            return
        }
        tell(
            rule, nil, "the trace ends in the phase '\(contract.title(phase))' (\(contract.about(phase)))", &findings)
    }

    // MARK: Telling

    mutating func tell(
        _ rule: Rule, _ event: TraceEvent?, _ sentence: String, _ findings: inout [TraceFinding],
        weight: TraceFinding.Weight = .failure, fault: TraceFinding.Fault = .client
    ) {
        // A warning and a failure under one rule are both reported.
        let isNew = weight == .failure ? told.insert(rule) : warned.insert(rule)
        guard isNew else { return }
        findings.append(
            TraceFinding(
                rule: rule, weight: weight, fault: fault, sentence: sentence, event: event, task: name, before: [],
                allowed: []))
    }

    private var warned = RuleSet()

    private mutating func tell(
        _ complaint: OpenQuestions.Complaint, _ event: TraceEvent, _ findings: inout [TraceFinding]
    ) {
        switch complaint {
        case .answeredTwice(let question):
            tell(
                .question, event, "\(question.label) has had its reply, and this is another one", &findings,
                fault: .driver)
        case .nothingAsked:
            tell(.question, event, "a reply, and nothing was asked", &findings, fault: .driver)
        case .didNotWait(let callback, let question):
            tell(
                .question, event, "\(callback.label) came before the reply to \(question.label) was given", &findings)
        }
    }

    /// The end phase, if the error may come at any point because the client cancelled; else nil.
    private func afterCancel(_ callback: TracedCallback) -> Contract.PhaseNumber? {
        guard memory.isCancelled, callback == .didCompleteWithError, !hasEnded, contract != .urlsessionHandler else {
            return nil
        }
        return contract.endPhase
    }

    /// Callbacks whose order no document gives, so warnings: metrics after an await has returned, and late progress.
    private mutating func isOpenPoint(_ event: TraceEvent, _ findings: inout [TraceFinding]) -> Bool {
        switch event.callback {
        case .didFinishCollectingMetrics where contract == .urlsessionHandler && hasEnded:
            tell(
                .u14, event, "metrics came behind completionHandler: no document orders these two", &findings,
                weight: .warning)
        case .didSendBodyData where contract.family == .session && contract.next(phase, .didWriteData) == phase:
            tell(
                .u7, event, "progress came behind the first write: the response may have been early", &findings,
                weight: .warning)
        default: return false
        }
        return true
    }

    /// Whether the reply answers a challenge that the protocol did not wait for: still one reply to one question.
    private mutating func isOwedReply(_ callback: TracedCallback) -> Bool {
        guard callback == .reply else { return false }
        defer { memory[.owesReply] = false }
        return memory[.owesReply]
    }
}

/// The state that the tasks of a session share.
struct SessionMemory {
    var recordsEveryReply = false
    var hasReplies = false
    /// The session was challenged, so its delegate has a method for that.
    var wasAsked = false
}
