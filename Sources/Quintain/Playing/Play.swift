// Play.swift: one run of a scenario against a client in this process.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainDriver
import QuintainLoop
import QuintainPlayer
import QuintainTalk
package import QuintainTestIssues
import QuintainWire
import QuintainWords
import Synchronization

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// A server that plays a scenario to your client, and reports where the client differs from it.
///
/// ```swift
/// @Test func `the form is answered`() async throws {
///     let play = try await Play(of: """
///         > POST /form
///         < 303
///         < Location: /done
///         > GET /done
///         < 200
///         """)
///     try await Form(session: play.session(), at: play.url("/form")).send()
///     try await play.verify()
/// }
/// ```
///
/// Each play has ports of its own, so tests run beside each other. The ports are closed when the play is judged, or
/// released.
public final class Play: Sendable {
    /// The kind of client that the scenario is played to.
    public enum Client: Sendable {
        /// Foundation's client. A scenario that it would not survive is refused before anything is played: ``Refusal``.
        case urlSession
        /// Any other client that runs in this process. Nothing is refused.
        case other
    }

    /// The scenario that is played.
    public let scenario: Scenario

    let stage: Stage
    /// The place in the test where the play was made.
    private let place: TestPlace
    let ticket: Ticket
    #if !canImport(FoundationNetworking)
        private let sessions = Mutex<[URLSession]>([])
    #endif

    /// Opens the scenario's origins. The play begins with the first connection. If its verdict is never asked for, that
    /// is an issue of the test, at the place of this call. Each line of the client's is waited for as long as
    /// the scenario says, by default five seconds, and at least as long as `patience` or the variable QUINTAIN_PATIENCE,
    /// in seconds, says.
    ///
    /// - Throws: ``Refusal`` if the client would not survive it here.
    public init(
        _ scenario: Scenario, for client: Client = .urlSession, patience: Duration? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        if let fault = scenario.fault { throw Slip.heard(fault, at: place) }
        if client == .urlSession, let refusal = Refusal(scenario, at: place) { throw refusal }
        self.scenario = scenario
        let patience = try Patience(patience)
        stage = try await OnLoop.run { [place] in try Stage(scenario, for: client, patience, at: place) }
        ticket = Ticket(scenario.name, at: place)
        stage.watch(as: scenario.name, for: patience.duration, at: place)
    }

    /// Plays the text of a scenario.
    public convenience init(
        of text: String, row: String? = nil, for client: Client = .urlSession, patience: Duration? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(
            Slip.made(at: here) { try Scenario(text, row: row, at: here) }, for: client, patience: patience,
            fileID: fileID,
            filePath: filePath, line: line, column: column)
    }

