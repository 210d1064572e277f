// RequestsTests.swift: the requests of plays at a server elsewhere.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainRemote
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite struct `The requests of a play at a server elsewhere` {
    @Test func `are there as they came, also those that no line takes`() async throws {
        try await withServer { place in
            // The head fits, so that the reply comes behind the body.
            let play = try await Play(of: "> PUT /photo?size=2\n< 201\n> GET /done\n< 204", at: place.server)
            #expect(try await play.requests.isEmpty)
            var photo = URLRequest(url: play.url("/photo?size=2"))
            photo.setValue("image/png", forHTTPHeaderField: "Content-Type")
            let bytes = Data([0xff, 0x00, 0x0a])
            _ = await load(photo, method: "PUT", body: bytes)
            _ = await load(play.url("/elsewhere"))

            let requests = try await play.requests
            #expect(requests.map(\.method) == ["PUT", "GET"])
            #expect(requests.map(\.target) == ["/photo?size=2", "/elsewhere"])
            #expect(requests[0].origin == "main")
            #expect(requests[0]["content-type"] == "image/png")
            #expect(requests[0].values(of: "Content-Length") == ["3"])
            #expect(requests[0]["X-None"] == nil)
            #expect(requests[0].body == bytes && !requests[0].isCut)
            #expect(requests[1].line == nil)
            try await play.close()
        }
    }

    @Test func `have the line that took them, and the first mebibyte of a body`() async throws {
        try await withServer { place in
            let play = try await Play(of: "# A text\n> POST /\n< 201", at: place.server)
            _ = await load(URLRequest(url: play.url), method: "POST", body: Data(repeating: 97, count: 1_048_577))
            let request = try #require(try await play.requests.first)
            #expect(request.line == 2)
            #expect(request.body == Data(repeating: 97, count: 1_048_576))
            #expect(request.isCut)
            #expect(try await play.transcript().contains("\n> POST /\n"))
            try await play.verify()
        }
    }
}
