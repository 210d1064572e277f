// ClientCase+Acts.swift: the acts of the app beside loading.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ClientCase {
    func perform(_ act: Act) throws(Unable) {
        let load = act.load ?? 1
        switch Act.Word(rawValue: act.act) {
        case .cancel: cancel(load)
        case .suspend: try task(of: load).suspend()
        case .continue: try task(of: load).resume()
        case .resume: try resume(act.of ?? 1, as: load)
        case .trust: state.withLock { $0.trusted += [act.anchor].compactMap { $0 } }
        case nil: throw Unable("this driver does not know the act '\(act.act)'")
        }
    }

    func cancel(_ number: Int) {
        let load = state.withLock { state in
            state.loads[number]?.isCancelled = true
            return state.loads[number]
        }
        guard let load, !load.hasEnded else { return }
        // A blocked callback would hold up the cancellation, so its question is withdrawn first.
        questions.withdraw(of: number, onlyWaitedFor: true)
        if let awaiting = load.awaiting { awaiting.cancel() } else { load.task?.cancel() }
        questions.withdraw(of: number)
    }

    /// Cancels tasks only: cancelling `data(for:)` just when it ends blocks for ever on Linux
    /// (swift-corelibs-foundation issue 5412), which is for a scenario to find out.
    func cancelAll() {
        let (loads, sessions) = state.withLock { state in
            for number in state.loads.keys { state.loads[number]?.isCancelled = true }
            return (state.loads, Array(state.sessions.values))
        }
        for number in loads.keys { questions.withdraw(of: number, onlyWaitedFor: true) }
        for load in loads.values where !load.hasEnded { load.task?.cancel() }
        for session in sessions {
            // Tasks that `data(for:)` has made itself; a task that is cancelled already ignores it.
            session.getAllTasks { for task in $0 { task.cancel() } }
        }
        for number in loads.keys { questions.withdraw(of: number) }
    }

    /// Cancels from another queue, for callbacks on URLSession's own queue, which cannot wait for itself.
    func cancelLater(_ number: Int) {
        DispatchQueue.global().async { self.cancel(number) }
    }

    private func task(of number: Int) throws(Unable) -> URLSessionTask {
        guard let task = state.withLock({ $0.loads[number]?.task }) else {
            throw Unable("load \(number) has no task that can be suspended")
        }
        return task
    }

    private func resume(_ broken: Int, as number: Int) throws(Unable) {
        let (load, session) = state.withLock { state in
            let load = state.loads[broken]
            return (load, load.flatMap { state.sessions[SessionSettings($0.order)] })
        }
        guard let load, let session else { throw Unable("there is no load \(broken)") }
        var order = load.order
        order.load = number
        state.withLock { $0.loads[number] = Load(order) }
        loading.enter()
        guard let remains = load.remains else { return ended(number, NoResume()) }
        resume(session.downloadTask(withResumeData: remains), as: number)
    }
}
