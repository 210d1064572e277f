// Server.swift: a `quintain serve` that runs elsewhere, used through its control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that runs elsewhere: on this machine, or on another one whose port is forwarded.
public struct Server: Hashable, Sendable {
    /// The address of its control port, such as `http://127.0.0.1:8081`.
    public var url: URL
    /// The token that the server was started with, if any.
    public var token: String?
    /// The value of QUINTAIN_URL, if that is no address.
    private var malformed: String?

    public init(_ url: URL, token: String? = nil) {
        self.url = url
        self.token = token
    }

    /// The server that the variables `QUINTAIN_URL` and `QUINTAIN_TOKEN` name; else the one that `quintain serve`
    /// starts on this machine. A variable that holds no address is reported when the server is used.
    public static var current: Server { Server(named: ProcessInfo.processInfo.environment) }

    init(named variables: [String: String]) {
        let text = variables["QUINTAIN_URL"].flatMap { $0.isEmpty ? nil : $0 }
        let named = text.flatMap { URL(string: $0) }.flatMap { Self.isAddress($0) ? $0 : nil }
        self.init(named ?? URL(string: "http://127.0.0.1:8081")!, token: variables["QUINTAIN_TOKEN"])
        if named == nil { malformed = text }
    }

    private static func isAddress(_ url: URL) -> Bool {
        ["http", "https"].contains(url.scheme?.lowercased()) && url.host?.isEmpty == false
    }

    // MARK: Asking

    /// Sends a request to the control API, and returns the body of the answer.
    func ask(_ method: String, _ path: String, _ body: [String: Member]? = nil) async throws -> Data {
        if let malformed {
            throw ServerError("QUINTAIN_URL is '\(malformed)', which is no address of a server", help: Self.example)
        }
        let base = url.absoluteString
        guard Self.isAddress(url),
            let whole = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path)
        else { throw ServerError("'\(base)' is no address of a server", help: Self.example) }
        var request = URLRequest(url: whole)
        request.httpMethod = method
        // A verdict may be waited for: that of a play that ends with a long silence.
        request.timeoutInterval = path.hasSuffix("/end") ? Self.verdictAtMost : Self.answerAtMost
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

    /// The same, with the answer read as JSON.
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

    private static let example = "an address is such as http://127.0.0.1:8081"
    /// In seconds.
    private static let answerAtMost = 60.0
    private static let verdictAtMost = 86_400.0
    private static let session = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = verdictAtMost
        return URLSession(configuration: configuration)
    }()
}

/// A member of a request's JSON body.
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
