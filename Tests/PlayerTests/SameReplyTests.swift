// SameReplyTests.swift: a reply is the same bytes in a scenario and in a route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainReply
import QuintainRoutes
import QuintainScenario
import QuintainWire
import QuintainTranscript
import Testing

/// One machine writes replies, line by line for a scenario and in advance for a route.
@Suite struct `A reply in a scenario and in a route` {
    static let replies = [
        "< 200", "< 200 OK", "< 299", "< 404 Gone Fishing", "< 204", "< 304", "< 205", "< HTTP/1.0 200 Fine",
        "< 200\n<\n< one", "< 200\n<\n< one\n< two", "< 200\n<\n< one\n<", "< 200\n<\n<\n< one",
        "< 200\n<\n< one\n< two", "< 200\n< A: b\n< a: c\n<\n< one",
        "< 200\n< Content-Length: 9\n<\n< one", "< 200\n< Content-Length: {{length}}\n<\n< one",
        "< 200\n<\n< {{bytes 40 from=3}}", "< 200\n<\n< a{{\"  \"}}\n< {{hex \"00ff\"}}",
        "< 200\n< Transfer-Encoding: chunked", "< 200\n< Transfer-Encoding: chunked\n<\n< one\n< two",
        "< 200\n< Transfer-Encoding: chunked\n<\n< one\n! flush\n< two",
        "< 200\n< Transfer-Encoding: chunked\n<\n< {{\"hello world\" | chunks 5;a=1,2}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< one\n! trailers\n< X: y",
        "< 200\n< Transfer-Encoding: gzip, chunked\n<\n< one",
        "< 200\n<\n< {{\"hello\" | gzip}}", "< 200\n<\n< a{{\"hello\" | gzip | br}}",
        "< 200\n< X: {{length}}\n<\n< {{\"hello\" | gzip level=1 | truncate 20}}\n< {{\"a\" | zstd}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< {{\"hello\" | deflate raw | corrupt at=1 | chunks 1,2}}",
        "< 200\n< X: {{bytes 1KiB | base64}}\n<\n< {{\"hello\" | binhex}}",
        "< 200\n<\n< one\n! close", "< 100\n< 103\n< Link: x\n<\n< 200\n<\n< one",
        "< 200\n< {{raw \"A: half\"}}", "< {{raw \"HTTP/1.1 20x\\r\\n\"}}",
        "< 200\n<\n< ok\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< one\n< {{raw \"zz\"}}",
        // Chunked is not the last coding, so it frames nothing.
        "< 200\n< Transfer-Encoding: chunked, x\n<\n< one", "< 200\n< Transfer-Encoding: Chunked ,\n<\n< one",
        // Shapes are those of the run in which they stand.
        "< 200\n< Transfer-Encoding: chunked\n<\n< abc\n< {{\"0123456789\" | chunks 5,5}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< {{request.header X}}{{\"0123456789\" | chunks 5,5}}\n< {{bytes 9}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< {{request.header X-Not-There}}",
        // The status of a message without a body, written by the author, and made by a value.
        "< 204\n<\n< one", "< {{request.header M}}\n<\n< one",
        "< {{request.header M}} Same\n< Content-Length: 3\n<\n< one",
        "< 304\n< Transfer-Encoding: chunked\n<\n< one\n! trailers\n< X: y",
        "< {{request.header S}}\n<\n< one", "< {{request.header N}}\n< A: b\n<\n< one\n< two",
        "< {{request.header N}}\n< Transfer-Encoding: chunked\n<\n< one\n! trailers\n< X: y",
        "< HTTP/1.1 {{request.header N}} Not So\n<\n< one", "< {{request.header N}}\n< Content-Length: 3\n<\n< one",
        "< 200\n<\n! close", "< 200\n! close", "< 200\n<\n< one\n! flush\n! close",
        "< 200\n<\n! flush\n< one", "< 200\n< Transfer-Encoding: chunked\n<\n! flush\n< one",
        "! wait 5ms\n< 200\n<\n< one\n! wait 30ms\n< two\n! rate 5KB/s\n< three\n! segment 2\n< four",
        "< 200\n<\n< one\n! reset", "< 200\n<\n< one\n! half-close", "! stall", "< 200\n<\n< one\n! stall", "! close",
        "! reset",
        // The bytes of a field decide what it is, and its last coding decides the framing.
        "< 200\n< Transfer-Encoding: {{request.header T}}\n<\n< one\n< two\n! flush\n< three",
        "< 200\n< Transfer-Encoding: gzip, {{request.header T}}\n<\n< {{\"abcd\" | chunks 1,2}}\n! trailers\n< X: y",
        "< 200\n< Transfer-Encoding: {{request.header X}}\n<\n< {{\"abcd\" | chunks 1,2}}\n! trailers\n< X: y",
        "< 200\n< Transfer-Encoding: {{request.header X-Not-There}}\n<\n< one",
        "< 200\n< Transfer-Encoding: {{length}}\n<\n< one",
        "< 200\n< transfer-{{\"encoding\"}}: chunked\n<\n< one", "< 200\n< {{\"Content-Length\"}}: 2\n<\n< one",
        "< 200\n< {{request.header K}}: {{request.header T}}\n<\n< one",
        "< {{request.header S}}\n< {{request.header K}}: chunked\n<\n< one\n< {{request.header X}}",
        "< {{request.header N}}\n< Transfer-Encoding: {{request.header T}}\n<\n< one\n! trailers\n< X: y",
        "< 204\n< Transfer-Encoding: {{request.header T}}\n<\n< one",
        "< 200\n< Transfer-Encoding: chunked\n< Transfer-Encoding: gzip\n<\n< one",
        "< 200\n< Transfer-Encoding: gzip\n< Transfer-Encoding: chunked\n<\n< one",
        "< 200\n< Transfer-Encoding: chunked\n< Transfer-Encoding: ,\n<\n< one",
        // A phrase is added if values made the status, and nothing else stands behind the version.
        "< 404 {{request.header X}}", "< 204 {{request.header X}}\n<\n< one", "< 204 {{request.header X-Not-There}}",
        "< {{request.header S}} {{request.header X-Not-There}}", "< HTTP/1.0 {{request.header S}}",
        "< HTTP/1.1  {{request.header S}}", "< HTTP/1.1 404", "< {{request.header F}}{{request.header F}}4",
        "< {{request.header P}}\n<\n< one", "< {{request.header E}}\n<\n< one", "< {{request.header S | truncate 3}}",
        "< 200\n< {{\"Transfer-Encoding \"}}: chunked\n<\n< one", "< 200\n< {{\" Content-Length: 9\"}}\n<\n< one",
    ]

