// EventReader.swift: reads server-sent events of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainServer

/// Reads a stream, event by event.
@OnLoop
final class EventReader {
    let client: TestClient
    let head: TestReply
    private var text = ""

    init(_ rig: ControlRig, _ path: String, _ fields: [String] = []) async throws {
        client = try await TestClient(rig.server.address)
        let lines = ["GET \(path) HTTP/1.1", "Host: \(rig.server.address)"] + fields
        await client.say(lines.joined(separator: "\r\n") + "\r\n\r\n")
        head = TestReply(head: try await client.line(until: "\r\n\r\n"))
    }

    func event() async throws -> String {
        while true {
            if let end = text.firstRange(of: "\n\n") {
                defer { text.removeSubrange(..<end.upperBound) }
                return String(text[..<end.lowerBound])
            }
            guard let chunk = try await client.chunk() else { throw TestFailure("the stream has ended") }
            text += String(decoding: chunk, as: UTF8.self)
        }
    }
}
