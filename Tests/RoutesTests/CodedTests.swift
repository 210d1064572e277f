// CodedTests.swift: coded bodies in routes, in replies and in requests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainCoding
import QuintainNotation
import QuintainRoutes
import QuintainScenario
import QuintainWire
import Testing

@Suite struct `A route with codings` {
    private func routes(_ text: String) throws -> RouteTable {
        let reading = ScenarioReader.read(Array("# t\nroutes\n\n\(text)".utf8), file: "t.routes") { _ in
            .failure(.missing)
        }
        return RouteTable([try #require(reading.routes, "\(reading.diagnostics.map(\.message))")])
    }

    /// The table's answer, with its body.
    private func answer(_ table: RouteTable, _ method: String, body: [UInt8] = []) -> [UInt8] {
        var parser = HeadParser()
        var output = OutputBytes()
        Array("\(method) / HTTP/1.1\r\nHost: x\r\n\r\n".utf8).withUnsafeBytes { head in
            #expect(parser.parse(head) == .complete)
            body.withUnsafeBytes { body in
                var view = parser.view(in: head)
                view.body = body
                guard case .found(let route) = table.find(view, in: EmptyEnvironment()) else { return }
                _ = route.answer(view, in: EmptyEnvironment(), into: &output)
            }
        }
        return output.array
    }

    private func body(_ reply: [UInt8]) throws -> [UInt8] {
        let text = reply.firstRange(of: Array("\r\n\r\n".utf8))
        return Array(reply[try #require(text).upperBound...])
    }

    @Test func `answers what is coded, and its length`() throws {
        let reply = answer(try routes("> GET /\n< 200\n<\n< {{\"hello\" | gzip}}\n"), "GET")
        let coded = Coding.gzip().encoded(Array("hello".utf8))
        #expect(try body(reply) == coded)
        #expect(reply.firstRange(of: Array("Content-Length: \(coded.count)\r\n".utf8)) != nil)
    }

    @Test func `codes what has come, each time`() throws {
        let table = try routes("> POST /\n< 200\n<\n< {{request.body | br}}\n")
        for word in ["one", "two", ""] {
            let reply = answer(table, "POST", body: Array(word.utf8))
            #expect(try Coding.brotli().decoded(body(reply), limit: 10) == Array(word.utf8))
        }
    }

    @Test func `takes a body however it was coded`() throws {
        let table = try routes(
            "> POST /\n>\n> {{\"hello\" | gzip}}\n< 200\n\n> POST /\n>\n> {{\"hello\" | zstd}}\n< 201\n")
        let hello = Array("hello".utf8)
        func status(_ body: [UInt8]) -> String {
            String(decoding: answer(table, "POST", body: body)[9..<12], as: UTF8.self)
        }
        #expect(status(Coding.gzip(level: 0).encoded(hello)) == "200")
        #expect(status(Coding.zstd(level: 19).encoded(hello)) == "201")
        #expect(answer(table, "POST", body: Coding.gzip().encoded(Array("hallo".utf8))) == [])
        #expect(answer(table, "POST", body: hello) == [])
    }
}

extension [UInt8] {
    fileprivate func firstRange(of part: [UInt8]) -> Range<Int>? {
        indices.first { self[$0...].starts(with: part) }.map { $0..<$0 + part.count }
    }
}
