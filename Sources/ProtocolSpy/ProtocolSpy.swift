// ProtocolSpy.swift: starts a URLProtocol subclass, records its calls to its client, and judges them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

public import Foundation
import QuintainClientThread
import QuintainTestIssues

#if canImport(FoundationNetworking)
    public import FoundationNetworking
#endif

/// The client of one instance of any `URLProtocol` subclass.
///
/// The spy does the work of the URL loading system: it makes the instance, starts it on a thread that turns its run
/// loop, answers its challenges there, and stops it on the same thread once it has ended. All calls of the instance are
/// recorded, and ``verify(strictly:fileID:line:)`` compares them with the contract `urlprotocol-client`: order, one
/// challenge at a time, withdrawn before a failure, one thread, nothing behind the end.
///
/// ```swift
/// @Test func `my protocol keeps to the contract`() async throws {
///     let spy = ProtocolSpy(MyProtocol.self, URLRequest(url: url))
///     await spy.load()
///     try spy.verify()
///     #expect(spy.body == Data("hello".utf8))
/// }
/// ```
public final class ProtocolSpy: NSObject, URLProtocolClient, @unchecked Sendable {
    /// The spy's answer to a challenge.
    public enum Answer: Sendable {
        case use(URLCredential)
        case continueWithoutCredential
        case performDefaultHandling
        case rejectProtectionSpace
        case cancel
        /// No answer: the challenge stays open.
        case nothing

        /// A user and a password.
        public static func use(_ user: String, _ password: String) -> Answer {
            .use(URLCredential(user: user, password: password, persistence: .none))
        }
    }

    public let subclass: URLProtocol.Type
    public let request: URLRequest
    private let cachedResponse: CachedURLResponse?
    private let answering: @Sendable (URLAuthenticationChallenge) -> Answer
    /// Guards the record; several threads may write.
    private let gate = NSRecursiveLock()
    private var notes = SpyNotes()
    private var run: SpyRun?
    private let place: TestPlace
    private let maker = TestTask()
    /// The test has asked for what is broken.
    private var isJudged = false

    /// - Parameters:
    ///   - subclass: the protocol that is judged.
    ///   - request: what the instance is to load; it is handed over as it is.
    ///   - cachedResponse: the response that the instance is made with, if any; it is handed over as it is.
    ///   - fileID: the place of this call, where a spy that nobody verifies is told.
    ///   - filePath: the same.
    ///   - line: the same.
    ///   - column: the same.
    ///   - answering: called on the client thread for each challenge; what it says is done a turn of the run loop
    ///     later, on the same thread, as the loading system does it.
    public init(
        _ subclass: URLProtocol.Type, _ request: URLRequest, cachedResponse: CachedURLResponse? = nil,
        fileID: String = #fileID, filePath: String = #filePath, line: Int = #line, column: Int = #column,
        answering: @escaping @Sendable (URLAuthenticationChallenge) -> Answer = { _ in .continueWithoutCredential }
    ) {
        place = TestPlace(fileID: fileID, filePath: filePath, line: line, column: column)
        self.subclass = subclass
        self.request = request
        self.cachedResponse = cachedResponse
        self.answering = answering
        super.init()
    }

    deinit {
        let broken = notes.judged.filter { !$0.isWarning }
        guard !isJudged, !broken.isEmpty, !maker.isCancelled else { return }
        Slip.tell(
            "the spy was dropped without 'verify()', and "
                + BrokenContract(
                    subclass: "\(subclass)", request: request.url?.absoluteString ?? "nothing", calls: notes.calls,
                    broken: broken, fileID: place.fileID, line: place.line
                ).description, at: place)
    }

    // MARK: Loading

    /// Starts the instance, waits until it has ended, stops it, and waits until it is gone; once for each spy.
    ///
    /// - Parameters:
    ///   - limit: how long it may take to end. One that takes longer is stopped, and breaks P3.
    ///   - patience: how long it is still listened to behind its stop, if something keeps it from going.
    ///   - stop: calls `stopLoading` right behind the first call of this kind, in the midst of the load.
    public func load(
        within limit: Duration = .seconds(10), patience: Duration = .milliseconds(250),
        stoppingAt stop: ProtocolCall.Kind? = nil
    ) async {
        let run = SpyRun(limit: limit, patience: patience, stop: stop)
        guard begin(run) else { return }
        await run.play(
            SpyRun.Desk(
                make: { self.subclass.init(request: self.request, cachedResponse: self.cachedResponse, client: self) },
                note: { self.note($0) }, late: { self.isLate($0) }))
    }

    private func begin(_ run: SpyRun) -> Bool {
        gate.withLock {
            guard self.run == nil else { return false }
            self.run = run
            return true
        }
    }

    // MARK: What came

    /// All calls in their order, whichever thread they came on.
    public var calls: [ProtocolCall] { gate.withLock { notes.calls } }
    public var response: URLResponse? { gate.withLock { notes.response } }
    public var storagePolicy: URLCache.StoragePolicy? { gate.withLock { notes.policy } }
    /// All pieces of the body, joined.
    public var body: Data { gate.withLock { notes.body } }
    public var error: (any Error)? { gate.withLock { notes.error } }
    /// The target of a redirect. Another instance has to load it, with another spy.
    public var redirect: URLRequest? { gate.withLock { notes.redirect } }
    public var hasFinished: Bool { gate.withLock { notes.hasFinished } }

    /// The rules that have been broken so far, warnings included.
    public var findings: [BrokenRule] {
        gate.withLock {
            isJudged = true
            return notes.judged
        }
    }

