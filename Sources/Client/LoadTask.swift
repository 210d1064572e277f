// LoadTask.swift: one load, carried out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
import QuintainWire

/// Owns one ``Loader``: carries out what it orders, tells it what happens, and keeps its time.
///
/// ```
/// answers, cancel ─┐                    ┌─▶ the connection
/// the connection ──┼─▶ Loader ─effects──┼─▶ the delegate
/// the clock ───────┘                    └─▶ the file
/// ```
///
/// What happens while effects are carried out waits until all of them are: a delegate may answer as it is asked.
@OnLoop
package final class LoadTask {
    private typealias Input = (inout Loader, LoaderTime) -> [LoaderEffect]

    private var loader: Loader
    private let client: Client
    /// Let go of at the end.
    private var delegate: (any LoadDelegate)?
    private var connection: ClientConnection?
    private var download = DownloadFile()
    private var timer: TimerToken?
    private var isBusy = false
    private var waiting: [Input] = []
    /// Nothing more happens.
    package private(set) var hasEnded = false

    init(_ request: LoadRequest, _ settings: LoadSettings, _ delegate: any LoadDelegate, _ client: Client) {
        loader = Loader(request, settings, client.memory)
        self.delegate = delegate
        self.client = client
    }

    // MARK: What the app does

    func start() { take { $0.start(at: $1) } }

    /// Answers of questions that are not open any more are passed over.
    package func answer(_ question: Int, _ answer: LoadAnswer) {
        take { $0.answered(question, answer, at: $1) }
        connection?.poke()
    }

    package func cancel() {
        take { loader, _ in loader.cancelled() }
    }

    /// Nothing is read or told until ``proceed()``; what the server sends waits with the kernel.
    package func suspend() {
        take { loader, _ in
            loader.suspended()
            return []
        }
    }

    package func proceed() {
        take { $0.proceeded(at: $1) }
        connection?.poke()
    }

    // MARK: Inputs and effects

    private func take(_ input: @escaping Input) {
        guard !hasEnded else { return }
        waiting.append(input)
        guard !isBusy else { return }
        isBusy = true
        // Whoever has this load may let go of it in what follows.
        var index = 0
        while index < waiting.count, !hasEnded {
            for effect in waiting[index](&loader, Self.now) where !hasEnded { carryOut(effect) }
            index += 1
        }
        waiting.removeAll(keepingCapacity: true)
        isBusy = false
        keepTime()
    }

    private func carryOut(_ effect: LoaderEffect) {
        switch effect {
        case .network(let order): carryOut(order)
        case .tell(let event): delegate?.load(self, told: event)
        case .ask(let number, let question): delegate?.load(self, asked: question, number: number)
        case .file(let order):
            if let fault = download.carryOut(order, in: client.folder) {
                waiting.append { loader, _ in loader.fileFailed(fault) }
            }
        case .ended: end()
        }
    }

    private func carryOut(_ order: NetworkOrder) {
        switch order {
        case .connect(let route, let reuse):
            connection?.close()
            if reuse, let idle = client.pool.idleConnection(for: route, user: self) {
                connection = idle
                waiting.append { $0.connected(.idle, at: $1) }
            } else {
                connection = client.pool.connect(route, user: self)
            }
        case .secure(let hop, let questions): connection?.secure(hop, questions)
        case .judge(let isTrusted): connection?.judge(isTrusted: isTrusted)
        case .identify(let path): connection?.identify(path)
        case .send(let message): connection?.send(message)
        case .sendBody: connection?.sendBody()
        case .stopSending: connection?.stopSending()
        case .release(let isReusable):
            connection?.release(isReusable: isReusable)
            connection = nil
        }
    }

    private func end() {
        hasEnded = true
        connection?.close()
        connection = nil
        timer?.cancel()
        timer = nil
        download.close()
        delegate = nil
        client.ended(self)
    }

    // MARK: Time

    // In place: to ask a property for these would copy all of the loader.
    private static func deadline(of loader: inout Loader) -> Int64? { loader.deadline }
    private static func takesParts(_ loader: inout Loader) -> Bool { loader.takesParts }

    private static var now: LoaderTime {
        LoaderTime(monotonic: Int64(clamping: Moment.now.nanoseconds / 1_000_000), wall: WallClock.seconds)
    }

    /// A timer that is early does no harm, and is not worth being moved with every byte.
    private func keepTime() {
        guard !hasEnded, let deadline = Self.deadline(of: &loader) else { return }
        let due = Moment(nanoseconds: 0).advanced(milliseconds: max(0, deadline))
        if let timer, timer.isScheduled, timer.deadline <= due { return }
        timer?.cancel()
        timer = EventLoop.shared.schedule(at: due) { [weak self] in self?.timerFired() }
    }

    private func timerFired() {
        guard !hasEnded else { return }
        if let deadline = Self.deadline(of: &loader), deadline <= Self.now.monotonic {
            take { $0.timePassed(at: $1) }
        } else {
            keepTime()
        }
    }
}

extension LoadTask: ConnectionUser {
    package var takesParts: Bool { !isBusy && Self.takesParts(&loader) }

    package func heard(_ event: ConnectionEvent, from connection: ClientConnection) {
        guard connection === self.connection else { return }
        switch event {
        case .connected: take { $0.connected(.fresh, at: $1) }
        case .trustAsked(let trust): take { $0.trustAsked(trust, at: $1) }
        case .identityAsked(let hop): take { $0.identityAsked(hop, at: $1) }
        case .secured: take { $0.secured(at: $1) }
        case .bodySent(let count): take { $0.bodySent(count, at: $1) }
        case .arrived(let part): take { $0.arrived(part, at: $1) }
        case .lost(let fault): take { $0.lost(fault, at: $1) }
        }
    }
}
