// Stage.swift: a scenario that is played in this process, for intercepted requests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainInterceptor
import QuintainLoop
import QuintainPlayer
import QuintainProtocolSpy
import QuintainScenario
import QuintainSessions
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What a client has to know of its session.
struct Stage: Sendable {
    /// By the names of origins.
    private let origins: [String: String]
    private let session: Session

    /// PEM file of the authority that signs the servers' certificates.
    static let anchor = root + "/certs/" + TestAuthority.certificateName

    @OnLoop
    private init(_ session: Session) {
        self.session = session
        origins = Dictionary(uniqueKeysWithValues: session.endpoints.map { ($0.origin, $0.url) })
    }

    /// Plays it while the body runs, and expects that each line has happened and nothing else.
    static func play(_ text: String, _ body: @Sendable (Stage) async throws -> Void) async throws {
        let reading = ScenarioReader.read(Array("# t\n\(text)\n".utf8), file: "t") { _ in .failure(.missing) }
        let scenario = try #require(reading.scenarios.first, "\(reading.diagnostics.map(\.message))")
        let stage = try await OnLoop.run {
            let session = try Session(scenario, patience: 60_000, authority: TestAuthority(folder: "\(root)/certs"))
            session.start()
            return Stage(session)
        }
        let result: Result<Void, any Error>
        do { result = .success(try await body(stage)) } catch { result = .failure(error) }
        let (verdict, breaches) = try await OnLoop.run { await stage.end() }
        try result.get()
        #expect(verdict == "pass", "\(breaches)")
    }

    @OnLoop
    private func end() async -> (String, String) {
        let session = session
        // A line that never happens ends the play after half a minute.
        let timer = EventLoop.shared.schedule(at: .now.advanced(milliseconds: 30_000)) { session.close() }
        await session.playedOut()
        timer.cancel()
        session.close()
        let outcome = session.player.outcome
        return (outcome.verdict.rawValue, outcome.breaches.map { "\($0)" }.joined(separator: "\n"))
    }

    func url(_ path: String = "/a", at origin: String = "main") -> URL { URL(string: origins[origin]! + path)! }

    /// The file of a certificate with its key, signed by the authority.
    func certificate(_ name: String) async throws -> String {
        try await OnLoop.run { try session.clientCertificate(name) }
    }

    private static let root = String(#filePath.dropLast("/Tests/InterceptorTests/Stage.swift".count))
}

extension Interceptor {
    /// Loads with the protocol, under a spy that must find no breach.
    func spy(
        _ request: URLRequest, stoppingAt stop: ProtocolCall.Kind? = nil,
        answering: @escaping @Sendable (URLAuthenticationChallenge) -> ProtocolSpy.Answer = { _ in
            .continueWithoutCredential
        },
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> ProtocolSpy {
        let spy = ProtocolSpy(InterceptingProtocol.self, claim(request), answering: answering)
        await spy.load(within: .seconds(60), stoppingAt: stop)
        #expect(throws: Never.self, sourceLocation: sourceLocation) { try spy.verify(strictly: true) }
        return spy
    }

    func spy(_ url: URL, sourceLocation: SourceLocation = #_sourceLocation) async -> ProtocolSpy {
        await spy(URLRequest(url: url), sourceLocation: sourceLocation)
    }
}

extension ProtocolSpy {
    /// The names of the calls, with pieces of a body as one.
    var words: [String] {
        var words: [String] = []
        for call in calls where call.kind != .didLoadData || words.last != call.kind.rawValue {
            words.append(call.kind.rawValue)
        }
        return words
    }

    var status: Int? { (response as? HTTPURLResponse)?.statusCode }
    var text: String { String(decoding: body, as: UTF8.self) }
    var code: Int? { error.map { ($0 as NSError).code } }
}
