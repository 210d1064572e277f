// WaitTests.swift: what ends a wait, and what is reported first.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `A wait` {
    @Test func `tells of a close first, then a message, then bytes, then room`() async throws {
        let wakes = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            _ = await two.say("bytes")
            _ = await one.wait(for: .readable, until: soon)
            one.wake()
            var wakes: [Channel.Wake] = []
            wakes.append(await one.wait(for: [.readable, .writable, .message]))
            wakes.append(await one.wait(for: [.readable, .writable, .message]))
            _ = await one.hear()
            wakes.append(await one.wait(for: [.readable, .writable, .message]))
            one.wake()
            one.close()
            wakes.append(await one.wait(for: [.readable, .writable, .message]))
            two.close()
            return wakes
        }
        #expect(wakes == [.message, .readable, .writable, .closed])
    }

    @Test func `several messages end one wait`() async throws {
        let wakes = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            one.wake()
            one.wake()
            let first = await one.wait(for: .message)
            let second = await one.wait(for: .message, until: .now.advanced(milliseconds: 1))
            one.close()
            two.close()
            return [first, second]
        }
        #expect(wakes == [.message, .deadline])
    }

    @Test func `a message is kept for a wait that asks for it`() async throws {
        let wakes = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            one.wake()
            let first = await one.wait(for: .writable)
            let second = await one.wait(for: .message)
            one.close()
            two.close()
            return [first, second]
        }
        #expect(wakes == [.writable, .message])
    }

    @Test func `ends at once when a neighbour leaves a message or closes`() async throws {
        let wakes = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            defer { two.close() }
            OnLoop.spawn { one.wake() }
            let first = await one.wait(for: [.readable, .message], until: soon)
            OnLoop.spawn { one.close() }
            let second = await one.wait(for: [.readable, .message], until: soon)
            return [first, second]
        }
        #expect(wakes == [.message, .closed])
    }

    @Test func `deadlines end it, later, sooner and later again`() async throws {
        let waits = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            var waits: [Bool] = []
            for milliseconds in [6, 1, 12, 2] as [Int64] {
                let deadline = Moment.now.advanced(milliseconds: milliseconds)
                let wake = await one.wait(for: [.readable, .message], until: deadline)
                waits.append(wake == .deadline && Moment.now >= deadline)
            }
            one.close()
            two.close()
            return waits
        }
        #expect(waits == [true, true, true, true])
    }

    @Test func `a deadline of an earlier wait does not end a later one`() async throws {
        let wakes = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            OnLoop.spawn { one.wake() }
            let first = await one.wait(for: .message, until: .now.advanced(milliseconds: 2))
            EventLoop.shared.schedule(at: .now.advanced(milliseconds: 8)) { one.wake() }
            let second = await one.wait(for: .message)
            one.close()
            two.close()
            return [first, second]
        }
        #expect(wakes == [.message, .message])
    }

    @Test func `an owner that does not read still finds the bytes later`() async throws {
        let (idle, text) = try await OnLoop.run {
            let (client, server) = try await connection()
            defer {
                client.close()
                server.close()
            }
            _ = await client.say("patience")
            let idle = await server.wait(for: .message, until: .now.advanced(milliseconds: 2))
            return (idle, await server.hear().text)
        }
        #expect(idle == .deadline)
        #expect(text == "patience")
    }

    @Test func `a channel that was closed reads, sends and waits no more`() async throws {
        let (read, sent, wake, pending) = try await OnLoop.run {
            let (one, two) = try Channel.pair(loop: .shared)
            two.close()
            one.close()
            one.close()
            var buffer = Buffer(loop: .shared)
            buffer.append("x")
            let sent = one.send(from: &buffer)
            return (one.read(into: &buffer), sent, await one.wait(for: []), one.isPending([]))
        }
        #expect(read == .closed)
        #expect(sent == .closed)
        #expect(wake == .closed)
        #expect(pending)
    }

    /// Any other task would go through the loop's queue at each of its awaits: an event could happen after the task's
    /// last look and before its wait.
    @Test(arguments: ["a bell", "a channel", "a child"]) func `only tasks that the loop has started wait on it`(
        what: String
    ) async {
        await #expect(processExitsWith: .failure) { [what] in
            await waitFromOutside(for: what)
        }
        await #expect(processExitsWith: .success) { [what] in
            try await OnLoop.run { await waitFromOutside(for: what) }
        }
    }
}

@OnLoop
private func waitFromOutside(for what: String) async {
    switch what {
    case "a bell":
        let bell = Bell()
        EventLoop.shared.schedule(at: .now) { bell.ring() }
        await bell.wait()
    case "a channel":
        let (one, two) = try! Channel.pair(loop: .shared)
        two.close()
        _ = await one.wait(for: .readable)
        one.close()
    default:
        _ = await (try! ChildProcess(Command(["true"]), loop: .shared)).ended()
    }
}
