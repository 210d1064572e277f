// InterceptedLoad.swift: a load of the reference client, on its loop, for the client thread.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainClient
import QuintainLoader
import QuintainLoop
import QuintainWords

/// Passes the events of the loader on. The loader calls it on the loop, the client thread on any thread.
@OnLoop
final class InterceptedLoad: LoadDelegate {
    /// An event or question for the client thread.
    enum Word: Sendable {
        case event(LoadEvent)
        case question(Int, LoadQuestion)
    }

    private let tell: @Sendable (Word) -> Void
    private var task: LoadTask?
    private var isCancelled = false
    /// Bytes that the client thread has not taken yet.
    private var waiting = 0
    private var isHeld = false

    nonisolated init(tell: @escaping @Sendable (Word) -> Void) { self.tell = tell }

    // MARK: From any thread

    nonisolated func start(
        _ request: LoadRequest, _ settings: LoadSettings, _ interceptor: Interceptor, of owner: CookieOwner
    ) {
        OnLoop.spawn {
            interceptor.client(of: owner) { client, fault in
                if self.isCancelled { return }
                if let fault { return self.tell(.event(.failed(fault))) }
                self.task = client.start(request, settings, self)
            }
        }
    }

    nonisolated func answer(_ number: Int, _ answer: LoadAnswer) {
        OnLoop.spawn { self.task?.answer(number, answer) }
    }

    nonisolated func cancel() {
        OnLoop.spawn {
            self.isCancelled = true
            self.task?.cancel()
            self.task = nil
        }
    }

    /// The client thread has taken so many bytes.
    nonisolated func taken(_ count: Int) {
        OnLoop.spawn {
            self.waiting -= count
            guard self.isHeld, self.waiting < Self.fewWaiting else { return }
            self.isHeld = false
            self.task?.proceed()
        }
    }

    // MARK: LoadDelegate

    func load(_ load: LoadTask, told event: LoadEvent) {
        switch event {
        case .data(let bytes):
            waiting += bytes.count
            if waiting > Self.mostWaiting, !isHeld {
                isHeld = true
                load.suspend()
            }
        case .finished, .failed: task = nil
        default: break
        }
        tell(.event(event))
    }

    func load(_ load: LoadTask, asked question: LoadQuestion, number: Int) { tell(.question(number, question)) }

    /// The limit of bytes that wait for the client thread: a slow client slows the server down.
    private static let mostWaiting = 1 << 20
    private static let fewWaiting = 1 << 18
}
