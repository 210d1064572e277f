// Stubs+Requests.swift: the requests to stubs, as they came.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainRouteHost

extension Stubs {
    /// A request of the client, as it came over the wire.
    public struct Request: Sendable, Hashable, CustomStringConvertible {
        /// One field of its head.
        public typealias Field = Play.Request.Field

        public let method: String
        /// `/form?page=1`, or whatever else the client wrote there.
        public let target: String
        /// The fields in the order in which they came; a name may occur more than once.
        public let fields: [Field]
        /// The content, without the frames of chunks; of a long one its beginning, a mebibyte.
        public let body: Data
        /// Whether it was longer than what is kept of it.
        public let isCut: Bool
        /// The stub that has answered, by its line: `NotesTests.swift:14`, `notes.routes:4`; nil: none has.
        public let stub: String?
        /// Why none has: names the nearest stub. nil: one has.
        public let refusal: String?
        /// Whether its client ended before it was whole.
        public let isIncomplete: Bool

        /// The target without its query.
        public var path: String { String(target.prefix { $0 != "?" }) }

        /// The values of all fields of this name, in any case of its letters.
        public func values(of name: String) -> [String] {
            fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
        }

        /// The value of the first field of this name.
        public subscript(name: String) -> String? { values(of: name).first }

        /// `GET /notes/1`
        public var description: String {
            method.isEmpty && target.isEmpty ? "what is no request" : "\(method) \(target)"
        }

        /// A client may end at any time, which is no mistake.
        var isUnanswered: Bool { stub == nil && !isIncomplete }
    }
}

extension Stubs.Request {
    init(_ entry: Journal.Entry) {
        (method, target) = (entry.method, entry.target)
        fields = entry.fields.map { Field(name: $0.name, value: $0.value) }
        (body, isCut) = (Data(entry.body), entry.isCut)
        (stub, refusal, isIncomplete) = (entry.route, entry.refusal, entry.isIncomplete)
    }
}
