// ObstacleTests.swift: obstacles that keep the reference client from loading and are not its fault.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing
import QuintainWords

@Suite struct `An obstacle` {
    @Test(arguments: [
        ("/dev/full", ["obstacle", "fail file"]), ("/nowhere/at/all", ["fail file"]),
    ])
    func `is a disk that is full`(link: String, end: [String]) async throws {
        let server = "> GET /a\n< 200\n<\n< {{bytes 100000}}\n"
        let lines = try await Trace.of(server, .urlsession, kind: .download, link: link)
        #expect(lines.filter { $0 == "obstacle" || $0.hasPrefix("fail") } == end, "\(lines)")
    }
}
