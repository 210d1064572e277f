// InterceptedLoad.swift: a load of the reference client, on its loop, and what it says to the client thread.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainClient
import QuintainLoader
import QuintainLoop
import QuintainWords

/// Hands on what the loader says. It is called on the loop, and may be asked for things from any thread.
@OnLoop
final class InterceptedLoad: LoadDelegate {
    /// One thing that the client thread is to hear.
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

    nonisolated func start(_ request: LoadRequest, _ settings: LoadSettings, _ interceptor: Interceptor) {
        OnLoop.spawn {
            interceptor.client { client, fault in
                if self.isCancelled { return }
                if let fault { return self.tell(.event(.failed(LoadFailure(.tls, fault)))) }
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

    /// A client that is slower than the server holds the server back.
    private static let mostWaiting = 1 << 20
    private static let fewWaiting = 1 << 18
}
