// EventLoop.swift: one thread, one poller, one Swift executor.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Synchronization

#if canImport(Darwin)
    import Darwin
#else
    import CQuintainSystem
    import Glibc
#endif

/// Runs tasks and waits for descriptors, on a thread of its own that lives as long as the process.
///
/// A task that prefers this executor (`spawn`) suspends and resumes without leaving the thread: some
/// 200 ns instead of 20 µs. That is why tasks are started through `spawn` and never with a bare `Task`.
///
/// ```
/// turn:  clock ──▶ poll ──▶ events: channels resume their waiters ──▶ ready jobs ──▶ due timers ──▶ next turn
/// ```
///
/// A timer fires if its moment was over before the poll, and after the jobs that the poll made ready. So bytes that the
/// kernel had before a deadline are read before the deadline counts, however late the process is, and a timer for
/// `.now` fires when everything that the kernel has now has been read.
///
/// Only `remote` has a lock, because other threads use it. Everything else belongs to the loop's thread, which debug
/// builds check.
package final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    /// The loop that all servers of a process share, started on first use.
    package static let shared = EventLoop(name: "quintain")

    let poller = Poller()
    let pool = BlockPool()
    var timers = TimerHeap()
    private var ready: [UnownedJob] = []
    private var running: [UnownedJob] = []
    /// The channels by descriptor. The generation tells an event of a closed channel from one of its successor.
    private var channels: [Channel?] = []
    private var generation: UInt32 = 0
    private var openCount = 0
    private var tide = Tide()
    /// The bytes that went over the loop's sockets.
    package internal(set) var traffic = Traffic()

    private struct Remote {
        var jobs: [UnownedJob] = []
        var calls: [@Sendable () -> Void] = []
        var isEmpty: Bool { jobs.isEmpty && calls.isEmpty }
    }

    private let remote = Locked(Remote())
    /// The loop's thread as a number; 0 until it runs.
    private let thread = Atomic<UInt>(0)

    package init(name: String) {
        DescriptorLimit.raise()
        #if os(Linux)
            quintain_share_memory()
        #endif
        startThread(named: name) { [self] in run() }
    }

    // MARK: Where am I

    package var isCurrent: Bool {
        thread.load(ordering: .relaxed) == currentThread()
    }

    package func checkIsolated() {
        precondition(isCurrent, "this belongs to the event loop's thread")
    }

    @available(macOS 26, *)
    package func isIsolatingCurrentContext() -> Bool? { isCurrent }

    func assertOnLoop() {
        assert(isCurrent, "this belongs to the event loop's thread")
    }

    // MARK: Jobs

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if isCurrent {
            ready.append(job)
        } else {
            post { $0.jobs.append(job) }
        }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor { UnownedSerialExecutor(ordinary: self) }
    package func asUnownedTaskExecutor() -> UnownedTaskExecutor { UnownedTaskExecutor(ordinary: self) }

    /// Calls `body` on the loop's thread, soon, in the order of the calls. May be called from any thread.
    package func call(_ body: @escaping @Sendable () -> Void) {
        post { $0.calls.append(body) }
    }

    private func post(_ change: (inout Remote) -> Void) {
        let wasEmpty = remote.withLock { remote in
            let wasEmpty = remote.isEmpty
            change(&remote)
            return wasEmpty
        }
        if wasEmpty { poller.wake() }
    }

    // MARK: Timers

    /// On the loop only. The token cancels the timer; releasing the token does not.
    @discardableResult
    package func schedule(at deadline: Moment, _ action: @escaping () -> Void) -> TimerToken {
        assertOnLoop()
        let token = TimerToken(loop: self, action: action)
        timers.insert(token, at: deadline)
        return token
    }

    /// Only on the loop. Cancelling the task does not end the sleep; a wait that may end early must be one on a
    /// channel.
    package func sleep(until deadline: Moment) async {
        await suspend { (continuation: LoopContinuation<Void>) in
            schedule(at: deadline) { continuation.resume() }
        }
    }

    package func sleep(for duration: Duration) async { await sleep(until: now + duration) }

    /// Reads the clock; see `Moment.now`.
    package var now: Moment { .now }

    // MARK: Descriptors

    /// Keeps the channel until ``forget(_:)``.
    func adopt(_ channel: Channel) {
        assertOnLoop()
        let index = Int(channel.fd)
        while channels.count <= index { channels.append(nil) }
        generation &+= 1
        channel.generation = generation
        channels[index] = channel
        openCount += 1
        tide.rose(to: openCount)
    }

    /// From here on the channel is told what becomes of its descriptor, and first what has become of it already. False
    /// where that cannot be polled.
    func poll(_ channel: Channel) -> Bool {
        poller.add(channel.fd, key: UInt64(channel.generation) << 32 | UInt64(channel.fd))
    }

    /// Forgets a channel before its descriptor is closed, which takes it out of the poller.
    func forget(_ channel: Channel) {
        assertOnLoop()
        guard channels[Int(channel.fd)] != nil else { return }
        channels[Int(channel.fd)] = nil
        openCount -= 1
        guard tide.fell(to: openCount) else { return }
        // The tasks of closed channels free their memory as they end, in this turn or the next.
        schedule(at: .now.advanced(milliseconds: Self.ebb)) { FreeMemory.giveBack() }
    }

    // MARK: The turn

    private func run() -> Never {
        thread.store(currentThread(), ordering: .relaxed)
        while true {
            let (now, timersSet) = (Moment.now, timers.sequence)
            look(patience: patience(at: now))
            runJobs()
            while let token = timers.popDue(at: now, setBefore: timersSet) { token.action() }
        }
    }

    /// Passes the poller's events to their channels, and polls again if there were more than fit at once.
    private func look(patience: UInt64?) {
        var count = poller.wait(nanoseconds: patience)
        for _ in 0..<Self.pollsPerTurn {
            for index in 0..<max(count, 0) { tell(index) }
            guard count == Poller.batch else { return }
            count = poller.wait(nanoseconds: 0)
        }
    }

    private func tell(_ index: Int) {
        let key = poller.key(index)
        if key == Poller.wakeKey {
            takeRemote()
        } else if let channel = channels[Int(truncatingIfNeeded: key & 0xffff_ffff)],
            channel.generation == UInt32(truncatingIfNeeded: key >> 32)
        {
            channel.became(poller.readiness(index))
        }
    }

    /// Runs a bounded number of jobs, so that tasks which keep waking each other do not starve the descriptors.
    private func runJobs() {
        var rounds = 0
        while !ready.isEmpty && rounds < Self.roundsPerTurn {
            swap(&ready, &running)
            for job in running {
                job.runSynchronously(isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
            running.removeAll(keepingCapacity: true)
            rounds += 1
        }
    }

    /// The time that the poller may sleep; nil: without a limit.
    private func patience(at now: Moment) -> UInt64? {
        guard ready.isEmpty else { return 0 }
        guard let deadline = timers.nextDeadline?.nanoseconds else { return nil }
        return deadline > now.nanoseconds ? deadline - now.nanoseconds : 0
    }

    private func takeRemote() {
        let taken = remote.withLock { remote in
            let taken = remote
            remote = Remote()
            return taken
        }
        ready.append(contentsOf: taken.jobs)
        for call in taken.calls { call() }
    }

    private static let roundsPerTurn = 32
    private static let pollsPerTurn = 64
    private static let ebb: Int64 = 1_000
}
