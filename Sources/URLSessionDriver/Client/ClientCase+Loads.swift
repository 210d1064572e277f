// ClientCase+Loads.swift: starts loads in each of the ways that URLSession has.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainURLSessionWords
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ClientCase {
    func start(_ order: LoadOrder) throws(Unable) {
        if let decision = order.decisions?.first(where: \.cannotBeMade) {
            throw Unable(
                "nobody is asked about \(decision.kind ?? "it"), so that 'challenge -> \(decision.decision)' "
                    + "cannot be decided")
        }
        let load = Load(order)
        let session = try session(for: order)
        state.withLock { $0.loads[order.load] = load }
        loading.enter()
        guard let request = load.request else { return ended(order.load, URLError(.badURL)) }
        let number = order.load
        switch load.kind {
        case .data: resume(session.dataTask(with: request), as: number)
        case .upload: resume(session.uploadTask(with: request, from: order.body?.content ?? Data()), as: number)
        case .stream: resume(session.uploadTask(withStreamedRequest: request), as: number)
        case .download: resume(session.downloadTask(with: request), as: number)
        case .handler:
            let task = session.dataTask(with: request) { [self] in completed(number, $0, $1, $2) }
            resume(task, as: number)
        case .sync: block(session, request, as: number)
        case .async: awaited(session, request, as: number)
        }
    }

    func resume(_ task: URLSessionTask, as number: Int) {
        know(task, as: number)
        task.resume()
    }

    func know(_ task: URLSessionTask, as number: Int) {
        state.withLock { state in
            state.loads[number]?.task = task
            state.numbers[ObjectIdentifier(task)] = number
        }
    }

    /// Blocks a thread of its own until the handler is called: neither that of orders nor that of callbacks.
    private func block(_ session: URLSession, _ request: URLRequest, as number: Int) {
        let isDone = DispatchSemaphore(value: 0)
        let completion = Completion()
        let task = session.dataTask(with: request) { data, response, error in
            completion.parts.withLock { $0 = (data, response, error) }
            isDone.signal()
        }
        know(task, as: number)
        Thread { [self] in
            task.resume()
            isDone.wait()
            let (data, response, error) = completion.parts.withLock { $0 }
            completed(number, data, response, error)
        }.start()
    }

    private final class Completion: Sendable {
        let parts = Mutex<(Data?, URLResponse?, (any Error)?)>((nil, nil, nil))
    }

    private func awaited(_ session: URLSession, _ request: URLRequest, as number: Int) {
        let awaiting = Task { [self] in
            do {
                let (data, response) = try await session.data(for: request)
                completed(number, data, response, nil)
            } catch {
                completed(number, nil, nil, error)
            }
        }
        state.withLock { $0.loads[number]?.awaiting = awaiting }
    }

    private func completed(_ number: Int, _ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
        if let response { tell(Report.response(response), of: number) }
        for piece in Report.pieces(.data, data ?? Data()) { tell(piece, of: number) }
        ended(number, error)
    }

    // MARK: Sessions

    private func session(for order: LoadOrder) throws(Unable) -> URLSession {
        let settings = SessionSettings(order)
        let (others, known) = state.withLock { state in
            let others = state.loads.values.contains { !$0.hasEnded && $0.order.proxy != order.proxy }
            Anchors.set(state.anchors(with: order))
            return (others, state.sessions[settings])
        }
        #if canImport(FoundationNetworking)
            if others { throw Unable("on Linux all loads under way go through the same proxy") }
            Surroundings.useProxy(order.proxy)
        #endif
        if let known { return known }
        let session = URLSession(
            configuration: settings.configuration(stores), delegate: SessionDelegate(self), delegateQueue: callbacks)
        sessions.enter()
        state.withLock { $0.sessions[settings] = session }
        return session
    }
}

extension ClientCase.State {
    /// The anchors that the client trusts from here on, those of loads under way, and that of a new load.
    fileprivate func anchors(with order: LoadOrder) -> [String] {
        let underWay = loads.values.filter { !$0.hasEnded }.compactMap(\.order.anchor)
        return (trusted + underWay + [order.anchor].compactMap { $0 }).reduce(into: []) { list, path in
            if !list.contains(path) { list.append(path) }
        }
    }
}
