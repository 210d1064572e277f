// ServerError.swift: the error of a server that is not there, or refuses.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

/// A server is not there, or refuses a request.
public struct ServerError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason. The faults of a scenario come with their places.
    public let message: String
    /// What to do instead.
    public let help: String?
    /// The name of the error in the control API, if the server gave one.
    public let slug: String?

    init(_ message: String, help: String? = nil, slug: String? = nil) {
        (self.message, self.help, self.slug) = (message, help, slug)
    }

    /// The error of an answer with a status of failure.
    init(_ status: Int, _ body: Data, at address: String) {
        struct Refusal: Decodable {
            struct Content: Decodable { let slug, message: String, help: String? }
            let error: Content
        }
        guard let refusal = try? JSONDecoder().decode(Refusal.self, from: body).error else {
            self.init("what answers at \(address) is no control port of Quintain: its status is \(status)")
            return
        }
        self.init(refusal.message, help: refusal.help, slug: refusal.slug)
    }

    /// The same with another line of the message.
    func adding(_ line: String) -> ServerError {
        ServerError("\(message.last == "\n" ? String(message.dropLast()) : message)\n\(line)", help: help, slug: slug)
    }

    public var description: String { message + (help.map { "\n\($0)" } ?? "") }
}

extension ServerError: LocalizedError {
    public var errorDescription: String? { description }
}
