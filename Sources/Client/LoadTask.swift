// LoadTask.swift: carries out one load.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
import QuintainWire

/// Drives one ``Loader``: carries out its effects, passes it all inputs, and keeps its time.
///
/// ```
/// answers, cancel ─┐                    ┌─▶ the connection
/// the connection ──┼─▶ Loader ─effects──┼─▶ the delegate
/// the clock ───────┘                    └─▶ the file
/// ```
///
/// An input that comes while effects are carried out waits until all of them are done, because a delegate may answer at
/// once.
@OnLoop
package final class LoadTask {
    private var loader: Loader
    /// nil except in tests that make the client err.
    private let interceptor: (any LoadInterceptor)?
    private let client: Client
    private let pool: ConnectionPool
    /// Released at the end.
    private var delegate: (any LoadDelegate)?
    private var carrier: (any MessageCarrier)?
    private var download = DownloadFile()
    /// The refresh of a stale copy that starts after this load.
    private var refresh: (LoadRequest, LoadSettings)?
    private var timer: TimerToken?
    private var isBusy = false
    private var waiting: [LoaderInput] = []
    /// The load has ended: nothing more happens.
    package private(set) var hasEnded = false

    init(_ request: LoadRequest, _ settings: LoadSettings, _ delegate: any LoadDelegate, _ client: Client) {
        var (request, settings) = (request, settings)
        interceptor = client.interception?.begin(&request, &settings, client.memory)
        loader = Loader(request, settings, client.memory)
        self.delegate = delegate
        self.client = client
        pool = client.pool(trusting: settings.anchor)
    }

    // MARK: What the app does

    func start() { take(.start) }

    /// Answers a question; it is ignored if the question is no longer open.
    package func answer(_ question: Int, _ answer: LoadAnswer) {
        take(.answered(question, answer))
        carrier?.poke()
    }

    package func cancel() { take(.cancelled) }

    /// Nothing is read or told until ``proceed()``; the server's bytes stay in the kernel.
    package func suspend() { take(.suspended) }

    package func proceed() {
        take(.proceeded)
        carrier?.poke()
    }

    // MARK: Inputs and effects

    private func take(_ input: LoaderInput) {
        guard !hasEnded else { return }
        waiting.append(input)
        guard !isBusy else { return }
        isBusy = true
        // A callback below may release this load.
        var index = 0
        while index < waiting.count, !hasEnded {
            play(waiting[index])
            index += 1
        }
        waiting.removeAll(keepingCapacity: true)
        isBusy = false
        keepTime()
    }

    private func play(_ input: LoaderInput) {
        guard let interceptor else {
            for effect in loader.take(input, at: Self.now) where !hasEnded { carryOut(effect) }
            return
        }
        for step in interceptor.happened(input) where !hasEnded {
            switch step {
            case .effect(let effect): carryOut(effect)
            case .input(let input):
                for effect in loader.take(input, at: Self.now) where !hasEnded { carryOut(effect, interceptor) }
            }
        }
    }

    private func carryOut(_ effect: LoaderEffect, _ interceptor: any LoadInterceptor) {
        for step in interceptor.ordered(effect) where !hasEnded {
            switch step {
            case .effect(let effect): carryOut(effect)
            case .input(let input): waiting.append(input)
            }
        }
    }

    private func carryOut(_ effect: LoaderEffect) {
        switch effect {
        case .network(let order): carryOut(order)
        case .tell(let event): delegate?.load(self, told: event)
        case .ask(let number, let question): delegate?.load(self, asked: question, number: number)
        case .file(let order):
            if let fault = download.carryOut(order, in: client.folder) {
                if fault.isShortage { client.shortage = fault }
                waiting.append(.fileFailed(fault.message))
            }
        case .refresh(let request, let settings): refresh = (request, settings)
        case .ended: end()
        }
    }

    private func carryOut(_ order: NetworkOrder) {
        switch order {
        case .connect(let route, let reuse):
            carrier?.close()
            if reuse, let ready = pool.readyCarrier(for: route, user: self) {
                carrier = ready
                waiting.append(.connected(.idle))
            } else {
                carrier = pool.connect(route, user: self, reuse: reuse)
            }
        case .secure(let hop, let questions): carrier?.connection.secure(hop, questions)
        case .judge(let isTrusted): carrier?.connection.judge(isTrusted: isTrusted)
        case .identify(let path): carrier?.connection.identify(path)
        case .send(let message): carrier?.send(message)
        case .sendBody: carrier?.sendBody()
        case .release(let isReusable):
            carrier?.release(isReusable: isReusable)
            carrier = nil
        }
    }

    private func end() {
        hasEnded = true
        carrier?.close()
        carrier = nil
        timer?.cancel()
        timer = nil
        download.close()
        delegate = nil
        if let (request, settings) = refresh { client.refresh(request, settings) }
        client.ended(self)
    }

    // MARK: Time

    // Static functions, because a property would copy the whole loader.
    private static func deadline(of loader: inout Loader) -> Int64? { loader.deadline }
    private static func takesParts(_ loader: inout Loader) -> Bool { loader.takesParts }

    private static var now: LoaderTime {
        LoaderTime(monotonic: Int64(clamping: Moment.now.nanoseconds / 1_000_000), wall: WallClock.seconds)
    }

    /// Keeps a timer that is too early: it does no harm, and moving it with every byte would cost more.
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
            take(.timePassed)
        } else {
            keepTime()
        }
    }
}

extension LoadTask: ConnectionUser {
    package var takesParts: Bool { !isBusy && Self.takesParts(&loader) }

    package func altered(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? { interceptor?.read(Array(bytes)) }

    package func moved(to stream: ClientStream, from connection: ClientConnection) {
        if carrier === connection { carrier = stream } else { stream.close() }
    }

    package func heard(_ event: ConnectionEvent, from carrier: any MessageCarrier) {
        guard carrier === self.carrier else { return }
        switch event {
        case .connected: take(.connected(.fresh))
        case .trustAsked(let trust): take(.trustAsked(trust))
        case .identityAsked(let hop): take(.identityAsked(hop))
        case .secured: take(.secured)
        case .bodySent(let count): take(.bodySent(count))
        case .arrived(let part): take(.arrived(part))
        case .lost(let fault): take(.lost(fault))
        }
    }
}
