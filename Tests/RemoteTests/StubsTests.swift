// StubsTests.swift: stubs at a server elsewhere.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
@testable import QuintainRemote
import QuintainTestIssues
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `Stubs at a server elsewhere` {
    private static let notes = "> GET /notes/{{path id}}\n< 200\n<\n< note {{path.id}}\n\n> POST /notes\n< 201"

    private struct Lost: Error {}

    @Test func `answer in any order, and have what came`() async throws {
        try await withServer { place in
            let count = try await withStubs(
                of: """
                    > GET /notes/{{path id}}
                    < 200
                    <
                    < note {{path.id}}

                    > POST /notes
                    < 201
                    """, at: place.server
            ) { stubs in
                #expect(stubs.url == place.routes.appendingPathComponent("/"))
                let post = URLRequest(url: stubs.url("/notes"))
                #expect(await load(post, method: "POST", body: Data([0xff]))?.status == 201)
                #expect(await load(stubs.url("notes/7?x"))?.text == "note 7")
                #expect(await load(stubs.url("/notes/8"))?.text == "note 8")
                let requests = try await stubs.requests
                #expect(requests.map(\.description) == ["POST /notes", "GET /notes/7?x", "GET /notes/8"])
                #expect(requests[0].body == Data([0xff]) && !requests[0].isCut && requests[0]["Content-Length"] == "1")
                #expect(requests[1].path == "/notes/7")
                #expect(requests.map(\.stub) == [6, 1, 1].map { "the text:\($0)" })
                #expect(try await stubs.unanswered.isEmpty)
                return requests.count
            }
            #expect(count == 3)
        }
    }

    @Test func `that ask for the same answer in turn, and all of them must be asked for`() async throws {
        let inTurn = "> GET /a\n< 500\n\n> GET /a\n< 200"
        try await withServer { place in
            try await withStubs(of: inTurn, at: place.server) { stubs in
                var seen: [Int?] = []
                for _ in 1...3 { seen.append(await load(stubs.url("/a"))?.status) }
                #expect(seen == [500, 200, 200])
            }
            let unused = "GET /a came once, so the stub of the text:4 has not answered"
            try await withKnownIssue {
                try await withStubs(of: inTurn, at: place.server) { stubs in
                    #expect(await load(stubs.url("/a"))?.status == 500)
                    // Another text makes the server's table anew, and changes nothing of this one's turns.
                    try await Stubs(of: "> GET /other\n< 200", at: place.server).close()
                }
            } matching: {
                $0.tells("not every answer in turn was asked for\n  \(unused)")
            }
            try await withKnownIssue {
                let dropped = try await Stubs(of: inTurn, at: place.server)
                #expect(await load(dropped.url("/a"))?.status == 500)
            } matching: {
                $0.tells("the stubs were dropped without 'verify()'") && $0.tells(unused)
            }
        }
    }

    @Test func `wait for requests that a client sends by itself, and say which have come`() async throws {
        try await withServer { place in
            try await withStubs(of: Self.notes, at: place.server) { stubs throws in
                let url = stubs.url("/notes/1")
                async let sent = stubs.requests(atLeast: 2, within: .seconds(60))
                for _ in 1...2 { #expect(await load(url)?.status == 200) }
                #expect(try await sent.map(\.path) == ["/notes/1", "/notes/1"])
                let line = #line + 2
                try await withKnownIssue {
                    _ = try await stubs.requests(atLeast: 3, within: .milliseconds(10))
                } matching: {
                    $0.sourceLocation?.line == line
                        && $0.tells("3 requests had not come within 10 ms; 2 had:\n  GET /notes/1\n  GET /notes/1")
                }
            }
        }
    }

    @Test func `tell XCTest at its line, also of a text that is wrong`() async throws {
        try await withServer { place in
            var told: [(text: String, line: UInt)] = []
            let line = #line + 2
            try await withKnownIssue {
                try await withStubs(await Stubs(of: Self.notes, at: place.server), failing: { told.append(($0, $2)) }) {
                    stubs in
                    #expect(await load(stubs.url("/nots"))?.status == 404)
                }
                try await withStubs(await Stubs(of: "> GET", at: place.server), failing: { told.append(($0, $2)) }) {
                    _ in
                    Issue.record("it does not run")
                }
                await #expect(throws: Lost.self) {
                    try await withStubs(
                        await Stubs(of: Self.notes, at: place.server), failing: { told.append(($0, $2)) }
                    ) { stubs in
                        #expect(await load(stubs.url("/b"))?.status == 404)
                        throw Lost()
                    }
                }
            } matching: {
                !$0.tells("it does not run")
            }
            #expect(told.count == 3 && told.map(\.line).starts(with: [0, 4].map { UInt(line + $0) }), "\(told)")
            #expect(told[0].text.hasPrefix("no stub has answered\n  GET /nots: "), "\(told)")
            #expect(told[1].text.contains("the text:1:"), "\(told)")
        }
    }

    @Test func `fail the test where they are dropped, of requests that none has answered`() async throws {
        try await withServer { place in
            let line = #line + 2
            try await withKnownIssue {
                let stubs = try await Stubs(of: "> GET /a\n< 200", at: place.server)
                #expect(await load(stubs.url("/b"))?.status == 404)
            } matching: {
                $0.sourceLocation?.line == line && $0.tells("the stubs were dropped without 'verify()'")
                    && $0.tells("GET /b: ") && $0.severity == .error
            }
            // Nothing is said where each has its answer, nor where the test has asked, or wants no word of it.
            do {
                let answered = try await Stubs(of: "> GET /a\n< 200", at: place.server)
                #expect(await load(answered.url("/a"))?.status == 200)
            }
            do {
                let asked = try await Stubs(of: "> GET /a\n< 200", at: place.server)
                #expect(await load(asked.url("/b"))?.status == 404)
                #expect(try await asked.unanswered.count == 1)
            }
            let closed = try await Stubs(of: "> GET /a\n< 200", at: place.server)
            #expect(await load(closed.url("/b"))?.status == 404)
            try await closed.close()
        }
    }

    @Test func `fail the test for a request that none has answered`() async throws {
        try await withServer { place in
            let line = #line + 2
            try await withKnownIssue {
                try await withStubs(of: Self.notes, at: place.server) { stubs in
                    #expect(await load(stubs.url("/note/7"))?.status == 404)
                }
            } matching: { issue in
                issue.sourceLocation?.line == line && issue.tells("no stub has answered\n  GET /note/7: ")
                    && issue.tells("the nearest is GET /notes/{{path id}}")
            }
        }
    }

    @Test func `may be asked again, and tell XCTest`() async throws {
        try await withServer { place in
            let stubs = try await Stubs(of: Self.notes, at: place.server)
            try await stubs.verify()
            _ = await load(stubs.url("/nothing"))
            var told: [String] = []
            await withKnownIssue {
                await stubs.verify { text, _, _ in told.append(text) }
            }
            #expect(told.first?.hasPrefix("no stub has answered\n  GET /nothing: ") == true)
            // A task of its own knows of no test, as where none of Swift Testing runs; the failure counts for the whole run.
            let fault = await Task.detached {
                var fault: Stubs.Unanswered?
                await withKnownIssue {
                    fault = await #expect(throws: Stubs.Unanswered.self) { try await stubs.verify() }
                } matching: {
                    $0.tells("no test is known in this task")
                }
                return fault
            }.value
            #expect(fault?.requests.map(\.target) == ["/nothing"])
            #expect(fault?.description.hasPrefix("QuintainRemoteTests/StubsTests.swift:") == true)
            try await stubs.close()
        }
    }

    @Test func `tell what none has answered where the body throws, and throw that on`() async throws {
        try await withServer { place in
            await withKnownIssue {
                await #expect(throws: Lost.self) {
                    try await withStubs(of: Self.notes, at: place.server) { stubs in
                        _ = await load(stubs.url("/nothing"))
                        throw Lost()
                    }
                }
            } matching: {
                $0.tells("GET /nothing: ")
            }
        }
    }

    @Test func `know nothing of what came before, and are gone when they are closed or released`() async throws {
        try await withServer { place in
            let note = place.routes.appendingPathComponent("notes/1")
            func isAnswered() async -> Bool { await load(note)?.status == 200 }
            try await withStubs(of: Self.notes, at: place.server) { stubs in
                #expect(await isAnswered())
            }
            #expect(await !isAnswered())
            let stubs = try await Stubs(of: Self.notes, at: place.server)
            #expect(try await stubs.requests.isEmpty)
            try await stubs.close()
            #expect(await !isAnswered())
            _ = try await Stubs(of: Self.notes, at: place.server)
            #expect(await !isAnswered())
        }
    }

    @Test func `stand in files and folders beside the test`() async throws {
        try await withServer { place in
            try await withStubs(file: "Stubs/notes.routes", at: place.server) { stubs throws in
                #expect(await load(stubs.url("/notes/1"))?.text == "note 1")
                #expect(try await stubs.requests.first?.stub == "Stubs/notes.routes:4")
            }
            try await withStubs(in: "Stubs", at: place.server) { stubs in
                #expect(await load(stubs.url("/news"))?.text == "Dog bites man")
                // Of two that fit, that of the first file answers.
                #expect(await load(stubs.url("/notes/1"))?.status == 404)
            }
            let missing = await thrown(ServerError.self) {
                try await Stubs(file: "Stubs/note.routes", at: place.server)
            }
            #expect(missing?.help?.hasPrefix("on a device ") == true)
            let empty = await thrown(ServerError.self) { try await Stubs(in: "Scenarios", at: place.server) }
            #expect(empty?.description.hasPrefix("the folder 'Scenarios' has no routes\n") == true)
        }
    }

    @Test func `are refused with the place of a fault`() async throws {
        try await withServer { place in
            let line = #line + 2
            let refusal = await thrown(ServerError.self) {
                try await Stubs(of: "> GET /\n< 20\n", at: place.server)
            }
            #expect(refusal?.message.hasPrefix("the text:2:") == true, "\(refusal?.message ?? "")")
            #expect(
                refusal?.message.hasSuffix("\nthe text is that of StubsTests.swift:\(line)") == true,
                "\(refusal?.message ?? "")")
        }
    }

    @Test func `show what lint warns of`() async throws {
        try await withServer { place in
            let line = #line + 2
            try await withKnownIssue {
                let stubs = try await Stubs(of: "> GET /a\n< 200\n< Acept: 1", at: place.server)
                try await stubs.close()
            } matching: { issue in
                issue.sourceLocation?.line == line && issue.severity == .warning
                    && issue.tells("the text:3: ") && issue.tells("'Accept' is")
            }
        }
    }

    @Test func `of two tests at one server are an issue of the second`() async throws {
        try await withServer { place in
            let here = TestPlace(fileID: "Notes/OtherTests.swift", filePath: "/OtherTests.swift", line: 7, column: 1)
            let other = Neighbours.enter(place.server, at: here, of: "another test")
            try await withKnownIssue {
                try await withStubs(of: Self.notes, at: place.server) { _ in }
            } matching: {
                $0.tells("the stubs of OtherTests.swift:7 answer at \(place.server.url.absoluteString) as well")
            }
            other.leave()
            // Those of one test are not, one within the other.
            try await withStubs(of: Self.notes, at: place.server) { _ in
                try await withStubs(of: Self.notes, at: place.server) { _ in }
            }
        }
    }

    @Test func `are at the address that the test says, where a port is forwarded`() async throws {
        try await withServer { place in
            let routes = URL(string: "http://10.0.0.5:9999/")!
            let stubs = try await Stubs(of: Self.notes, at: Server(place.server.url, routes: routes))
            #expect(stubs.url("/a").absoluteString == "http://10.0.0.5:9999/a")
            try await stubs.close()
        }
    }
}
