// Judgement.swift: judges a whole session by a contract, as it happens.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Judges callbacks one by one: a broken rule is reported with the callback that breaks it, and at the end what is
/// missing.
///
/// ```
/// var judgement = Judgement(.urlsessionData)
/// for event in events { report(try judgement.happened(event)) }
/// report(judgement.finished(isPrefix: false))
/// ```
///
/// Many tasks may go on at once, told apart by their names. The state of a task does not grow with its length.
package struct Judgement: ~Copyable {
    package let contract: Contract
    private var tasks: [TaskJudge] = []
    private var indexes: [String: Int] = [:]
    /// The index of the task whose records have no name.
    private var unnamed: Int?
    /// The task of the record before: most records belong to the same one.
    private var latest: (name: String, index: Int)?
    private var lastAsked: Int?
    private var session = SessionMemory()
    /// Questions of the session's challenges, which belong to no task.
    private var questions = OpenQuestions()
    private var isInvalidated = false
    private var told = RuleSet()
    private var recent = RecentEvents()
    private var findings: [TraceFinding] = []

    /// The number of callbacks that were judged, replies and cancels not counted.
    package private(set) var callbacks = 0

    /// More tasks than a judgement takes.
    package struct TooManyTasks: Error, Equatable {
        package let limit: Int
    }

    /// `recordsEveryReply`: a question without a reply is a fault, which is reported at once, and not a gap of the
    /// record.
    package init(_ contract: Contract, recordsEveryReply: Bool = false) {
        self.contract = contract
        session.recordsEveryReply = recordsEveryReply
        session.hasReplies = recordsEveryReply
    }

    package var taskCount: Int { tasks.count }

    package mutating func happened(_ event: TraceEvent) throws(TooManyTasks) -> [TraceFinding] {
        switch event.callback {
        case .cancel: try cancelled(event)
        case .reply where contract != .urlprotocolClient:
            session.hasReplies = true
            replied(event)
        case .didBecomeInvalid where contract.family == .session:
            callbacks += 1
            invalidated(event)
        default:
            if event.callback != .reply { callbacks += 1 }
            try called(event)
        }
        defer { recent.append(event) }
        if findings.isEmpty { return [] }
        defer { findings.removeAll() }
        return findings
    }

    /// The findings about what is missing at the end. `isPrefix`: the trace breaks off, so nothing is missing.
    package mutating func finished(isPrefix: Bool) -> [TraceFinding] {
        guard !isPrefix, !isInvalidated else { return [] }
        if tasks.isEmpty { tasks.append(TaskJudge(contract, name: nil)) }
        for index in tasks.indices where findings.count < Self.mostAtTheEnd {
            let count = findings.count
            tasks[index].finished(in: session, &findings)
            if findings.count > count { complete(from: count, allowed: allowed(tasks[index])) }
        }
        return findings
    }

    // MARK: What happens

    private mutating func called(_ event: TraceEvent) throws(TooManyTasks) {
        guard contract.knows(event.callback), event.callback != .didBecomeStreamTask else {
            return foreign(event)
        }
        if isInvalidated {
            return tell(.u16, event, "\(event.callback.label) came behind didBecomeInvalid")
        }
        if event.callback == .didReceiveSessionChallenge, event.task == nil, !indexes.isEmpty {
            return askedOfSession(event)
        }
        let index = try index(of: event)
        let before = tasks[index].phase
        tasks[index].happened(event, in: &session, &findings)
        if contract.asks(event.callback) || contract.isOpenedBy(event.callback) { lastAsked = index }
        if !findings.isEmpty { complete(from: 0, allowed: allowed(tasks[index], at: before)) }
    }

    private mutating func foreign(_ event: TraceEvent) {
        let sentence =
            event.callback == .didBecomeStreamTask && contract.family == .session
            ? "no document orders the callbacks of a stream task, so none is judged here"
            : "\(contract.name) has no \(event.callback.name)"
        tell(.noSuchCallback, event, sentence, allowed: task(of: event).map { allowed($0) } ?? [])
    }

    private func task(of event: TraceEvent) -> TaskJudge? {
        let index = event.task.map { indexes[$0] } ?? unnamed
        return index.map { tasks[$0] } ?? TaskJudge(contract, name: event.task)
    }

    /// A challenge without a task, in a trace whose tasks have names, is the session's.
    private mutating func askedOfSession(_ event: TraceEvent) {
        session.wasAsked = true
        _ = questions.happened(event.callback, in: contract, isCancelled: false)
        if event.fields.asks == .task {
            tell(.u5, event, "this method is asked of the task, never of the session")
        }
    }

    private mutating func invalidated(_ event: TraceEvent) {
        let open = tasks.count { $0.isOpen }
        if isInvalidated {
            tell(.u16, event, "didBecomeInvalid came a second time")
        } else if open > 0 {
            tell(
                .u16, event, "\(open == 1 ? "a task has" : "\(open) tasks have") not ended\(openNames)",
                allowed: [.didComplete, .didCompleteWithError])
        }
        isInvalidated = true
    }

    private var openNames: String {
        let names = tasks.filter(\.isOpen).compactMap(\.name).prefix(5)
        return names.isEmpty ? "" : ": \(names.joined(separator: ", "))"
    }

    private mutating func replied(_ event: TraceEvent) {
        var index = unnamed ?? lastAsked
        if let task = event.task { index = indexes[task] }
        if questions.isOpen, event.task == nil || index.map({ !tasks[$0].questions.isOpen }) ?? true {
            _ = questions.replied(in: contract)
            return
        }
        guard let index else {
            return tell(.question, event, "a reply, and nothing was asked", fault: .driver)
        }
        tasks[index].replied(event, in: session, &findings)
        if !findings.isEmpty { complete(from: 0, allowed: allowed(tasks[index])) }
    }

    /// A cancel that names no task cancels all tasks.
    private mutating func cancelled(_ event: TraceEvent) throws(TooManyTasks) {
        if event.task == nil, !indexes.isEmpty {
            for index in tasks.indices { tasks[index].cancelled(event, &findings) }
        } else {
            let index = try index(of: event)
            tasks[index].cancelled(event, &findings)
        }
        complete(from: 0, allowed: [])
    }

    // MARK: Tasks

    private mutating func index(of event: TraceEvent) throws(TooManyTasks) -> Int {
        guard let name = event.task else {
            if event.callback == .reply, unnamed == nil, let lastAsked { return lastAsked }
            if let unnamed { return unnamed }
            let index = try add(nil)
            unnamed = index
            return index
        }
        if let latest, latest.name == name { return latest.index }
        let index: Int
        if let known = indexes[name] {
            index = known
        } else {
            forgetSession()
            index = try add(name)
            indexes[name] = index
        }
        latest = (name, index)
        return index
    }

    private mutating func add(_ name: String?) throws(TooManyTasks) -> Int {
        guard tasks.count < Self.mostTasks else { throw TooManyTasks(limit: Self.mostTasks) }
        tasks.append(TaskJudge(contract, name: name))
        return tasks.count - 1
    }

    /// Drops the unnamed task when the first name comes, if only the session was challenged: no task was asked.
    private mutating func forgetSession() {
        guard let index = unnamed, tasks.count == 1, tasks[index].wasOnlyAskedForSession else { return }
        questions = tasks[index].questions
        tasks.removeAll()
        unnamed = nil
        lastAsked = nil
    }

    // MARK: Telling

    private mutating func tell(
        _ rule: Rule, _ event: TraceEvent, _ sentence: String, fault: TraceFinding.Fault = .client,
        allowed: [TracedCallback] = []
    ) {
        guard told.insert(rule) else { return }
        findings.append(
            TraceFinding(
                rule: rule, weight: .failure, fault: fault, sentence: sentence, event: event, task: event.task,
                before: recent.events, allowed: allowed))
    }

    private mutating func complete(from start: Int, allowed: [TracedCallback]) {
        for index in findings.indices.dropFirst(start) {
            findings[index].before = recent.events
            findings[index].allowed = findings[index].rule == .question ? [.reply] : allowed
        }
    }

    private func allowed(_ task: TaskJudge, at phase: Contract.PhaseNumber? = nil) -> [TracedCallback] {
        Guards.narrow(contract.allowed(in: phase ?? task.phase), task)
    }

    package static let mostTasks = 100_000
    private static let mostAtTheEnd = 20
}

/// The last few events, in a ring.
private struct RecentEvents {
    private var ring: [TraceEvent] = []
    private var next = 0

    mutating func append(_ event: TraceEvent) {
        if ring.count < Self.room {
            ring.append(event)
        } else {
            ring[next] = event
            next = (next + 1) % Self.room
        }
    }

    /// The oldest first.
    var events: [TraceEvent] { Array(ring[next...] + ring[..<next]) }

    private static let room = 5
}
