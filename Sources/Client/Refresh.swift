// Refresh.swift: the delegate of a load that only refreshes the cache.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop

/// The reply of the load goes to the cache. The load asks nothing: its voice is silent.
@OnLoop
final class Refresh: LoadDelegate {
    private let ended: @OnLoop () -> Void

    init(ended: @escaping @OnLoop () -> Void) { self.ended = ended }

    func load(_ load: LoadTask, told event: LoadEvent) {
        switch event {
        case .finished, .failed: ended()
        case .sent, .informational, .response, .data, .resumed, .created, .progress, .file, .challengeCancelled: break
        }
    }

    func load(_ load: LoadTask, asked question: LoadQuestion, number: Int) { load.answer(number, .byDefault) }
}
