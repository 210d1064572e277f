// Requests.swift: the requests of a client, as they came over the wire.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// One field of a request's head.
public struct RequestField: Sendable, Hashable {
    public let name: String
    /// Without the blanks around it.
    public let value: String

    package init(name: String, value: String) { (self.name, self.value) = (name, value) }
}

extension [RequestField] {
    fileprivate func values(of name: String) -> [String] {
        filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
    }
}

/// A request to a play.
public struct RequestOfPlay: Sendable, Hashable {
    public typealias Field = RequestField

    public let method: String
    /// `/form?page=1`, or whatever else the client wrote there.
    public let target: String
    /// The name of the origin that was asked.
    public let origin: String
    /// The fields in the order in which they came; a name may occur more than once.
    public let fields: [Field]
    /// The bytes of the body that came; of a long body its beginning, a mebibyte.
    public let body: Data
    /// Whether it was longer than what is kept of it.
    public let isCut: Bool
    /// The line of the scenario that has taken it. nil: none has.
    public let line: Int?

    package init(
        method: String, target: String, origin: String, fields: [Field], body: Data, isCut: Bool, line: Int?
    ) {
        (self.method, self.target, self.origin, self.fields) = (method, target, origin, fields)
        (self.body, self.isCut, self.line) = (body, isCut, line)
    }

    /// The values of all fields of this name, in any case of its letters.
    public func values(of name: String) -> [String] { fields.values(of: name) }

    /// The value of the first field of this name.
    public subscript(name: String) -> String? { values(of: name).first }
}

/// A request to stubs.
public struct RequestOfStubs: Sendable, Hashable, CustomStringConvertible {
    public typealias Field = RequestField

    public let method: String
    /// `/form?page=1`, or whatever else the client wrote there.
    public let target: String
    /// The fields in the order in which they came; a name may occur more than once.
    public let fields: [Field]
    /// The content, without the frames of chunks; of a long one its beginning, a mebibyte.
    public let body: Data
    /// Whether it was longer than what is kept of it.
    public let isCut: Bool
    /// The stub that has answered, by its line: `notes.routes:4`, `the text:1` of a text; nil: none has.
    public let stub: String?
    /// Why none has: names the nearest stub. nil: one has.
    public let refusal: String?
    /// Whether its client ended before it was whole.
    public let isIncomplete: Bool

    package init(
        method: String, target: String, fields: [Field], body: Data, isCut: Bool, stub: String?, refusal: String?,
        isIncomplete: Bool
    ) {
        (self.method, self.target, self.fields) = (method, target, fields)
        (self.body, self.isCut) = (body, isCut)
        (self.stub, self.refusal, self.isIncomplete) = (stub, refusal, isIncomplete)
    }

    /// The target without its query.
    public var path: String { String(target.prefix { $0 != "?" }) }

    /// The values of all fields of this name, in any case of its letters.
    public func values(of name: String) -> [String] { fields.values(of: name) }

    /// The value of the first field of this name.
    public subscript(name: String) -> String? { values(of: name).first }

    /// `GET /notes/1`
    public var description: String { method.isEmpty && target.isEmpty ? "what is no request" : "\(method) \(target)" }

    /// A client may end at any time, which is no mistake.
    package var isUnanswered: Bool { stub == nil && !isIncomplete }
}
