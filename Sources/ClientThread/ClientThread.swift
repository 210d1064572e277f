// ClientThread.swift: the thread on which a URLProtocol was started, and its run loop.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A protocol calls its client on the thread on which it was started, and that thread turns its run loop:
/// CustomHTTPProtocol, Read Me, threading.
///
/// FoundationNetworking starts protocols on a queue whose threads turn no run loop. Work cannot be sent to such a
/// thread, so it runs on a serial queue instead: in its order, and never two pieces at once.
package final class ClientThread: @unchecked Sendable {
    private let thread: Thread
    private let loop: RunLoop?
    private let modes: [RunLoop.Mode]
    private let queue: DispatchQueue?

    /// The client thread of the caller.
    package static var current: ClientThread { ClientThread() }

    private init() {
        thread = Thread.current
        let current = RunLoop.current
        let turns = Self.turns(current)
        loop = turns ? current : nil
        queue = turns ? nil : DispatchQueue(label: "quintain.client-thread")
        // A caller that runs its loop in a mode of its own while it waits for a load must be reached as well.
        modes = [.default] + (current.currentMode.map { $0 == .default ? [] : [$0] } ?? [])
    }

    private static func turns(_ loop: RunLoop) -> Bool {
        #if canImport(Darwin)
            true
        #else
            loop.currentMode != nil
        #endif
    }

    package var isCurrent: Bool { Thread.current === thread }

    /// Runs the work on the thread, soon, behind the work that was given before. May be called on any thread.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        guard let loop else {
            queue?.async(execute: work)
            return
        }
        loop.perform(inModes: modes, block: work)
        #if canImport(Darwin)
            CFRunLoopWakeUp(loop.getCFRunLoop())
        #else
            // Without CFRunLoopWakeUp a timer wakes the run loop of another thread.
            let timer = Timer(timeInterval: 0, repeats: false) { _ in }
            for mode in modes { loop.add(timer, forMode: mode) }
        #endif
    }
}
