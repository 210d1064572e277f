// Play+Requests.swift: the requests of the client, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainLoop
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
        public internal(set) var fields: [Field] = []
        /// The bytes of the body that came; of a long body its beginning, 4,096 bytes.
        public internal(set) var body = Data()
        /// How many bytes of the body came.
        public internal(set) var bodyLength = 0

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
            let events = (try? await OnLoop.run { stage.events }) ?? []
            return Self.requests(of: events)
        }
    }

    private static func requests(of events: [Event]) -> [Request] {
        var requests: [Request] = []
        var origins: [ConnectionNumber: String] = [:]
        /// The index of the latest request of each connection.
        var last: [ConnectionNumber: Int] = [:]
        for event in events {
            guard let connection = event.connection else { continue }
            switch event.happening {
            case .connectionOpened(let origin, _): origins[connection] = origin
            case .received(.start, let payload):
                let words = text(payload).split(separator: " ")
                last[connection] = requests.count
                requests.append(
                    Request(
                        method: words.first.map(String.init) ?? "",
                        target: words.dropFirst().first.map(String.init) ?? "",
                        origin: origins[connection] ?? origins[connection.carrier] ?? ""))
            case .received(.field, let payload):
                guard let index = last[connection] else { continue }
                let halves = text(payload).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
                let value = halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespacesAndNewlines) : ""
                requests[index].fields.append(Request.Field(name: String(halves[0]), value: value))
            case .received(.body, let payload):
                guard let index = last[connection] else { continue }
                // Only the beginning is promised, so nothing is appended behind a gap.
                if requests[index].body.count == requests[index].bodyLength {
                    requests[index].body.append(contentsOf: payload.kept)
                }
                requests[index].bodyLength += payload.count
            default: continue
            }
        }
        return requests
    }

    private static func text(_ payload: Payload) -> Substring {
        let line = payload.kept.prefix { $0 != UInt8(ascii: "\r") && $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)[...]
    }
}
