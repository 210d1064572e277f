// ClientCase.swift: the client of one case: its sessions, its loads, and its reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

final class ClientCase: Sendable {
    struct State: Sendable {
        var sessions: [SessionSettings: URLSession] = [:]
        var loads: [Int: Load] = [:]
        /// The load number of each task.
        var numbers: [ObjectIdentifier: Int] = [:]
        var trusted: [String] = []
        var files = 0
    }

    let number: Int
    let folder: URL
    let questions: Questions
    let output: Output
    let stores: Stores
    let state = Mutex(State())
    /// Serial, so that callbacks do not overtake each other.
    let callbacks = OperationQueue()
    /// Entered by each load until it ends, and by each session until it is invalid.
    let loading = DispatchGroup()
    let sessions = DispatchGroup()

    init(_ beginning: Beginning, _ questions: Questions, _ output: Output) {
        number = beginning.case
        folder = beginning.folder.map { URL(fileURLWithPath: $0) } ?? FileManager.default.temporaryDirectory
        self.questions = questions
        self.output = output
        stores = Stores()
        callbacks.maxConcurrentOperationCount = 1
        Anchors.set([])
    }

    /// Cancels the loads under way, and says `ended` when all have ended. A load that never ends is for the runner to
    /// judge.
    ///
    /// A load that is about to end by itself is left alone: FoundationNetworking may not survive a cancellation then.
    func end() {
        if loading.wait(timeout: .now() + .milliseconds(100)) == .timedOut { cancelAll() }
        loading.wait()
        for session in state.withLock({ $0.sessions.values }) { session.finishTasksAndInvalidate() }
        if sessions.wait(timeout: .now() + .seconds(1)) == .timedOut {
            output.say(Note("a session has not become invalid"), in: number)
        }
        output.end(number)
    }

    // MARK: Reports

    /// The load that a task belongs to. An unknown task is one that an awaited load has made itself.
    func load(of task: URLSessionTask) -> Int {
        state.withLock { state in
            let identity = ObjectIdentifier(task)
            if let number = state.numbers[identity] { return number }
            let waiting = state.loads.filter { $1.kind == .async && $1.task == nil && !$1.hasEnded }.keys.sorted()
            let adopter = waiting.first { state.loads[$0]?.request?.url == task.originalRequest?.url }
            guard let number = adopter ?? waiting.first else { return 1 }
            state.loads[number]?.task = task
            state.numbers[identity] = number
            return number
        }
    }

    func body(of load: Int) -> Data {
        state.withLock { $0.loads[load]?.order.body?.content } ?? Data()
    }

    func tell(_ report: Report, of task: URLSessionTask) {
        tell(report, of: load(of: task))
    }

    func tell(_ report: Report, of load: Int) {
        var report = report
        report.load = load
        output.say(report, in: number)
    }

    /// Reports a question, and passes the answer on when it comes.
    func ask(_ report: Report, of task: URLSessionTask, _ reply: @escaping Questions.Reply) {
        let load = load(of: task)
        var report = report
        report.load = load
        report.question = questions.open(of: load) { [self] answer in
            // A load that was cancelled meanwhile gets no answer: FoundationNetworking would not survive that.
            let isOver = state.withLock { $0.loads[load].map { $0.isCancelled || $0.hasEnded } ?? true }
            reply(isOver ? nil : answer)
        }
        output.say(report, in: number)
    }

    /// Reports a question, and blocks until the answer has been passed on.
    func askAndWait(
        _ report: Report, of task: URLSessionTask, atMost patience: DispatchTimeInterval = .never,
        _ reply: @escaping Questions.Reply
    ) {
        let load = load(of: task)
        var report = report
        report.load = load
        let isAnswered = DispatchSemaphore(value: 0)
        report.question = questions.open(of: load, isWaitedFor: true) { answer in
            reply(answer)
            isAnswered.signal()
        }
        guard output.say(report, in: number) else { return questions.withdraw(of: load) }
        _ = isAnswered.wait(timeout: .now() + patience)
    }

    /// Reports a question, and blocks until there is an answer.
    func askAndWait(_ report: Report, of task: URLSessionTask) -> Answer? {
        let given = Given()
        askAndWait(report, of: task) { answer in given.answer.withLock { $0 = answer } }
        return given.answer.withLock { $0 }
    }

    private final class Given: Sendable {
        let answer = Mutex<Answer?>(nil)
    }

    /// URLSession removes a downloaded file when its callback returns, so it is moved into the case's folder.
    func keep(_ location: URL) -> String {
        let count = state.withLock { state in
            state.files += 1
            return state.files
        }
        let place = folder.appendingPathComponent("download-\(count)")
        do {
            try FileManager.default.moveItem(at: location, to: place)
            return place.path
        } catch {
            output.say(Note("the file could not be kept: \(error)"), in: number)
            return location.path
        }
    }

    // MARK: Ends

    func ended(_ load: Int, _ error: (any Error)?) {
        if let error {
            tell(Report.failure(error), of: load)
        } else {
            tell(Report(.finish), of: load)
        }
        let isFirst = state.withLock { state in
            defer { state.loads[load]?.hasEnded = true }
            state.loads[load]?.remains = error.flatMap(Self.remains)
            return state.loads[load]?.hasEnded == false
        }
        if isFirst { loading.leave() }
    }

    private static func remains(of error: any Error) -> Data? {
        #if canImport(FoundationNetworking)
            nil
        #else
            (error as NSError).userInfo[NSURLSessionDownloadTaskResumeData] as? Data
        #endif
    }
}
