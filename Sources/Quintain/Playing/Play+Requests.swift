// Play+Requests.swift: the requests of the client, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainLoop
import QuintainPlayer
import QuintainSessions
public import QuintainTestIssues
import QuintainTranscript

extension Play {
    /// A request of the client, byte for byte as it came over the wire.
    public typealias Request = RequestOfPlay

    /// The client's requests so far, in the order in which they began; those that no line takes are among them.
    ///
    /// ```swift
    /// #expect(await play.requests.map(\.target) == ["/form", "/done"])
    /// #expect(await play.requests[0]["Content-Type"] == "application/json")
    /// ```
    public var requests: [Request] {
        get async {
            let stage = self.stage
            let requests = try? await OnLoop.run {
                // What the client has sent by now is read first: a refusal does not wait for a body.
                await stage.session.drain(patience: 0)
                let transcript = stage.session.player.transcript
                return ReceivedRequest.all(in: transcript.events, bodies: transcript.bodies)
            }
            return (requests ?? []).map(Request.init)
        }
    }
}

extension RequestOfPlay {
    fileprivate init(_ received: ReceivedRequest) {
        self.init(
            method: received.method, target: received.target, origin: received.origin,
            fields: received.fields.map { Field(name: $0.name, value: $0.value) }, body: Data(received.body),
            isCut: received.isCut, line: received.line)
    }
}