    /// Throws if a rule is broken, or if nothing was ever loaded. A rule that Apple's documents leave open is only a
    /// warning; `strictly` makes it a failure, too.
    public func verify(strictly: Bool = false, fileID: String = #fileID, line: Int = #line) throws(BrokenContract) {
        let (wasLoaded, calls, findings) = gate.withLock {
            isJudged = true
            return (run != nil, notes.calls, notes.judged)
        }
        guard !wasLoaded || findings.contains(where: { strictly || !$0.isWarning }) else { return }
        throw BrokenContract(
            subclass: "\(subclass)", request: request.url?.absoluteString ?? "nothing", calls: calls,
            broken: findings.filter { strictly || !$0.isWarning }, fileID: fileID, line: line)
    }

    // MARK: URLProtocolClient

    public func urlProtocol(
        _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
    ) {
        heard(.wasRedirectedTo, from: `protocol`, "to \(request.url?.absoluteString ?? "nowhere")") {
            $0.redirect = request
        }
    }

    public func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse) {
        heard(.cachedResponseIsValid, from: `protocol`)
    }

    public func urlProtocol(
        _ protocol: URLProtocol, didReceive response: URLResponse, cacheStoragePolicy policy: URLCache.StoragePolicy
    ) {
        let status = (response as? HTTPURLResponse).map { "\($0.statusCode), " } ?? ""
        heard(.didReceiveResponse, from: `protocol`, status + policy.word) {
            $0.response = response
            $0.policy = policy
        }
    }

    public func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
        heard(.didLoadData, from: `protocol`, "\(data.count) bytes", piece: data)
    }

    public func urlProtocolDidFinishLoading(_ protocol: URLProtocol) {
        heard(.didFinishLoading, from: `protocol`) { $0.hasFinished = true }
    }

    public func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
        let told = error as NSError
        heard(.didFailWithError, from: `protocol`, "\(told.domain) \(told.code)") { $0.error = error }
    }

    public func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {
        let isOurs = heard(.didReceiveChallenge, from: `protocol`, challenge.protectionSpace.authenticationMethod)
        guard isOurs else { return }
        let answer = answering(challenge)
        if case .nothing = answer { return }
        let given = GivenAnswer(challenge, answer)
        gate.withLock { run }?.perform { [weak self] in self?.give(given) }
    }

    public func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {
        heard(.didCancelChallenge, from: `protocol`) { $0.withdrawn.append(challenge) }
    }

    /// Gives the answer, unless the challenge was withdrawn, or the instance has ended or was stopped meanwhile.
    private func give(_ given: GivenAnswer) {
        let isOpen = gate.withLock {
            guard notes.isUnderWay, !notes.withdrawn.contains(where: { $0 === given.challenge }) else { return false }
            notes.write(.reply, given.answer.word)
            return true
        }
        guard isOpen else { return }
        given.say()
        gate.withLock { run }?.heard(.reply)
    }

    // MARK: Writing down

    private func note(_ kind: ProtocolCall.Kind) { gate.withLock { notes.write(kind) } }

    private func isLate(_ limit: Duration) {
        gate.withLock { notes.isLate(limit) }
    }

    /// Records a call. False: it came with another instance than ours, which is noted, and the call is ignored.
    @discardableResult
    private func heard(
        _ kind: ProtocolCall.Kind, from instance: URLProtocol, _ words: String = "", piece: Data? = nil,
        _ change: (inout SpyNotes) -> Void = { _ in }
    ) -> Bool {
        let run = gate.withLock { self.run }
        guard run?.isOurs(instance) ?? false else {
            gate.withLock { notes.isStranger(kind) }
            return false
        }
        gate.withLock {
            notes.write(kind, words, piece: piece)
            change(&notes)
        }
        run?.heard(kind)
        return true
    }
}

/// An answer on its way to the client thread, where the challenge came.
private struct GivenAnswer: @unchecked Sendable {
    let challenge: URLAuthenticationChallenge
    let answer: ProtocolSpy.Answer

    init(_ challenge: URLAuthenticationChallenge, _ answer: ProtocolSpy.Answer) {
        self.challenge = challenge
        self.answer = answer
    }

    func say() {
        guard let sender = challenge.sender else { return }
        switch answer {
        case .use(let credential): sender.use(credential, for: challenge)
        case .continueWithoutCredential: sender.continueWithoutCredential(for: challenge)
        // These two methods are optional in Objective-C.
        #if canImport(Darwin)
            case .performDefaultHandling: sender.performDefaultHandling?(for: challenge)
            case .rejectProtectionSpace: sender.rejectProtectionSpaceAndContinue?(with: challenge)
        #else
            case .performDefaultHandling: sender.performDefaultHandling(for: challenge)
            case .rejectProtectionSpace: sender.rejectProtectionSpaceAndContinue(with: challenge)
        #endif
        case .cancel: sender.cancel(challenge)
        case .nothing: break
        }
    }
}

extension ProtocolSpy.Answer {
    fileprivate var word: String {
        switch self {
        case .use(let credential): "use \(credential.user ?? "a credential")"
        case .continueWithoutCredential: "continue without a credential"
        case .performDefaultHandling: "default handling"
        case .rejectProtectionSpace: "reject the protection space"
        case .cancel: "cancel"
        case .nothing: "nothing"
        }
    }
}

extension URLCache.StoragePolicy {
    fileprivate var word: String {
        switch self {
        case .allowed: "may be stored"
        case .allowedInMemoryOnly: "may be stored in memory"
        case .notAllowed: "may not be stored"
        @unknown default: "storage policy \(rawValue)"
        }
    }
}
