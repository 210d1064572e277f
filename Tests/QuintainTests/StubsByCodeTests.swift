// StubsByCodeTests.swift: replies that the code of a test makes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import Quintain
import Synchronization
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `Code that answers for stubs` {
    private func load(_ stubs: Stubs, _ path: String, _ method: String = "GET", _ body: String? = nil) async throws -> (
        status: Int, text: String, header: [String: String]
    ) {
        var request = URLRequest(url: stubs.url(path))
        request.httpMethod = method
        if let body {
            request.httpBody = Data(body.utf8)
            request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        }
        let (data, response) = try await stubs.session().data(for: request)
        let head = try #require(response as? HTTPURLResponse)
        let fields = head.allHeaderFields.map { ("\($0.key)".lowercased(), "\($0.value)") }
        return (head.statusCode, String(decoding: data, as: UTF8.self), Dictionary(fields) { $1 })
    }

    @Test func `is asked where no stub answers, with the whole request`() async throws {
        try await withStubs(of: "> GET /fixed\n< 200\n<\n< fixed") { stubs in
            let line = #line + 1
            await stubs.answer { request in
                guard request.path == "/count" else { return nil }
                let query = request.target.dropFirst(request.path.count)
                return "< 201\n< X-Query: n\(query)\n<\n< \(request.method) \(request.body.count)"
            }
            #expect(try await load(stubs, "/fixed").text == "fixed")
            let large = String(repeating: "x", count: 100_000)
            let reply = try await load(stubs, "/count?a=1", "PUT", large)
            #expect(reply.status == 201 && reply.text == "PUT 100000" && reply.header["x-query"] == "n?a=1")
            #expect(try await load(stubs, "/count").text == "GET 0")
            let code = "StubsByCodeTests.swift:\(line)"
            #expect(await stubs.requests.map(\.stub) == ["the text:1", code, code])
        }
    }

    @Test func `answers alone, and the later code in the place of the earlier`() async throws {
        try await withStubs { stubs in
            let count = Mutex(0)
            await stubs.answer { _ in "< 500" }
            await stubs.answer { _ in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                return number < 3 ? "< 503" : "< 204"
            }
            var statuses: [Int] = []
            for _ in 1...3 { statuses.append(try await load(stubs, "/").status) }
            #expect(statuses == [503, 503, 204])
        }
    }

    @Test func `may write a body of any bytes, and fields as they stand`() async throws {
        try await withStubs { stubs in
            let body = "{{any}}\r\n< 200\n\u{0}ü\\"
            await stubs.answer { _ in
                .init(
                    status: 404, fields: ["X-Odd": "{{now}} \"}}\\", "X-None": "", "X-Blank": "a "],
                    body: Data(body.utf8))
            }
            let reply = try await load(stubs, "/")
            #expect(reply.status == 404 && reply.text == body && reply.header["x-odd"] == "{{now}} \"}}\\")
            #expect(reply.header["x-none"] == "" && reply.header["x-blank"] == "a ")
            #expect(reply.header["content-length"] == "\(body.utf8.count)")
            let head = try await load(stubs, "/", "HEAD")
            #expect(head.status == 404 && head.text.isEmpty)
            #expect(head.header["content-length"] == "\(body.utf8.count)")
        }
    }

    @Test func `leaves a request without an answer by nil`() async throws {
        let stubs = try await Stubs()
        await stubs.answer { $0.path == "/a" ? "< 204" : nil }
        #expect(try await load(stubs, "/a").status == 204)
        #expect(try await load(stubs, "/b").status == 404)
        #expect(await stubs.unanswered.map(\.description) == ["GET /b"])
        let refusal = try #require(await stubs.unanswered.first?.refusal)
        #expect(
            refusal.hasSuffix("; the code at StubsByCodeTests.swift:\(#line - 5) leaves it without an answer"),
            "\(refusal)")
        stubs.close()
    }

    @Test(arguments: [
        ("< 20", "the text:1:1: error: a reply begins with three digits"),
        ("hello", "no line begins with the word 'hello'"),
        ("", "no reply"),
        ("< 200\n\n> GET /b\n< 200", "it has a request"),
    ])
    func `that makes no reply is told so`(lines: String, word: String) async throws {
        let stubs = try await Stubs()
        let line = #line + 1
        await stubs.answer { _ in .init(lines) }
        let reply = try await load(stubs, "/a")
        #expect(reply.status == 500 && reply.text.contains("the code at StubsByCodeTests.swift:\(line) makes no reply"))
        let refusal = try #require(await stubs.unanswered.first?.refusal)
        #expect(refusal.contains("the code at StubsByCodeTests.swift:\(line) makes no reply") && refusal.contains(word))
        stubs.close()
    }

    @Test func `that makes no reply is told the line of its text`() async throws {
        let stubs = try await Stubs()
        await stubs.answer { _ in "< 20\n< X-Odd: 1" }
        #expect(try await load(stubs, "/a").text.contains("\nthe text:1:1: error: a reply begins "))
        stubs.close()
    }
}
