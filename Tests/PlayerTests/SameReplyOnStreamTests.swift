// SameReplyOnStreamTests.swift: a reply is the same frames in a scenario and in a route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainTranscript
import QuintainWire
import Testing

/// The HTTP/2 counterpart of ``SameReplyTests``.
@Suite struct `A reply on a stream, in a scenario and in a route,` {
    @Test(arguments: `A reply in a scenario and in a route`.replies, ["GET", "HEAD"])
    func `is the same frames`(reply: String, method: String) throws {
        // A route has no connection of its own, so a body cannot end with one.
        guard !Self.isOfHTTP1(reply) else { return }
        #expect(try scenario(reply, method) == route(reply, method), "\(reply)")
    }

    @Test(
        arguments: [
            "< 101", "< {{request.header N}}", "< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}", "< 200\n<\n< one\n! close",
            "< 200\n< Transfer-Encoding: chunked\n<\n< {{\"hello\" | chunks 5;a=1}}",
        ])
    func `is none, where only HTTP/1-1 has what it is made of`(reply: String) throws {
        #expect(try route(reply, "GET", fields: ["N": "101"]) == "none")
    }

    @Test func `is none to CONNECT`() throws {
        #expect(try route("< 200", "CONNECT") == "none")
    }

    @Test func `has no field of a connection in a route, unless its name is a value`() throws {
        let reply = "< 200\n< Connection: close\n< Keep-Alive: 3\n< Upgrade: x\n< Transfer-Encoding: chunked\n<\n< one"
        #expect(try route(reply, "GET") == ":status: 200\r\n-- head\none\n-- data, end\n")
        #expect(try route("< 200\n< {{\"Upgrade\"}}: x", "GET").contains("Upgrade: x"))
    }

    /// Lines that only HTTP/1 has, and fields that a route leaves out.
    private static func isOfHTTP1(_ reply: String) -> Bool {
        let text = reply.lowercased()
        return ["{{raw", "{{hex", "transfer", "! close", "a=1", "header k}}", "header t}}"].contains {
            text.contains($0)
        }
    }

    private let fields = [
        "S": "200", "N": "204", "X": "here", "F": "4", "P": "404 Lost", "E": "204 Nothing", "M": "304",
    ]

    private func scenario(_ reply: String, _ method: String) throws -> String {
        let play = try Rehearsal("origin main http http=2\n> \(method) /\n\(reply)\n")
        play.connect()
        let stream = ConnectionNumber(1, stream: 1)
        play.ask("\(method) /", fields: fields.map { ($0.key, $0.value) }, on: stream)
        play.passPauses()
        return play.text(on: stream)
    }

    /// The answer of a route with this reply.
    private func route(_ reply: String, _ method: String, fields more: [String: String] = [:]) throws -> String {
        let text = "# t\nroutes\n\n> \(method) /\n\(reply)\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "t.routes") { _ in .failure(.missing) }
        let file = try #require(reading.routes, "\(reading.diagnostics.map(\.message))")
        let table = RouteTable([file])
        var replies = StreamReplies()
        let all = fields.merging(more) { $1 }.map { "\($0.key): \($0.value)" }
        let head = Array((["\(method) / HTTP/1.1", "Host: x"] + all + ["", ""]).joined(separator: "\r\n").utf8)
        // The second time, the reply has been prepared.
        let first = elements(of: table, head, &replies)
        #expect(first == elements(of: table, head, &replies))
        return first.map(Self.text) ?? "none"
    }

    private func elements(of table: RouteTable, _ head: [UInt8], _ replies: inout StreamReplies) -> [Batch.Element]? {
        var parser = HeadParser()
        return head.withUnsafeBytes { head in
            #expect(parser.parse(head) == .complete)
            var view = parser.view(in: head)
            view.body = UnsafeRawBufferPointer(start: nil, count: 0)
            guard case .found(let route) = table.find(view, in: Surroundings()) else { return nil }
            return replies.answer(view, by: route, in: Surroundings())
        }
    }

    private static func text(_ elements: [Batch.Element]) -> String {
        var text: [UInt8] = []
        for element in elements {
            switch element {
            case .bytes(let bytes): text += bytes
            case .pattern(let from, let count): text += PatternBytes.array(count, from: from)
            case .field: text += element.fieldLine
            case .strike(.headers(let endsStream)): text += Array("-- head\(endsStream ? ", end" : "")\n".utf8)
            case .strike(.data(let endsStream)): text += Array("\n-- data\(endsStream ? ", end" : "")\n".utf8)
            case .strike: break
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The same values as in a rehearsal.
    private struct Surroundings: TemplateEnvironment {
        func bytes(of function: Function) -> [UInt8]? {
            switch function {
            case .url("main", let path): Array("http://127.0.0.1:8000\(path)".utf8)
            case .authority("main", onlyPort: false): Array("127.0.0.1:8000".utf8)
            case .now(let offset): HTTPDate.bytes(secondsSinceEpoch: 784_111_777 + offset)
            default: nil
            }
        }
    }
}
