// ClientConversation.swift: the calls of one instance to its client, in their order.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainClientThread
import QuintainLoader
import QuintainWords

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// ```
/// the loop ──words──▶ InterceptedLoad ──perform──▶ the client thread ──▶ URLProtocolClient
///     ▲                                                  │
///     └──────────── answers, cancel, taken ◀─────────────┘
/// ```
///
/// The client is called on the client thread only, for one challenge at a time, and never behind an end or behind
/// `stop()`. The gate is for FoundationNetworking, which stops protocols on another thread than the client thread.
final class ClientConversation: @unchecked Sendable {
    /// nil: the interceptor that had claimed the request is gone.
    private let interceptor: Interceptor?
    private let thread: ClientThread
    private let surroundings: Surroundings
    let inside: TaskInside
    private let gate = NSRecursiveLock()
    /// nil from the end on: the client is not called any more.
    private var instance: URLProtocol?
    private var load: InterceptedLoad?
    private var request: URLRequest
    private var body: [UInt8]?
    /// The challenge that the client has not answered.
    private var challenge: URLAuthenticationChallenge?
    /// The body so far, if the client must get it in one piece.
    private var gathered = Data()

    init(_ instance: URLProtocol, _ interceptor: Interceptor?, on thread: ClientThread) {
        self.instance = instance
        self.interceptor = interceptor
        self.thread = thread
        request = instance.request
        surroundings = Surroundings(instance)
        inside = TaskInside(instance.task)
    }

    // MARK: What the instance does

    func start(_ request: URLRequest) {
        gate.withLock { self.request = request }
        if surroundings.needsFile {
            return fail(
                LoadFailure(.other, "downloads do not work in a URLSession on Linux with a protocol: load it as data"))
        }
        guard let stream = request.httpBodyStream, request.httpBody == nil else {
            return begin(request, request.httpBody.map { .bytes([UInt8]($0)) } ?? .none)
        }
        // Reading a stream may take long, and must not block the client thread.
        let source = BodySource(stream)
        DispatchQueue.global().async {
            let read = source.bytes { self.gate.withLock { self.instance != nil } }
            self.say {
                switch read {
                case .success(let bytes):
                    self.body = bytes
                    self.begin(request, self.inside.isOfFile ? .bytes(bytes) : .stream(bytes))
                case .failure(let failure): self.end(with: failure)
                }
            }
        }
    }

    /// Stops the load. Called on the client thread, at any time: the client is not called from here on.
    func stop() {
        gate.withLock { leave() }?.cancel()
    }

    /// Ends the calls to the client. Returns the load that was under way.
    private func leave() -> InterceptedLoad? {
        defer { (instance, load, challenge, gathered) = (nil, nil, nil, Data()) }
        return load
    }

    private func begin(_ request: URLRequest, _ body: RequestBody) {
        guard let interceptor else {
            return fail(LoadFailure(.other, "the interceptor of this request is gone: the app must keep it"))
        }
        var settings = LoadSettings(request, interceptor.settings)
        surroundings.limit(&settings)
        if let limit = inside.configuration?.timeoutIntervalForResource { settings.end(within: limit) }
        do throws(LoadFailure) {
            settings.proxy = try interceptor.settings.proxy.flatMap { proxy throws(LoadFailure) in
                try Proxy(for: request, asking: proxy)
            }
        } catch {
            return fail(error)
        }
        let load = InterceptedLoad { word in self.say { self.hear(word) } }
        let isThere = gate.withLock {
            guard instance != nil else { return false }
            self.load = load
            return true
        }
        let owner = CookieOwner(inside.configuration?.httpCookieStorage)
        if isThere { load.start(LoadRequest(request, body), settings, interceptor, of: owner) }
    }

    /// Fails a turn of the run loop later: the client must not be told before `startLoading` returns.
    private func fail(_ failure: LoadFailure) { say { self.end(with: failure) } }

    /// Runs this on the client thread, unless everything is over by then.
    private func say(_ words: @escaping @Sendable () -> Void) {
        thread.perform { self.gate.withLock { if self.instance != nil { words() } } }
    }

    // MARK: What the client is told

