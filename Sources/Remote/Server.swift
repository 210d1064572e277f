// Server.swift: a `quintain serve` that runs elsewhere, used through its control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainTestIssues

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A server that runs elsewhere: on this machine, or on another one whose port is forwarded.
public struct Server: Hashable, Sendable {
    /// The address of its control port, such as `http://127.0.0.1:8081`.
    public var url: URL
    /// The token that the server was started with, if any.
    public var token: String?
    /// The address of its routes, which stubs answer at. nil: at the host of ``url``, and the port that the server tells; one
    /// behind a port that is forwarded elsewhere does not know better.
    public var routes: URL?
    /// The value of QUINTAIN_URL, if that is no address.
    private var malformed: String?

    public init(_ url: URL, token: String? = nil, routes: URL? = nil) {
        self.url = url
        self.token = token
        self.routes = routes
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

    /// Sends a request to the control API, and returns the body of the answer. A task that was cancelled gets it as well: the
    /// verdict tells what a test waited for that has taken too long.
    func ask(_ method: String, _ path: String, _ body: [String: Member]? = nil) async throws -> Data {
        // A verdict may be waited for: that of a play that ends with a long silence.
        let request = try request(
            method, path, body, atMost: path.hasSuffix("/end") ? Self.verdictAtMost : Self.answerAtMost)
        return try await withCheckedThrowingContinuation { answered in
            load(request) { answered.resume(with: $0) }
        }
    }

    /// The same where nothing can be awaited, for a few seconds at most.
    func askBlocking(_ method: String, _ path: String) throws -> Data {
        let request = try request(method, path, nil, atMost: Self.blockingAtMost)
        let (answer, hasCome) = (Guarded<Result<Data, any Error>?>(nil), DispatchSemaphore(value: 0))
        load(request) { result in
            answer.withLock { $0 = result }
            hasCome.signal()
        }
        hasCome.wait()
        return try answer.withLock { $0 }?.get() ?? Data()
    }

    private func request(
        _ method: String, _ path: String, _ body: [String: Member]?, atMost seconds: Double
    ) throws -> URLRequest {
        if let malformed {
            throw ServerError("QUINTAIN_URL is '\(malformed)', which is no address of a server", help: Self.example)
        }
        let base = url.absoluteString
        guard Self.isAddress(url),
            let whole = URL(string: (base.hasSuffix("/") ? String(base.dropLast()) : base) + path)
        else { throw ServerError("'\(base)' is no address of a server", help: Self.example) }
        var request = URLRequest(url: whole)
        request.httpMethod = method
        request.timeoutInterval = seconds
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        if let body { request.httpBody = try JSONEncoder().encode(body) }
        return request
    }

    private func load(_ request: URLRequest, _ done: @escaping @Sendable (Result<Data, any Error>) -> Void) {
        let base = url.absoluteString
        Self.session.dataTask(with: request) { data, response, error in
            if let error {
                done(
                    .failure(
                        ServerError(
                            "no server answers at \(base): \(error.localizedDescription)",
                            help: "'quintain serve' starts one, and QUINTAIN_URL names one that is elsewhere")))
                return
            }
            let (data, status) = (data ?? Data(), (response as? HTTPURLResponse)?.statusCode ?? 0)
            done(status < 400 ? .success(data) : .failure(ServerError(status, data, at: base)))
        }.resume()
    }

    /// The same, with the answer read as JSON.
    func answer<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: Member]? = nil
    ) async throws -> Answer {
        try read(try await ask(method, path, body))
    }

    /// Reads an answer as JSON.
    func read<Answer: Decodable>(_ data: Data) throws -> Answer {
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
    private static let blockingAtMost = 5.0
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
