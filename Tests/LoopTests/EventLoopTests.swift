// EventLoopTests.swift: where tasks run, and in which order timers fire.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `An event loop` {
    static let other = EventLoop(name: "another")

    actor Resident {
        nonisolated let loop: EventLoop
        nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }
        init(loop: EventLoop) { self.loop = loop }

        /// Whether each way to suspend came back to the loop's thread.
        func placesAfterSuspensions() async throws -> [String: Bool] {
            var places = ["entering": loop.isCurrent]
            await loop.sleep(for: .milliseconds(1))
            places["sleeping"] = loop.isCurrent
            await Task.yield()
            places["yielding"] = loop.isCurrent
            let (one, two) = try Channel.pair(loop: loop)
            _ = await two.say("x")
            _ = await one.wait(for: .readable, until: soon)
            places["waiting on a channel"] = loop.isCurrent
            async let child = loop.isCurrent
            places["in a child task"] = await child
            places["after a child task"] = loop.isCurrent
            await loop.spawn {}.value
            places["another task's value"] = loop.isCurrent
            one.close()
            two.close()
            return places
        }
    }

    @Test(arguments: [EventLoop.shared, other])
    func `every await of a task resumes on the loop's thread`(loop: EventLoop) async throws {
        let resident = Resident(loop: loop)
        let places = try await loop.run { try await resident.placesAfterSuspensions() }
        #expect(places.filter { !$0.value }.isEmpty)
        #expect(places.count == 7)
    }

    @Test func `the global actor is isolated to the shared loop`() async throws {
        let (before, after) = try await OnLoop.run {
            let before = EventLoop.shared.isCurrent
            await EventLoop.shared.sleep(for: .milliseconds(1))
            EventLoop.shared.checkIsolated()
            OnLoop.shared.assertIsolated()
            return (before, EventLoop.shared.isCurrent)
        }
        #expect(before && after)
        #expect(!EventLoop.shared.isCurrent)
    }

    @Test func `a call from another thread arrives on the loop, in order`() async {
        let heard = await withCheckedContinuation { continuation in
            nonisolated(unsafe) var heard: [Int] = []
            for number in 1...100 {
                Self.other.call {
                    guard Self.other.isCurrent else { return }
                    heard.append(number)
                    if number == 100 { continuation.resume(returning: heard) }
                }
            }
        }
        #expect(heard == Array(1...100))
    }

    @Test func `a thread can wait for work on the loop`() {
        #expect(Self.other.runBlocking { Self.other.isCurrent })
        #expect(OnLoop.runBlocking { EventLoop.shared.isCurrent })
    }

    @Test func `tasks that keep waking each other do not starve descriptors and timers`() async throws {
        let wake = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            let spinner = OnLoop.spawn {
                while !Task.isCancelled { await Task.yield() }
            }
            await EventLoop.shared.sleep(for: .milliseconds(1))
            _ = await two.say("x")
            let wake = await one.wait(for: .readable, until: soon)
            spinner.cancel()
            await spinner.value
            one.close()
            two.close()
            return wake
        }
        #expect(wake == .readable)
    }
}

@Suite struct `Timers` {
    @Test func `fire in the order of their moments, then of their setting`() async throws {
        let order = try await OnLoop.run {
            var order: [String] = []
            let base = Moment.now
            for (name, offset) in [("c", 3), ("a", 1), ("d", 4), ("b1", 2), ("b2", 2), ("past", -1000)] {
                EventLoop.shared.schedule(at: base.advanced(milliseconds: Int64(offset))) { order.append(name) }
            }
            await EventLoop.shared.sleep(until: base.advanced(milliseconds: 4))
            return order
        }
        #expect(order == ["past", "a", "b1", "b2", "c", "d"])
    }

    @Test func `a cancelled timer never fires, and cancelling twice is harmless`() async throws {
        let (fired, scheduled) = try await OnLoop.run {
            var fired: [Int] = []
            let base = Moment.now.advanced(milliseconds: 2)
            let tokens = (0..<50).map { number in
                EventLoop.shared.schedule(at: base.advanced(nanoseconds: Int64((number * 37) % 50))) {
                    fired.append(number)
                }
            }
            for token in tokens where fired.isEmpty {
                token.cancel()
                token.cancel()
            }
            let kept = EventLoop.shared.schedule(at: base) { fired.append(100) }
            let scheduled = tokens.contains { $0.isScheduled } || !kept.isScheduled
            await EventLoop.shared.sleep(until: base.advanced(milliseconds: 1))
            return (fired, scheduled)
        }
        #expect(fired == [100])
        #expect(!scheduled)
    }

    @Test func `never fire early`() async throws {
        let early = try await OnLoop.run {
            var early = 0
            for step in 1...20 {
                let deadline = Moment.now.advanced(nanoseconds: Int64(step) * 100_000)
                await EventLoop.shared.sleep(until: deadline)
                if Moment.now < deadline { early += 1 }
            }
            return early
        }
        #expect(early == 0)
    }

    @Test func `a heap gives back in order what was put in at random`() async throws {
        let sorted = try await OnLoop.run {
            var heap = TimerHeap()
            var random = SystemRandomNumberGenerator()
            let tokens = (0..<1000).map { _ in TimerToken(loop: .shared) {} }
            for token in tokens { heap.insert(token, at: Moment(nanoseconds: .random(in: 0..<500, using: &random))) }
            for token in tokens.shuffled().prefix(300) { heap.remove(token) }
            for token in tokens.prefix(200) where token.isScheduled {
                heap.insert(token, at: Moment(nanoseconds: .random(in: 0..<500, using: &random)))
            }
            var last: UInt64 = 0
            var count = 0
            while let token = heap.popDue(at: Moment(nanoseconds: 1000)) {
                guard token.deadline.nanoseconds >= last else { return -1 }
                last = token.deadline.nanoseconds
                count += 1
            }
            return count
        }
        #expect(sorted == 700)
    }

    @Test func `a moment stops at the ends of its clock`() {
        let moment = Moment(nanoseconds: 5)
        #expect(moment.advanced(nanoseconds: -6).nanoseconds == 0)
        #expect(moment.advanced(milliseconds: .max).nanoseconds > 1 << 62)
        #expect((moment + .seconds(Int64.max)).nanoseconds == .max)
        #expect((moment + .microseconds(2)).nanoseconds == 2005)
        #expect(Moment(nanoseconds: 7) - moment == .nanoseconds(2))
        #expect(moment - Moment(nanoseconds: 7) == .nanoseconds(-2))
    }
}
