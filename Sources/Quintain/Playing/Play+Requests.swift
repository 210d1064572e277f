// Play+Requests.swift: the requests of the client, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainLoop
import QuintainPlayer
import QuintainSessions
import QuintainTranscript

extension Play {
    /// A request of the client, byte for byte as it came over the wire.
    public struct Request: Sendable, Hashable {
        /// One field of its head.
        public struct Field: Sendable, Hashable {
            public let name: String
            /// Without the blanks around it.
            public let value: String
        }

        public let method: String
        /// `/form?page=1`, or whatever else the client wrote there.
        public let target: String
        /// The name of the origin that was asked.
        public let origin: String
        /// The fields in the order in which they came; a name may occur more than once.
        public let fields: [Field]
        /// The bytes of the body that came; of a long body its beginning, a mebibyte.
        public let body: Data
        /// How many bytes of the body came.
        public let bodyLength: Int

        /// The values of all fields of this name, in any case of its letters.
        public func values(of name: String) -> [String] {
            fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }

        /// The value of the first field of this name.
        public subscript(name: String) -> String? { values(of: name).first }
    }

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

extension Play.Request {
    fileprivate init(_ received: ReceivedRequest) {
        (method, target, origin) = (received.method, received.target, received.origin)
        fields = received.fields.map { Field(name: $0.name, value: $0.value) }
        (body, bodyLength) = (Data(received.body), received.bodyLength)
    }
}
