// UploadTests.swift: requests as they are sent.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTransport
import Testing

@testable import QuintainClient

@Suite struct `A message on its way out` {
    typealias Connection = `A client's connection`

    /// The bytes of the message, of which the system takes `cut` at a time, and how many of the body had left then.
    private func pieces(_ message: OutgoingMessage, _ cut: Int) -> (bytes: String, counts: [Int]) {
        var pieces = OutgoingPieces(message)
        var bytes: [UInt8] = []
        var counts: [Int] = []
        while !pieces.isDry {
            let part = pieces.withBytes { Array($0.prefix(cut)) }
            bytes += part
            pieces.left(part.count)
            counts.append(pieces.bodySent)
        }
        return (String(decoding: bytes, as: UTF8.self), counts)
    }

    @Test(arguments: [1, 3, 1000])
    func `is the same for every cut`(cut: Int) {
        var message = OutgoingMessage(method: "POST", head: Array("head|".utf8))
        message.body = Array("0123456789".utf8)
        #expect(pieces(message, cut).bytes == "head|0123456789")
        #expect(pieces(message, cut).counts.last == 10)
        message.isChunked = true
        #expect(pieces(message, cut).bytes == "head|a\r\n0123456789\r\n0\r\n\r\n")
        #expect(pieces(message, cut).counts.last == 10)
        message.body = []
        #expect(pieces(message, cut).bytes == "head|0\r\n\r\n")
        message.isChunked = false
        #expect(pieces(message, cut).bytes == "head|")
    }

    @Test func `counts what has left of the body alone`() {
        var message = OutgoingMessage(method: "POST", head: Array("head|".utf8))
        message.body = Array("ab".utf8)
        #expect(pieces(message, 1).counts == [0, 0, 0, 0, 0, 1, 2])
        message.isChunked = true
        #expect(pieces(message, 1).counts == [0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2, 2, 2])
    }

    @Test(arguments: [false, true])
    func `goes in pieces where the body is long`(isChunked: Bool) {
        var message = OutgoingMessage(method: "POST", head: Array("head|".utf8))
        message.body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 % 10 + 48) }
        message.isChunked = isChunked
        let (bytes, counts) = pieces(message, 10_000)
        let body = String(decoding: message.body, as: UTF8.self)
        if isChunked {
            let chunks = bytes.replacing("\r\n", with: "|").split(separator: "|", omittingEmptySubsequences: false)
            #expect(chunks.prefix(2) == ["head", "10000"])
            #expect(chunks.count(where: { $0 == "10000" }) == 3 && chunks.suffix(3) == ["0", "", ""])
            #expect(stride(from: 2, to: chunks.count - 3, by: 2).map { chunks[$0] }.joined() == body)
        } else {
            #expect(bytes == "head|" + body)
        }
        #expect(counts == counts.sorted() && counts.last == 200_000)
    }

    @Test func `waits with its body until it may go on`() {
        for isChunked in [false, true] {
            for isEarly in [false, true] {
                var message = OutgoingMessage(method: "POST", head: Array("head|".utf8))
                message.body = Array("dog".utf8)
                message.isChunked = isChunked
                message.holdsBody = true
                var pieces = OutgoingPieces(message)
                #expect(pieces.withBytes { $0.count } == 5)
                if !isEarly {
                    pieces.left(5)
                    #expect(pieces.isDry && !pieces.isDone)
                }
                pieces.goOn()
                let rest = String(decoding: pieces.withBytes { Array($0) }, as: UTF8.self)
                #expect(rest == (isEarly ? "head|" : "") + (isChunked ? "3\r\ndog\r\n0\r\n\r\n" : "dog"))
                pieces.left(rest.utf8.count)
                #expect(pieces.isDone && pieces.bodySent == 3)
            }
        }
    }

    @Test func `that is small leaves in one piece, and is told of once`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            visitor.connection?.send(Visitor.message("POST", body: Array("dog".utf8)))
            // Events are never told from within an order.
            #expect(visitor.events == [.connected])
            #expect(await server.hearMore() == nil)
            #expect(String(decoding: server.held, as: UTF8.self).hasSuffix("\r\n\r\ndog"))
            #expect(try await visitor.hear() == "sent 3")
            visitor.release()
        }
    }

    @Test func `is sent on while its reply comes`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            let body = [UInt8](repeating: 120, count: 32 << 20)
            visitor.connection?.send(Visitor.message("POST", body: body))
            try await server.hear()
            await server.say("HTTP/1.1 413 No\r\nContent-Length: 2\r\n\r\nno")
            while try await !visitor.hear().hasPrefix("end") {}
            #expect(visitor.events.contains { $0.words == "head 413" })
            let sent = visitor.events.compactMap { if case .bodySent(let count) = $0 { count } else { nil } }
            #expect(sent == sent.sorted() && sent.last ?? 0 < body.count)
            visitor.release()
            #expect(pool.count == 0)
            server.close()
        }
    }

    @Test func `is sent whole to a server that takes its time`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            let body = [UInt8](repeating: 120, count: 2 << 20)
            var message = Visitor.message("POST", body: body)
            message.isChunked = true
            visitor.connection?.send(message)
            #expect(try await server.hearAll(until: "0\r\n\r\n").count > body.count)
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            #expect(try await visitor.hearReply().hasSuffix("sent \(body.count), head 200, end"))
            visitor.release()
            #expect(pool.idleCount == 1)
            pool.close()
        }
    }

    @Test func `goes on behind a 100`() async throws {
        try await OnLoop.run {
            let (pool, peer) = (Connection.pool(), try Peer())
            let (visitor, server) = try await Connection.stand(pool, peer)
            var message = Visitor.message("POST", body: Array("dog".utf8))
            message.holdsBody = true
            visitor.connection?.send(message)
            #expect(try await server.hear().hasSuffix("\r\n\r\n") && server.held.isEmpty)
            await server.say("HTTP/1.1 100 Continue\r\n\r\n")
            #expect(try await visitor.hear() == "informational 100")
            visitor.connection?.sendBody()
            #expect(try await server.hear("dog") == "dog")
            await server.say("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            #expect(try await visitor.hearReply() == "sent 3, head 200, end")
            visitor.release()
            #expect(pool.idleCount == 1)
            pool.close()
        }
    }
}
