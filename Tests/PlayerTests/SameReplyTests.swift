// SameReplyTests.swift: a reply is the same bytes in a scenario and in a route.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRoutes
import QuintainScenario
import QuintainWire
import Testing

/// Two machines write replies, one that waits between the lines and one that compiles them beforehand.
@Suite struct `A reply in a scenario and in a route` {
    static let replies = [
        "< 200", "< 200 OK", "< 299", "< 404 Gone Fishing", "< 204", "< 304", "< 205", "< HTTP/1.0 200 Fine",
        "< 200\n<\n< one", "< 200\n<\n< one\n< two", "< 200\n<\n< one\n<", "< 200\n<\n<\n< one",
        "< 200\n<\nlines crlf\n< one\n< two", "< 200\n< A: b\n< a: c\n<\n< one",
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
        "< 200\n< X: {{bytes 1MiB | sha256 | base64}}\n<\n< {{\"hello\" | binhex}}",
        "< 200\n<\n< one\n! close", "< 100\n< 103\n< Link: x\n<\n< 200\n<\n< one",
        "< 200\n< {{raw \"A: half\"}}", "< {{raw \"HTTP/1.1 20x\\r\\n\"}}",
        "< 200\n<\n< ok\n< {{raw \"HTTP/1.1 200 OK\\r\\n\\r\\n\"}}",
        "< 200\n< Transfer-Encoding: chunked\n<\n< one\n< {{raw \"zz\"}}",
    ]

    @Test(arguments: replies, ["GET", "HEAD"])
    func `is the same bytes`(reply: String, method: String) throws {
        let rehearsal = try Rehearsal("# t\n> \(method) /\n\(reply)\n")
        rehearsal.send("\(method) /")
        #expect(try rehearsal.text() == route(reply, method))
    }

    /// What a route with this reply answers.
    private func route(_ reply: String, _ method: String) throws -> String {
        let text = "# t\nroutes\n\n> \(method) /\n\(reply)\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "t.routes") { _ in .failure(.missing) }
        let file = try #require(reading.routes, "\(reading.diagnostics.map(\.message))")
        let table = RouteTable([file])
        var parser = HeadParser()
        var output = OutputBytes()
        var bytes: [UInt8] = []
        Array("\(method) / HTTP/1.1\r\nHost: x\r\n\r\n".utf8).withUnsafeBytes { head in
            #expect(parser.parse(head) == .complete)
            var view = parser.view(in: head)
            view.body = UnsafeRawBufferPointer(start: nil, count: 0)
            guard case .found(let route) = table.find(view, in: EmptyEnvironment()) else { return }
            let acts = route.answer(view, in: EmptyEnvironment(), into: &output)
            bytes = output.array
            for act in acts {
                switch act {
                case .bytes(let more): bytes += more
                case .pattern(let count, let from): bytes += PatternBytes.array(count, from: from)
                case .act: break
                }
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
