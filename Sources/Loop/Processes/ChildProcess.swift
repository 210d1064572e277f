// ChildProcess.swift: starts a program, talks to it, and reports how it ended.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// A program that we started. It is always waited for, so it never stays behind as a zombie.
///
/// Only on the loop, except for `pid`. A caller that asked for pipes must close their channels.
package final class ChildProcess: @unchecked Sendable {
    package enum Exit: Equatable, Sendable {
        case code(Int32)
        case signal(Int32)
        /// Other code of this process waited for it first.
        case unknown
    }

    package let pid: Int32
    /// The pipe to its standard input, if one was asked for.
    package let input: Channel?
    package let output: Channel?
    package let errors: Channel?
    /// The exit of the process; nil while it runs.
    package private(set) var exit: Exit?
    private let loop: EventLoop
    private let hasOwnGroup: Bool
    /// Whether the processes that it leaves in its group are killed when it ends.
    private var endsItsGroup = false
    private var waiters: [LoopContinuation<Exit>] = []
    /// How many run, of all loops.
    private static let living = Atomic(0)

    package init(_ command: Command, loop: EventLoop) throws(LoopError) {
        loop.assertOnLoop()
        self.loop = loop
        hasOwnGroup = command.hasOwnGroup
        endsItsGroup = command.endsItsGroup
        let spawned = try Spawning.spawn(command)
        pid = spawned.pid
        Self.living.add(1, ordering: .relaxed)
        func channel(_ fd: Int32?) -> Channel? {
            fd.map { Channel(fd: $0, isSocket: false, state: [.writable], loop: loop) }
        }
        input = channel(spawned.input)
        output = channel(spawned.output)
        errors = channel(spawned.errors)
        watch()
    }

    /// Waits until it has ended. Any number of tasks may wait.
    package func ended() async -> Exit {
        loop.assertOnLoop()
        if let exit { return exit }
        return await suspend { waiters.append($0) }
    }

    /// Sends a signal, to the whole group if it has one of its own. Nothing happens once it has ended.
    package func send(signal: Int32) {
        loop.assertOnLoop()
        guard exit == nil else { return }
        _ = kill(hasOwnGroup ? -pid : pid, signal)
    }

    /// Asks the process to end (SIGTERM), and kills it after the grace period (SIGKILL).
    @discardableResult
    package func terminate(grace: Duration = .seconds(2)) async -> Exit {
        loop.assertOnLoop()
        guard exit == nil else { return exit! }
        endsItsGroup = true
        send(signal: SIGTERM)
        // A stopped process does not handle the signal until it continues.
        send(signal: SIGCONT)
        let timer = loop.schedule(at: .now + grace) { [self] in send(signal: SIGKILL) }
        let exit = await ended()
        timer.cancel()
        return exit
    }

    // MARK: The end

    private func watch() {
        #if os(Linux)
            let fd = quintain_pidfd_open(pid)
            if fd >= 0 {
                let channel = Channel(fd: fd, isSocket: false, state: [], loop: loop)
                loop.spawn { [self] in
                    _ = await channel.wait(for: .readable)
                    channel.close()
                    reap(WNOHANG)
                }
                return
            }
        #endif
        // There is no descriptor for a process: a thread waits, without reaping, so that nobody else can get the
        // process number before the loop knows of the end.
        startThread(named: "quintain-child") { [self] in
            var facts = siginfo_t()
            while waitid(P_PID, id_t(pid), &facts, WEXITED | WNOWAIT) != 0 && errno == EINTR {}
            loop.call { [self] in reap(0) }
        }
    }

    private func reap(_ options: Int32) {
        // Until the process is reaped, its number and its group's cannot be used again.
        if endsItsGroup && hasOwnGroup { kill(-pid, SIGKILL) }
        var status: Int32 = 0
        var result: Int32
        repeat { result = waitpid(pid, &status, options) } while result < 0 && errno == EINTR
        let exit: Exit
        if result != pid {
            exit = .unknown
        } else if status & 0x7f == 0 {
            exit = .code((status >> 8) & 0xff)
        } else {
            exit = .signal(status & 0x7f)
        }
        self.exit = exit
        // While others run, it is not known whose the orphans are.
        if Self.living.subtract(1, ordering: .relaxed).newValue == 0 { OtherProcess.killOrphans() }
        for waiter in waiters { waiter.resume(returning: exit) }
        waiters = []
    }
}
