// Server.swift: a `quintain serve` that runs elsewhere, asked by its control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that runs elsewhere: on this machine, or where the port is forwarded to.
public struct Server: Hashable, Sendable {
    /// The address of its control port, such as `http://127.0.0.1:8081`.
    public var url: URL
    /// The one that it was started with, if any.
    public var token: String?

    public init(_ url: URL, token: String? = nil) {
        self.url = url
        self.token = token
    }

    /// The one that the variables `QUINTAIN_URL` and `QUINTAIN_TOKEN` name; else the one that `quintain serve` starts on
    /// this machine.
    public static var current: Server {
        let variables = ProcessInfo.processInfo.environment
        let named = variables["QUINTAIN_URL"].flatMap { URL(string: $0) }
        return Server(named ?? URL(string: "http://127.0.0.1:8081")!, token: variables["QUINTAIN_TOKEN"])
    }

    // MARK: Asking

    /// What stands behind a path of the control API.
    func ask(_ method: String, _ path: String, _ body: [String: Member]? = nil) async throws -> Data {
        let base = url.absoluteString
        guard let whole = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path) else {
            throw ServerError("'\(base)' is no address of a server", help: "such as http://127.0.0.1:8081")
        }
        var request = URLRequest(url: whole)
        request.httpMethod = method
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body { request.httpBody = try JSONEncoder().encode(body) }
        let reply: (data: Data, response: URLResponse)
        do {
            reply = try await Self.session.data(for: request)
        } catch {
            throw ServerError(
                "no server answers at \(base): \(error.localizedDescription)",
                help: "'quintain serve' starts one, and QUINTAIN_URL names one that is elsewhere")
        }
        guard let response = reply.response as? HTTPURLResponse else { return reply.data }
        guard response.statusCode < 400 else { throw ServerError(response.statusCode, reply.data, at: base) }
        return reply.data
    }

    /// The same, read as JSON.
    func answer<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: Member]? = nil
    ) async throws -> Answer {
        let data = try await ask(method, path, body)
        do {
            return try JSONDecoder().decode(Answer.self, from: data)
        } catch {
            throw ServerError("what answers at \(url.absoluteString) is no control port of Quintain")
        }
    }

    private static let session = URLSession(configuration: .ephemeral)
}

/// A member of what is posted.
enum Member: Encodable {
    case text(String)
    case number(Int)
    case flag(Bool)

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .flag(let flag): try container.encode(flag)
        }
    }
}
