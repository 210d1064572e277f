// Loader.swift: one load, from the request to its last callback.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire
import QuintainWords

/// Makes every decision of one load. It owns no connection, no file, no clock and no delegate.
///
/// ```
///                    ┌──────────── again: a challenge answered, a redirect followed, a dead connection ───────────┐
///                    ▼                                                                                            │
/// start ─▶ preparing ─▶ connecting ─▶ securing ─▶ tunnelling ─▶ securing ─▶ awaiting ─head─▶ draining ────────────┘
///              │                                                               │
///              └─ a copy that is fresh ──▶ delivering ◀─────────────────────────┘
///                                              │
///                                              └─▶ storing ─▶ ended
/// ```
///
/// A question may be open in any of these phases. Meanwhile nothing else is told, no part of the reply is taken, and
/// the load's patience does not run out: see `takesParts` and `deadline`.
package struct Loader {
    enum Phase: Equatable {
        case idle
        /// The request is being made: its canonical form, its body.
        case preparing
        case connecting
        case securing(Hop)
        /// CONNECT is sent.
        case tunnelling
        /// The request is sent, its reply has not begun.
        case awaiting
        /// The reply is not wanted: its body is read without delivery, so that the connection can be reused.
        case draining(then: Next)
        case delivering
        case storing
        case ended
    }

    /// The step after a reply that was not wanted.
    enum Next: Equatable {
        /// The same request, with credentials or another connection.
        case again
        /// The same request, on a new connection of its own.
        case elsewhere
        /// The load's next request.
        case onwards(LoadRequest)
        /// CONNECT again.
        case tunnel
        /// The stored copy, which the reply has validated.
        case copy
    }

    let settings: LoadSettings
    let memory: ClientMemory
    var phase = Phase.idle
    /// The request as the app wrote it, and as redirects have changed it.
    var request: LoadRequest
    /// The URL of the request, in canonical form.
    var target: RequestURL?
    var exchange: Exchange?
    var delivery: Delivery?
    /// The latest request that was sent.
    var sent: Exchange.Sent?
    /// The stored copy that is used or validated.
    var copy: StoredCopy?
    var dialogues = Dialogues()
    var redirects = 0
    /// The number of repeats because a server had refused the request unprocessed.
    var repeats = 0
    var version: VersionChoice
    var question: OpenQuestion?
    var effects: [LoaderEffect] = []
    var clock = LoadClock()
    private var asked = 0

    /// All loads of a client share its memory, so all inputs come on one thread.
    package init(_ request: LoadRequest, _ settings: LoadSettings, _ memory: ClientMemory) {
        self.request = request
        self.settings = settings
        self.memory = memory
        version = settings.version
    }

    // MARK: What the app does

    package mutating func start(at now: LoaderTime) -> [LoaderEffect] {
        guard phase == .idle else { return [] }
        clock.start(settings, at: now)
        begin()
        return take()
    }

    /// Takes an answer; it is ignored if its question is no longer open.
    package mutating func answered(_ number: Int, _ answer: LoadAnswer, at now: LoaderTime) -> [LoaderEffect] {
        guard let open = question, open.number == number else { return [] }
        question = nil
        clock.passed(now)
        clock.active()
        guard answer == .cancel else {
            settle(open.matter, answer)
            return take()
        }
        var failure = LoadFailure(.cancelled, "the delegate cancelled it")
        if case .challenge = open.question {} else { failure.isByApp = true }
        fail(failure)
        return take()
    }

    package mutating func cancelled() -> [LoaderEffect] {
        var failure = LoadFailure(.cancelled, "the app cancelled it")
        failure.isByApp = true
        fail(failure)
        return take()
    }

    package mutating func suspended() { clock.isSuspended = true }

    package mutating func proceeded(at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        clock.active()
        clock.isSuspended = false
        return take()
    }

    // MARK: What the network does

    package mutating func connected(_ state: ConnectionState, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard phase == .connecting else { return [] }
        clock.active()
        exchange?.isReused = state == .idle
        if state == .idle { transmit() } else { secureProxyOrGoOn() }
        return take()
    }

    /// The delegate must judge the server's certificate.
    package mutating func trustAsked(_ trust: ServerTrust, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard case .securing(let hop) = phase else { return [] }
        clock.active()
        let challenge = LoadChallenge(.serverTrust, hop: hop, isOfProxy: hop == settings.proxy?.hop, trust: trust)
        ask(.challenge(challenge), .trust(trust))
        return take()
    }

    /// The server asks for a client certificate.
    package mutating func identityAsked(_ hop: Hop, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard case .securing(let hop) = phase else { return [] }
        clock.active()
        ask(.challenge(LoadChallenge(.clientCertificate, hop: hop, isOfProxy: hop == settings.proxy?.hop)), .identity)
        return take()
    }

    package mutating func secured(at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard case .securing(let hop) = phase else { return [] }
        clock.active()
        if hop == exchange?.route.proxy { tunnelOrGoOn() } else { transmit() }
        return take()
    }

    /// This many bytes of the message's body, in all, have been handed to the kernel.
    package mutating func bodySent(_ count: Int, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard exchange != nil, phase == .awaiting || phase == .delivering else { return [] }
        clock.active()
        exchange?.bodySent = count
        // Progress is not told after the reply's head: nobody needs it then, and NSURLConnection does the same.
        if count > 0, exchange?.head == nil {
            tell(.sent(count, of: request.body.isStream ? nil : request.body.content.count))
        }
        return take()
    }

    /// A part of the reply has come; only allowed while `takesParts`.
    package mutating func arrived(_ part: ResponseReader.Part, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        clock.active()
        receive(part)
        return take()
    }

    package mutating func lost(_ fault: NetworkFault, at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        lose(fault)
        return take()
    }

    package mutating func fileFailed(_ sentence: String) -> [LoaderEffect] {
        fail(LoadFailure(.file, sentence))
        return take()
    }

    package mutating func timePassed(at now: LoaderTime) -> [LoaderEffect] {
        clock.passed(now)
        guard phase != .ended, phase != .idle else { return [] }
        if clock.isContinueDue, exchange?.holdsBody == true {
            // RFC 9110 section 10.1.1: a client should not wait indefinitely for a 100.
            releaseBody()
        } else if clock.isOver(waits: question != nil) {
            fail(LoadFailure(.timedOut, "nothing came for too long, or it took too long in all"))
        }
        return take()
    }

    // MARK: What it waits for

    /// Whether the loader accepts parts of the reply, and the end of its connection, now.
    package var takesParts: Bool {
        guard question == nil, !clock.isSuspended else { return false }
        switch phase {
        case .tunnelling, .awaiting, .draining, .delivering: return exchange != nil
        case .idle, .preparing, .connecting, .securing, .storing, .ended: return false
        }
    }

    /// The time, in milliseconds of ``LoaderTime/monotonic``, at which `timePassed` must be called.
    package var deadline: Int64? {
        guard phase != .ended, phase != .idle else { return nil }
        return clock.deadline(waits: question != nil)
    }

    // MARK: Telling and asking

    mutating func tell(_ event: LoadEvent) { effects.append(.tell(event)) }
    mutating func order(_ order: NetworkOrder) { effects.append(.network(order)) }

    mutating func ask(_ question: LoadQuestion, _ matter: OpenQuestion.Matter) {
        asked += 1
        self.question = OpenQuestion(number: asked, question: question, matter: matter)
        effects.append(.ask(asked, question))
    }

    private mutating func take() -> [LoaderEffect] {
        defer { effects.removeAll(keepingCapacity: true) }
        return effects
    }
}
