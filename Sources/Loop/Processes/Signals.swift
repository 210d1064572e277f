// Signals.swift: signals to this process, as events of a loop.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// Handles signals in place of the system, for a program's `main`. Only one at a time in a process.
///
/// The handler does the one thing that is safe in it: it writes the signal's number into a pipe.
package final class Signals: @unchecked Sendable {
    private let channel: Channel
    private var pending: [Int32] = []
    private let numbers: [Int32]
    private let writingEnd: Int32

    /// Those by which a user, a terminal or a system ends a program.
    package static let ending = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// From now on these do not end the program. On the loop only.
    package init(_ numbers: [Int32] = Signals.ending, loop: EventLoop) throws(LoopError) {
        loop.assertOnLoop()
        // A program that was started by 'nohup' must not end with the terminal.
        let numbers = numbers.filter { $0 != SIGHUP || !Self.isIgnored($0) }
        let (reading, writing) = try Spawning.pipe()
        for end in [reading, writing] { _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK) }
        channel = Channel(fd: reading, isSocket: false, state: [], loop: loop)
        writingEnd = writing
        self.numbers = numbers
        let previous = signalPipe.exchange(writing, ordering: .sequentiallyConsistent)
        precondition(previous < 0, "signals are listened for already")
        signalHasCome.store(false, ordering: .relaxed)
        for number in numbers {
            Self.handle(number) { number in
                let code = errno
                signalHasCome.store(true, ordering: .relaxed)
                var byte = UInt8(truncatingIfNeeded: number)
                _ = write(signalPipe.load(ordering: .relaxed), &byte, 1)
                errno = code
            }
        }
    }

    /// The next signal; nil once closed.
    package func next() async -> Int32? {
        while pending.isEmpty {
            if await channel.wait(for: [.readable, .message]) == .closed { return nil }
            withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
                if case .bytes(let count) = channel.read(into: room) { pending += room.prefix(count).map { Int32($0) } }
            }
        }
        return pending.removeFirst()
    }

    /// Acts as if this signal had been sent. On the loop only.
    package func come(_ number: Int32) {
        pending.append(number)
        if !channel.isClosed { channel.wake() }
    }

    /// Restores the system's own handling of the signals.
    package func close() {
        guard !channel.isClosed else { return }
        for number in numbers { Self.handle(number, SIG_DFL) }
        signalPipe.store(-1, ordering: .sequentiallyConsistent)
        channel.close()
        systemClose(writingEnd)
    }

    /// Whether a signal has come since the program handles them.
    package static var hasCome: Bool { signalHasCome.load(ordering: .relaxed) }

    /// Unblocks the signals that the parent process has blocked, as SwiftPM does for a plugin; otherwise only SIGKILL
    /// would end the program. Call it before other threads exist.
    package static func unblock() {
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// From now on a write into a broken pipe fails instead of ending the program.
    package static func ignoreBrokenPipes() { handle(SIGPIPE, SIG_IGN) }

    #if canImport(Darwin)
        private typealias Handler = (@convention(c) (Int32) -> Void)?
    #else
        private typealias Handler = __sighandler_t?
    #endif

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private static func handle(_ number: Int32, _ handler: Handler) {
        var action = sigaction()
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags = Int32(SA_RESTART)
        sigaction(number, &action, nil)
    }
}

/// The pipe that the handler writes to; a handler can use only globals.
private let signalPipe = Atomic<Int32>(-1)
private let signalHasCome = Atomic<Bool>(false)
