// ChannelTests.swift: bytes, ends and waits on real connections.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainLoop

@Suite struct `A channel` {
    @Test(arguments: [SocketAddress.loopback(), .loopback6()])
    func `carries bytes both ways`(address: SocketAddress) async throws {
        let (heard, answered, peers) = try await OnLoop.run {
            let (client, server) = try await connection(to: address)
            defer {
                client.close()
                server.close()
            }
            _ = await client.say("question")
            let heard = await server.hear().text
            _ = await server.say("answer")
            let answered = await client.hear().text
            return (heard, answered, server.peer == client.localAddress && server.localAddress == client.peer)
        }
        #expect(heard == "question")
        #expect(answered == "answer")
        #expect(peers)
    }

    @Test func `sees a FIN as the end, after the bytes before it`() async throws {
        let (text, end, isBroken, again) = try await OnLoop.run {
            let (client, server) = try await connection()
            _ = await client.say("last words")
            client.close()
            let text = await server.hear().text
            let end = await server.hearEnd()
            // A wait is told of the end once, or the owner could not wait for anything else.
            let again = await server.wait(for: .readable, until: .now.advanced(milliseconds: 1))
            defer { server.close() }
            return (text, end, server.isBroken, again)
        }
        #expect(text == "last words")
        #expect(end == .finished)
        #expect(!isBroken)
        #expect(again == .deadline)
    }

    @Test func `answers a peer that has half-closed`() async throws {
        let (question, end, finished, answer, clientEnd) = try await OnLoop.run {
            let (client, server) = try await connection()
            _ = await client.say("question")
            client.finishSending()
            let question = await server.hear().text
            let end = await server.hearEnd()
            let finished = server.peerHasFinished
            _ = await server.say("answer")
            server.close()
            let answer = await client.hear().text
            let clientEnd = await client.hearEnd()
            client.close()
            return (question, end, finished, answer, clientEnd)
        }
        #expect(question == "question")
        #expect(end == .finished)
        #expect(finished)
        #expect(answer == "answer")
        #expect(clientEnd == .finished)
    }

    @Test func `both ends half-closing in peace is no break`() async throws {
        let (first, second, broken) = try await OnLoop.run {
            let (client, server) = try await connection()
            client.finishSending()
            let first = await server.hearEnd()
            server.finishSending()
            let second = await client.hearEnd()
            // Now the poller reports that both are hung up.
            let wake = await server.wait(for: .message, until: .now.advanced(milliseconds: 2))
            defer {
                client.close()
                server.close()
            }
            return (first, second, server.isBroken || client.isBroken || wake != .deadline)
        }
        #expect(first == .finished)
        #expect(second == .finished)
        #expect(!broken)
    }

    @Test func `sees a RST as a reset, again and again`() async throws {
        let ends = try await OnLoop.run {
            let (client, server) = try await connection()
            client.reset()
            let first = await server.hearEnd()
            let second = await server.hearEnd()
            let wake = await server.wait(for: .message, until: soon)
            defer { server.close() }
            return ([first, second], server.isBroken, wake)
        }
        #expect(ends.0 == [.reset, .reset])
        #expect(ends.1)
        #expect(ends.2 == .broken)
    }

    @Test func `a reset does not hide the bytes before it`() async throws {
        let (text, end) = try await OnLoop.run {
            let (client, server) = try await connection()
            defer { server.close() }
            _ = await client.say("before the end")
            client.reset()
            _ = await server.wait(for: [], until: soon)
            return (await server.hear().text, await server.hearEnd())
        }
        #expect(text == "before the end")
        #expect(end == .reset)
    }

    @Test func `a reset that is told as an error alone does not end reading`() async throws {
        let (text, wake, end) = try await OnLoop.run {
            let (client, server) = try await connection()
            defer { server.close() }
            _ = await client.say("before the end")
            client.reset()
            _ = await server.wait(for: [], until: soon)
            // A kernel that is asked while it handles the reset reports the error, and not yet the end.
            server.state.remove(.finished)
            let text = await server.hear().text
            let wake = await server.wait(for: .readable, until: soon)
            // If it were not told, the test would read again and again for ever.
            return (text, wake, wake == .readable ? await server.hearEnd() : nil)
        }
        #expect(text == "before the end")
        #expect(wake == .readable)
        #expect(end == .reset)
    }

