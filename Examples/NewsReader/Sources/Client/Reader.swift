// Reader.swift: the client of a news service.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// Reads headlines, and sends news.
public struct Reader: Sendable {
    public enum Failure: Error, Equatable {
        /// The service answered with this status.
        case status(Int)
        /// The feed ended before it was whole, also on the second try.
        case cutShort
    }

    private let session: URLSession
    private let service: URL

    public init(_ service: URL, session: URLSession = .shared) {
        self.service = service
        self.session = session
    }

    /// A feed that breaks off is asked for once more.
    public func headlines() async throws -> [String] {
        let request = URLRequest(url: service.appendingPathComponent("news"))
        let body: Data
        do {
            body = try await load(request)
        } catch is URLError {
            do { body = try await load(request) } catch is URLError { throw Failure.cutShort }
        }
        return String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The headline's own address.
    public func send(_ headline: String) async throws -> String? {
        var request = URLRequest(url: service.appendingPathComponent("news"))
        request.httpMethod = "POST"
        request.httpBody = Data(headline.utf8)
        request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
        let (_, response) = try await session.data(for: request)
        return response.url?.path
    }

    private func load(_ request: URLRequest) async throws -> Data {
        let (body, response) = try await session.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else { throw Failure.status(status) }
        return body
    }
}
