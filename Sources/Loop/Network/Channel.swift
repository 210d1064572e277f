// Channel.swift: one descriptor as the loop knows it, and the one way to wait for it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A connection (or a pipe, or any descriptor that can be polled), owned by one task of the loop.
///
/// The task reads and writes without blocking. When neither makes progress it waits, in one place, for the first of
/// these: bytes, room, a message from other code of the loop, a deadline, or the end.
///
/// ```
/// while true {
///     switch channel.read(into: &buffer) { … }
///     switch await channel.wait(for: [.readable, .message], until: deadline) { … }
/// }
/// ```
///
/// It is `Sendable` so that it can be passed to a task of its loop. Every member but `loop` and the addresses belongs
/// to the loop's thread, which debug builds check. A task that does not read exerts back-pressure, and the channel
/// stays readable.
package final class Channel: @unchecked Sendable {
    package let loop: EventLoop
    /// nil: a pipe.
    package let peer: SocketAddress?
    let fd: Int32
    let isSocket: Bool
    var generation: UInt32 = 0
    var state: Readiness
    /// The error that broke the connection, kept because the kernel tells it once.
    var failure: Int32 = 0
    private var wanted: Readiness = []
    private var waiter: LoopContinuation<Void>?
    private var deadline: Moment?
    private var timer: TimerToken?
    private var isPolled = false

    /// Takes over the descriptor.
    ///
    /// - Parameter isPolledLate: The poller hears of the descriptor when it is first waited for. A connection that is
    ///   answered and closed at once then costs it nothing.
    init(
        fd: Int32, peer: SocketAddress? = nil, isSocket: Bool = true, state: Readiness, isPolledLate: Bool = false,
        loop: EventLoop
    ) {
        self.fd = fd
        self.peer = peer
        self.isSocket = isSocket
        self.state = state
        self.loop = loop
        loop.adopt(self)
        if !isPolledLate { beginPolling() }
    }

    private func beginPolling() {
        isPolled = true
        guard !loop.poll(self) else { return }
        // A descriptor that cannot be polled, such as a plain file, never blocks. For a socket this happens only if
        // memory is short.
        state.formUnion([.readable, .writable])
        if isSocket {
            failure = ENOBUFS
            state.insert(.broken)
        }
    }

    package var isClosed: Bool { state.contains(.closed) }
    /// Whether the peer has announced that it sends no more; bytes from before may be unread.
    package var peerHasFinished: Bool { state.contains(.finished) }
    /// Whether the connection is dead: reads return the bytes from before, then the reason.
    package var isBroken: Bool { state.contains(.broken) }

    // MARK: Waiting

    /// Inlinable, because building a set would cost more than the wait itself.
    package struct Interest: OptionSet, Sendable {
        package let rawValue: UInt8
        @inlinable package init(rawValue: UInt8) { self.rawValue = rawValue }
        @inlinable package init(arrayLiteral elements: Interest...) {
            var bits: UInt8 = 0
            for element in elements { bits |= element.rawValue }
            rawValue = bits
        }

        // The same bits as in `Readiness`.
        @inlinable package static var readable: Interest { Interest(rawValue: 1) }
        @inlinable package static var writable: Interest { Interest(rawValue: 2) }
        @inlinable package static var message: Interest { Interest(rawValue: 4) }
        /// The peer's FIN, told as `.readable` by every wait from then on, even if bytes before it are unread.
        @inlinable package static var finished: Interest { Interest(rawValue: 8) }
    }

    /// The reason why a wait ended. If several hold, the first in this order is returned, and the others by the next
    /// waits.
    package enum Wake: Equatable, Sendable {
        /// We closed the channel. Every wait returns this.
        case closed
        /// `wake()` was called, once or more, since the last wait that returned this.
        case message
        /// A `read` will make progress: with bytes, their end, or the reason why the connection is dead.
        case readable
        /// A `send` will make progress.
        case writable
        /// The connection is dead. Every wait that asks for neither reading nor writing returns this.
        case broken
        case deadline
    }

    /// Waits for the first of these. One wait at a time: a channel has one owner.
    package func wait(for interest: Interest, until deadline: Moment? = nil) async -> Wake {
        loop.assertOnLoop()
        if let wake = take(interest) { return wake }
        precondition(waiter == nil, "a channel has one owner, and it waits already")
        if !isPolled {
            beginPolling()
            if let wake = take(interest) { return wake }
        }
        if let deadline { arm(deadline) }
        while true {
            wanted = Readiness(rawValue: interest.rawValue).union([.closed, .broken, .expired])
            await suspend { waiter = $0 }
            guard let wake = take(interest) else { continue }
            self.deadline = nil
            return wake
        }
    }

    /// Leaves a message for the owner: its current or next wait for `.message` ends.
    package func wake() {
        became(.message)
    }

    /// Whether a wait for this would end at once.
    package func isPending(_ interest: Interest) -> Bool {
        let telling = Readiness(rawValue: interest.rawValue).union([.closed, .broken])
        return !state.isDisjoint(with: telling)
    }

    /// Takes note of an event from the poller, the clock or another task.
    func became(_ news: Readiness) {
        loop.assertOnLoop()
        state.formUnion(news)
        guard !state.isDisjoint(with: wanted), let waiter else { return }
        self.waiter = nil
        wanted = []
        waiter.resume()
    }

    private func take(_ interest: Interest) -> Wake? {
        if state.contains(.closed) { return .closed }
        if interest.contains(.message), state.contains(.message) {
            state.remove([.message, .expired])
            return .message
        }
        if interest.contains(.readable), state.contains(.readable) { return told(.readable) }
        if interest.contains(.finished), state.contains(.finished) { return told(.readable) }
        if interest.contains(.writable), state.contains(.writable) { return told(.writable) }
        if state.contains(.broken) { return told(.broken) }
        if state.contains(.expired) { return told(.deadline) }
        return nil
    }

    /// A deadline belongs to one wait: if it passed as the wait ended for another reason, it does not end the next
    /// wait.
    private func told(_ wake: Wake) -> Wake {
        state.remove(.expired)
        return wake
    }

    // MARK: Deadlines

    /// The timer stays in the heap while requests come and go, and its deadline is checked only when it fires: so a
    /// keep-alive limit costs a request nothing.
    private func arm(_ deadline: Moment) {
        self.deadline = deadline
        if let timer, timer.isScheduled, timer.deadline <= deadline { return }
        let timer = self.timer ?? TimerToken(loop: loop) { [unowned self] in timerFired() }
        self.timer = timer
        loop.timers.insert(timer, at: deadline)
    }

    private func timerFired() {
        guard let deadline, let timer else { return }
        if deadline <= .now {
            self.deadline = nil
            became(.expired)
        } else {
            loop.timers.insert(timer, at: deadline)
        }
    }

    // MARK: The end

    /// Closes the channel, even with unsent bytes: the kernel delivers what it has taken and then a FIN, or a RST if
    /// bytes of the peer were never read. A wait ends with `.closed`. A second call does nothing.
    package func close() {
        loop.assertOnLoop()
        guard !isClosed else { return }
        loop.forget(self)
        timer?.cancel()
        systemClose(fd)
        became(.closed)
    }

    /// Whether the peer has reset the connection since the last call: after its FIN, no read reports that.
    package func takeReset() -> Bool {
        guard isSocket, !isClosed else { return false }
        let code = Socket.takeError(fd)
        return code == ECONNRESET || code == EPIPE
    }

    /// Closes with a RST: what the kernel has not delivered yet is thrown away.
    package func reset() {
        if isSocket && !isClosed { Socket.abandonOnClose(fd) }
        close()
    }
}