    @Test func `a peer that closes over unread bytes is seen as a reset`() async throws {
        let end = try await OnLoop.run {
            let (client, server) = try await connection()
            defer { server.close() }
            _ = await server.say("never read")
            _ = await client.wait(for: .readable, until: soon)
            client.close()
            return await server.hearEnd()
        }
        #expect(end == .reset)
    }

    @Test func `a reset wakes an owner that does not read`() async throws {
        let wake = try await OnLoop.run {
            let (client, server) = try await connection()
            defer { server.close() }
            client.reset()
            return await server.wait(for: [], until: soon)
        }
        #expect(wake == .broken)
    }

    @Test func `sending to a connection that was reset says so, and hides no bytes`() async throws {
        let (wake, sent, text, end) = try await OnLoop.run {
            let (client, server) = try await connection()
            defer { server.close() }
            _ = await client.say("left behind")
            client.reset()
            let wake = await server.wait(for: [], until: soon)
            var buffer = Buffer(loop: .shared)
            buffer.append("too late")
            return (wake, server.send(from: &buffer), await server.hear().text, await server.hearEnd())
        }
        #expect(wake == .broken)
        #expect(sent == .reset)
        #expect(text == "left behind")
        #expect(end == .reset)
    }

    @Test func `a full kernel stops the sender until the peer reads`() async throws {
        let (stopped, held, received, flushed) = try await OnLoop.run {
            let (client, server) = try await connection()
            defer {
                client.close()
                server.close()
            }
            let piece = [UInt8](repeating: 0x61, count: 100_000)
            var sent = 0
            sending: while true {
                switch piece.withUnsafeBytes({ client.send($0) }) {
                case .bytes(let count): sent += count
                default: break sending
                }
            }
            let stopped = await client.wait(for: .writable, until: .now.advanced(milliseconds: 1))
            let held = client.unacknowledged
            let total = sent + piece.count
            let flusher = OnLoop.spawn {
                var buffer = Buffer(loop: .shared)
                buffer.append(piece)
                #expect(await client.flush(&buffer, until: soon) == .done)
            }
            var received = 0
            var buffer = Buffer(loop: .shared)
            while received < total {
                switch server.read(into: &buffer) {
                case .bytes(let count):
                    received += count
                    buffer.removeAll()
                case .nothing:
                    if await server.wait(for: .readable, until: soon) != .readable {
                        return (stopped, held, received - total, false)
                    }
                default: return (stopped, held, received, false)
                }
            }
            await flusher.value
            return (stopped, held, received - total, true)
        }
        #expect(stopped == .deadline)
        #expect(held > 0)
        #expect(received == 0)
        #expect(flushed)
    }

    @Test func `tells nobody listening from a listener that vanished`() async throws {
        let port = try RefusingPort()
        let error = await #expect(throws: LoopError.self) {
            try await OnLoop.run { _ = try await Channel.connect(to: port.address, loop: .shared) }
        }
        #expect(error?.slug == "refused")
        #expect(error?.message == "nothing listens on \(port.address): the connection was refused")
    }

    /// In a process of its own, where nothing else opens and closes descriptors.
    @Test func `a thousand connections opened and closed leave no descriptor`() async {
        await #expect(processExitsWith: .success) {
            let (before, during, after) = try await OnLoop.run {
                let before = openDescriptors()
                let listener = try Listener(loop: .shared)
                var ends: [Channel] = []
                for number in 0..<1000 {
                    let client = try await Channel.connect(to: listener.address, loop: .shared)
                    guard let server = await listener.accept() else { break }
                    if number % 3 == 0 { client.reset() } else { ends.append(client) }
                    ends.append(server)
                }
                let during = openDescriptors()
                for end in ends { end.close() }
                listener.close()
                return (before, during, openDescriptors())
            }
            #expect(during > 1000)
            // The test harness may have opened one or two.
            #expect(after <= before + 5)
        }
    }
}