    private func hear(_ word: InterceptedLoad.Word) {
        switch word {
        case .event(.response(let reply)): respond(reply)
        case .event(.data(let bytes)):
            if surroundings.wantsWholeBodies { gathered.append(contentsOf: bytes) } else { tell(Data(bytes)) }
            load?.taken(bytes.count)
        case .event(.challengeCancelled): withdraw()
        case .event(.finished):
            tellGathered()
            let instance = instance
            _ = leave()
            if let instance { instance.client?.urlProtocolDidFinishLoading(instance) }
        case .event(.failed(let failure)): end(with: failure)
        case .event: break
        case .question(let number, .redirect(let reply, let next)): redirect(number, reply, next)
        case .question(let number, .challenge(let challenge)): put(challenge, number)
        // Questions that a protocol's client is not asked are decided by default.
        case .question(let number, _): load?.answer(number, .byDefault)
        }
    }

    private func respond(_ reply: Reply) {
        guard let instance, let response = HTTPURLResponse(surroundings.shown(reply)) else {
            return end(with: LoadFailure(.badResponse, "the reply cannot be told as a response"))
        }
        instance.client?.urlProtocol(
            instance, didReceive: response,
            cacheStoragePolicy: cacheStoragePolicy(for: request, response: response))
    }

    private func tell(_ piece: Data) {
        guard let instance, !piece.isEmpty else { return }
        instance.client?.urlProtocol(instance, didLoad: piece)
    }

    private func tellGathered() {
        let whole = gathered
        gathered = Data()
        tell(whole)
    }

    /// Ends the load for this instance: the loading system makes another one for the target, as in Apple's sample.
    private func redirect(_ number: Int, _ reply: Reply, _ next: LoadRequest) {
        guard let instance, let response = HTTPURLResponse(reply), let target = request.following(next, with: body)
        else {
            load?.answer(number, .refuse)
            return
        }
        instance.client?.urlProtocol(instance, wasRedirectedTo: target, redirectResponse: response)
        end(with: CocoaError(.userCancelled))
    }

    private func end(with failure: LoadFailure) {
        tellGathered()
        end(with: failure.error(for: request.url))
    }

    private func end(with error: any Error) {
        // The client may have stopped the instance in its last call.
        guard let instance else { return }
        leave()?.cancel()
        instance.client?.urlProtocol(instance, didFailWithError: error)
    }

    // MARK: Challenges

    private func put(_ asked: LoadChallenge, _ number: Int) {
        guard let settings = interceptor?.settings else { return }
        switch asked.kind {
        case .serverTrust:
            guard let trust = settings.trust, let shown = asked.trust else {
                load?.answer(number, .byDefault)
                return
            }
            let load = load
            trust(ServerIdentity(shown)) { isTrusted in load?.answer(number, isTrusted ? .trust : .cancel) }
        case .clientCertificate:
            let path = settings.identity?(asked.hop.host, asked.hop.port)
            load?.answer(number, path.map { .certificate($0) } ?? .withoutCredential)
        case .basic, .digest:
            let space = URLProtectionSpace(asked)
            if let credential = settings.credential?(space, asked.failures) {
                load?.answer(number, LoadAnswer(credential))
            } else {
                ask(asked, space, number)
            }
        }
    }

    private func ask(_ asked: LoadChallenge, _ space: URLProtectionSpace, _ number: Int) {
        guard let instance, surroundings.takesChallenges else {
            load?.answer(number, .withoutCredential)
            return
        }
        let sender = ChallengeSender { [weak self] answer in self?.answered(number, answer) }
        let challenge = URLAuthenticationChallenge(
            protectionSpace: space, proposedCredential: nil, previousFailureCount: asked.failures, failureResponse: nil,
            error: nil, sender: sender)
        self.challenge = challenge
        instance.client?.urlProtocol(instance, didReceive: challenge)
    }

    /// Takes the client's answer, on any thread, though a client ought to answer on the client thread.
    private func answered(_ number: Int, _ answer: LoadAnswer) {
        let load = gate.withLock {
            challenge = nil
            return self.load
        }
        load?.answer(number, answer)
    }

    /// Withdraws the open challenge before the failure of the load is told.
    private func withdraw() {
        guard let instance, let challenge else { return }
        self.challenge = nil
        instance.client?.urlProtocol(instance, didCancel: challenge)
    }
}