    @Test(arguments: replies, ["GET", "HEAD"])
    func `is the same bytes`(reply: String, method: String) throws {
        try compare(reply, method)
    }

    /// Every reply in our files that a route can have, too.
    @Test(arguments: ["GET", "HEAD"])
    func `is the same bytes in all that the fixtures and the language's document hold`(method: String) throws {
        let written = try WrittenReplies()
        for reply in written.comparable { try compare(reply, method) }
        #expect(written.comparable.count > 250)
    }

    /// The known reasons for which replies are left out are all there are.
    @Test func `is not compared only where the two have to differ`() throws {
        let written = try WrittenReplies()
        #expect(written.reasons.keys.sorted() == WrittenReplies.knownReasons.keys.sorted(), "\(written.reasons)")
    }

    private func compare(_ reply: String, _ method: String) throws {
        let values = ["F: 4", "P: 404 Lost", "E: 204 Nothing", "M: 304"]
        let fields = ["S: 200", "N: 204", "X: here", "T: Chunked", "K: Transfer-Encoding"] + values
        let rehearsal = try Rehearsal("# t\n> \(method) /\n\(reply)\n")
        rehearsal.send((["\(method) /"] + fields).joined(separator: "\n"))
        // In a scenario the play waits, in a route the connection does.
        var pauses: [(Int, Batch.Element)] = []
        rehearsal.passPauses { pauses.append((rehearsal.elements[1]?.count ?? 0, .strike(.wait($0)))) }
        var elements = rehearsal.elements[1] ?? []
        for (place, pause) in pauses.reversed() { elements.insert(pause, at: place) }
        #expect(try Self.text(elements) == route(reply, method, fields), "\(reply)")
    }

    /// The bytes, and each act as a line of its own.
    private static func text(_ elements: [Batch.Element]) -> String {
        var bytes: [UInt8] = []
        for element in elements {
            switch element {
            case .bytes(let more): bytes += more
            case .pattern(let from, let count): bytes += PatternBytes.array(count, from: from)
            case .strike(let strike): bytes += Array("\n! \(strike)\n".utf8)
            case .field: Issue.record("HTTP/1.1 has no fields of streams")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
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

    /// The answer of a route with this reply.
    private func route(_ reply: String, _ method: String, _ fields: [String]) throws -> String {
        let source = "# t\nroutes\n\n> \(method) /\n\(reply)\n"
        let reading = ScenarioReader.read(Array(source.utf8), file: "t.routes") { _ in .failure(.missing) }
        let file = try #require(reading.routes, "\(reading.diagnostics.map(\.message))")
        let table = RouteTable([file])
        var parser = HeadParser()
        var output = OutputBytes()
        var text = ""
        let head = ["\(method) / HTTP/1.1", "Host: x"] + fields + ["", ""]
        Array(head.joined(separator: "\r\n").utf8).withUnsafeBytes { head in
            #expect(parser.parse(head) == .complete)
            var view = parser.view(in: head)
            view.body = UnsafeRawBufferPointer(start: nil, count: 0)
            guard case .found(let route) = table.find(view, in: Surroundings()) else { return }
            let acts = route.answer(view, in: Surroundings(), into: &output)
            text = Self.text([.bytes(output.array)] + acts)
        }
        return text
    }
}