    /// Plays a file: `Scenarios/first.scenario`, beside the test's own file; `codings.scenario#two` for a row of its table.
    public convenience init(
        file: String, besides source: StaticString = #filePath, for client: Client = .urlSession,
        patience: Duration? = nil, fileID: String = #fileID, filePath: String = #filePath, line: Int = #line,
        column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(
            Slip.made(at: here) { try Scenario(file: file, besides: source) }, for: client, patience: patience,
            fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// Plays one of the scenarios that come with Quintain: `redirects/followed`, `codings/chunked#two`.
    public convenience init(
        bundled name: String, for client: Client = .urlSession, patience: Duration? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async throws {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        try await self.init(
            Slip.made(at: here) { try Scenario(bundled: name) }, for: client, patience: patience, fileID: fileID,
            filePath: filePath, line: line, column: column)
    }

    deinit {
        let stage = self.stage
        if ticket.close() {
            // The test may be over in a moment, so the play is ended here and now; on the loop itself that would block
            // for ever.
            let why = ticket.maker.isCancelled ? ClientEnd.cancelled : .dropped
            let ending = EventLoop.shared.isCurrent ? nil : OnLoop.runBlocking { await stage.end(.nothing(why)) }
            if ticket.maker.isCancelled {
                left(ending)
            } else {
                let soFar = ending.map { $0.mismatch?.description ?? "until then all was as it is written" }
                ticket.tellDropped(soFar ?? "")
            }
        }
        OnLoop.spawn { stage.close() }
    }

    // MARK: Where it is

    /// The URL of the scenario's first origin, which is `main` if it names none.
    public var url: URL { url("/", on: nil, at: place) }

    /// A URL on an origin of the scenario: on the named one, or on its first.
    ///
    /// A `path` such as `/form?page=1` is escaped as on the wire. An unknown origin is an issue of the test, at the
    /// place of this call; so is a URL of a play that is over.
    public func url(
        _ path: String, on origin: String? = nil, fileID: String = #fileID, filePath: String = #filePath,
        line: Int = #line, column: Int = #column
    ) -> URL {
        url(path, on: origin, at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    private func url(_ path: String, on origin: String?, at place: TestPlace) -> URL {
        if ticket.isOver {
            Slip.tell(
                "the play of \(scenario.name) is over, and nothing listens at its URLs any more: ask for them before its verdict",
                at: place)
        }
        let asked = stage.endpoints.first { $0.origin == origin ?? stage.endpoints.first?.origin }
        guard let endpoint = asked, let url = URL(string: endpoint.url + (path.hasPrefix("/") ? path : "/" + path))
        else {
            let names = stage.endpoints.map(\.origin)
            if let origin, asked == nil {
                Slip.tell(
                    "the scenario has no origin '\(origin)': \(NearestWord.suggestionOrList(for: origin, among: names))",
                    at: place)
            }
            // Any URL that leads nowhere would do.
            return URL(string: "http://no-such-origin.invalid/")!
        }
        return url
    }

    /// The PEM file of the authority that signed the certificates of origins with TLS. nil: no origin has TLS.
    public var authority: URL? { stage.anchor.map { URL(fileURLWithPath: $0.path) } }

    /// The request that the scenario expects first, or orders with `client`: method, URL, header fields and body.
    public var request: URLRequest {
        guard let load = stage.firstLoad, let url = URL(string: load.url) else { return URLRequest(url: url) }
        var request = URLRequest(url: url)
        request.httpMethod = load.method
        for field in load.fields {
            request.addValue(String(decoding: field.value, as: UTF8.self), forHTTPHeaderField: field.name)
        }
        if let body = load.body { request.httpBody = Data(body.bytes) }
        if let timeout = load.timeout { request.timeoutInterval = Double(timeout) / 1_000 }
        if !load.keepsCookies { request.httpShouldHandleCookies = false }
        return request
    }

    // MARK: The client

    // The first connection settles which callbacks are observed: take a session before that.

    /// A URLSession for your client's `data(for:)`, completion handlers and publishers, which report no results to a
    /// delegate.
    ///
    /// Its delegate is asked all the same about redirects, challenges and bodies, and the scenario decides. Do not load
    /// with it when the play has been judged: on Apple's systems it is invalidated then.
    ///
    /// - Parameter configuration: by default an ephemeral one, so that nothing is kept.
    /// - Parameter delegate: answers questions, and is judged for its answers. nil: the scenario decides.
    /// - Parameter scenarioDecides: the scenario is meant to decide in place of a delegate of the client. Without it,
    ///   and without a delegate, a decision such as `-> no` is a warning of the test.
    public func session(
        _ configuration: URLSessionConfiguration = .ephemeral, forwardingTo delegate: (any URLSessionDelegate)? = nil,
        scenarioDecides: Bool = false
    ) -> URLSession {
        #if canImport(FoundationNetworking)
            if delegate == nil, scenario.script.losesCookiesByDelegate {
                let session = URLSession(configuration: configuration)
                stage.sessions.add(session)
                return session
            }
        #endif
        return session(
            configuration,
            RecordingDelegate(
                self, forwardingTo: delegate, hears: .questions, scenarioDecides: scenarioDecides))
    }

    /// A URLSession for tasks that report everything to their delegate; each callback is compared with the scenario and
    /// with what URLSession promises.
    ///
    /// - Parameter configuration: by default an ephemeral one, so that nothing is kept.
    /// - Parameter delegate: answers questions, and is judged for its answers. nil: the scenario decides.
    /// - Parameter rules: the rules of URLSession that are not held against the client, such as `U-R-BEFORE-A`: by
    ///   default those that URLSession itself breaks on this system. Each broken one is reported on standard error. `[]`:
    ///   all count.
    /// - Parameter scenarioDecides: as of ``session(_:forwardingTo:scenarioDecides:)``.
    public func recordingSession(
        _ configuration: URLSessionConfiguration = .ephemeral, forwardingTo delegate: (any URLSessionDelegate)? = nil,
        tolerating rules: Set<String> = Play.platformFaults, scenarioDecides: Bool = false
    ) -> URLSession {
        session(
            configuration,
            RecordingDelegate(
                self, forwardingTo: delegate, tolerating: rules, scenarioDecides: scenarioDecides))
    }

    private func session(_ configuration: URLSessionConfiguration, _ delegate: RecordingDelegate) -> URLSession {
        let session = URLSession(configuration: configuration, delegate: delegate, delegateQueue: nil)
        stage.sessions.add(session)
        #if !canImport(FoundationNetworking)
            sessions.withLock { $0.append(session) }
        #endif
        return session
    }

    // MARK: The course

    /// Ends a `! hold`, once the play has come to it: it is waited for as long as the patience of the play. A play that is
    /// not held by then is an issue of the test, at the place of this call.
    ///
    /// ```swift
    /// let play = try await Play(of: "> GET /\n! hold\n< 200")
    /// async let page = browser.load(play.url)
    /// try await play.held()
    /// #expect(await browser.showsSpinner)
    /// await play.go()
    /// ```
    public func go(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async {
        let stage = self.stage
        guard (try? await OnLoop.run { await stage.go() }) != true else { return }
        Slip.tell(
            "the play of \(scenario.name) is not held: 'go()' ends a '! hold', once every line above it has happened",
            at: TestPlace(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    // MARK: The end

    /// Waits until the client is at rest, closes everything, and gives the verdict. nil: everything happened as
    /// written.
    ///
    /// ``verify(fileID:filePath:line:column:)`` does the same and throws.
    public func mismatch(
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column
    ) async -> Mismatch? {
        let here = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        return await ending(isFirst: ticket.judge(at: here, mayAskAgain: true) == .open, at: here).mismatch
    }

    /// Ends a play without a verdict. A play that is dropped without a verdict or this call is an issue of the test.
    public func close() {
        ticket.close()
        let stage = self.stage
        OnLoop.spawn { stage.close() }
    }

    /// A test that was cancelled has no verdict; what was wrong before is a warning.
    private func left(_ ending: Ending?) {
        guard let ending, ending.wasBroken, let mismatch = ending.mismatch else { return }
        Slip.warn("the test was cancelled, and until then this was wrong: \(mismatch.description)", at: place)
    }

    /// All that happened so far, in the notation of scenarios.
    public func transcript() async -> String {
        let stage = self.stage
        return (try? await OnLoop.run { stage.transcript }) ?? ""
    }

    /// The verdict, for a caller that expects to be the first.
    func firstEnding(at here: TestPlace) async -> Ending {
        await ending(isFirst: ticket.judge(at: here) == .open, at: here)
    }

    /// - Parameter here: the place that asks for the verdict.
    func ending(_ waiting: Stage.Waiting = .whole, isFirst: Bool, at here: TestPlace) async -> Ending {
        let stage = self.stage
        let ending = (try? await OnLoop.run { await stage.end(waiting) }) ?? .unasked
        ticket.hasVerdict()
        // The text of a mismatch has the remark.
        if isFirst, ending.mismatch == nil, let remark = ending.remark {
            let sentence = "\(scenario.name): \(remark)"
            // A client that is none of URLSession reports nothing, whatever its test does.
            if stage.kind == .urlSession {
                Slip.warn(sentence, at: place)
            } else {
                Slip.say("\(place.fileID):\(place.line): \(sentence)")
            }
        }
        if isFirst, let steering = ending.steering { Slip.warn("\(scenario.name): \(steering)", at: here) }
        #if !canImport(FoundationNetworking)
            // On Apple's systems a session lives for ever unless it is invalidated. On Linux it is released with its
            // last holder, and making a task of an invalidated session would end the process.
            let sessions = self.sessions.withLock { sessions in
                defer { sessions = [] }
                return sessions
            }
            for session in sessions { session.finishTasksAndInvalidate() }
        #endif
        return ending
    }
}

extension Play: JudgedPlay {
    package func verdict(waits: Bool, at here: TestPlace) async -> TestVerdict? {
        await ending(waits ? .whole : .rest, isFirst: ticket.judge(), at: here).verdict(of: scenario.name)
    }

    package func leave(at here: TestPlace) async {
        let stage = self.stage
        guard ticket.close(), let ending = try? await OnLoop.run({ await stage.end(.nothing(.cancelled)) }) else {
            return
        }
        left(ending)
    }
}
