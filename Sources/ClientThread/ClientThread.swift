// ClientThread.swift: the thread on which a URLProtocol was started, and the way back to it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation

/// A protocol tells its client everything on the thread on which it was started, and that thread turns its run loop:
/// CustomHTTPProtocol, Read Me, threading.
///
/// FoundationNetworking starts protocols on a queue whose threads turn none. There no way leads back to a thread, so what
/// is to be done is done on a serial queue instead: in its order, and never two things at once.
package final class ClientThread: @unchecked Sendable {
    private let thread: Thread
    private let loop: RunLoop?
    private let modes: [RunLoop.Mode]
    private let queue: DispatchQueue?

    /// Of the caller.
    package static var current: ClientThread { ClientThread() }

    private init() {
        thread = Thread.current
        let current = RunLoop.current
        let turns = Self.turns(current)
        loop = turns ? current : nil
        queue = turns ? nil : DispatchQueue(label: "quintain.client-thread")
        // Whoever waits for a load in a mode of their own still has to hear of it.
        modes = [.default] + (current.currentMode.map { $0 == .default ? [] : [$0] } ?? [])
    }

    private static func turns(_ loop: RunLoop) -> Bool {
        #if canImport(Darwin)
            true
        #else
            loop.currentMode != nil
        #endif
    }

    /// Whether what is done is done on the very thread.
    package var hasRunLoop: Bool { loop != nil }

    package var isCurrent: Bool { Thread.current === thread }

    /// Does this there, soon, behind what was given before. From any thread.
    package func perform(_ work: @escaping @Sendable () -> Void) {
        guard let loop else {
            queue?.async(execute: work)
            return
        }
        loop.perform(inModes: modes, block: work)
        #if canImport(Darwin)
            CFRunLoopWakeUp(loop.getCFRunLoop())
        #else
            // Without CFRunLoopWakeUp it is a timer that wakes a run loop of another thread.
            let timer = Timer(timeInterval: 0, repeats: false) { _ in }
            for mode in modes { loop.add(timer, forMode: mode) }
        #endif
    }
}
