// SpyRun.swift: the life of one instance on a thread of its own.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Foundation
import QuintainClientThread

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// ```
/// begin ──▶ loading ──an end, the moment to stop, too late──▶ stopping ──the instance is gone, or patience is──▶ over
/// ```
///
/// Everything happens on the client thread, except that time is watched elsewhere: a protocol may block that thread.
final class SpyRun: @unchecked Sendable {
    private enum Phase { case loading, stopping, over }

    /// The functions that a run calls in the spy, which has the record.
    struct Desk: Sendable {
        var make: @Sendable () -> URLProtocol
        var note: @Sendable (ProtocolCall.Kind) -> Void
        var late: @Sendable (Duration) -> Void
    }

    private let limit: Duration
    private let patience: Duration
    private let stop: ProtocolCall.Kind?

    private let gate = NSLock()
    private var phase = Phase.loading
    private var desk: Desk?
    private var ended: CheckedContinuation<Void, Never>?
    private var thread: ClientThread?
    private var identity: ObjectIdentifier?
    private var watch: DispatchWorkItem?

    // Used only on the client thread.
    private var instance: URLProtocol?
    private weak var remains: URLProtocol?

    init(limit: Duration, patience: Duration, stop: ProtocolCall.Kind?) {
        self.limit = limit
        self.patience = patience
        self.stop = stop
    }

    func play(_ desk: Desk) async {
        await withCheckedContinuation { continuation in
            gate.withLock {
                self.desk = desk
                ended = continuation
            }
            let thread = Thread { self.turn() }
            thread.name = "quintain-spy"
            thread.start()
            let watch = DispatchWorkItem { self.isLate() }
            gate.withLock { self.watch = watch }
            DispatchQueue.global().asyncAfter(deadline: .now() + limit.seconds, execute: watch)
        }
    }

    /// Runs the work on the client thread, behind the work that is under way there.
    func perform(_ work: @escaping @Sendable () -> Void) { gate.withLock { thread }?.perform(work) }

    func isOurs(_ instance: URLProtocol) -> Bool {
        gate.withLock { identity == nil || identity == ObjectIdentifier(instance) }
    }

    /// Takes a call of the instance, on any thread.
    func heard(_ kind: ProtocolCall.Kind) {
        if kind == stop || kind == .didFinishLoading || kind == .didFailWithError {
            perform { self.stopLoading() }
        } else if kind == .wasRedirectedTo {
            // The failure of the redirected load follows; if there is none, the instance is stopped soon.
            DispatchQueue.global().asyncAfter(deadline: .now() + patience.seconds) {
                self.perform { self.stopLoading() }
            }
        }
    }

    // MARK: The client thread

    private func turn() {
        // A run loop without a timer or source returns at once.
        let standing = Timer(timeInterval: 3_600, repeats: true) { _ in }
        RunLoop.current.add(standing, forMode: .default)
        RunLoop.current.perform { self.begin() }
        while gate.withLock({ phase != .over }) { Self.turnOnce() }
        standing.invalidate()
    }

    private static func turnOnce() {
        func turn() { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.05)) }
        #if canImport(Darwin)
            autoreleasepool { turn() }
        #else
            turn()
        #endif
    }

    private func begin() {
        guard let desk = gate.withLock({ desk }) else { return }
        gate.withLock { thread = .current }
        let instance = desk.make()
        gate.withLock { identity = ObjectIdentifier(instance) }
        self.instance = instance
        remains = instance
        desk.note(.startLoading)
        instance.startLoading()
        heard(.startLoading)
    }

    private func stopLoading() {
        let desk = gate.withLock {
            guard phase == .loading else { return nil as Desk? }
            phase = .stopping
            return self.desk
        }
        guard let desk else { return }
        desk.note(.stopLoading)
        instance?.stopLoading()
        instance = nil
        letGo(until: .now + patience)
    }

    /// Waits until the instance is gone: until then it may call its client.
    private func letGo(until end: ContinuousClock.Instant) {
        perform {
            guard self.remains != nil, .now < end else { return self.isOver() }
            // The timer has a date: on Linux a timer without one fires at once, whatever its interval.
            let soon = Date(timeIntervalSinceNow: 0.002)
            let timer = Timer(fire: soon, interval: 0, repeats: false) { _ in self.letGo(until: end) }
            RunLoop.current.add(timer, forMode: .default)
        }
    }

    // MARK: Time

    private func isLate() {
        guard let desk = gate.withLock({ phase == .loading ? desk : nil }) else { return }
        desk.late(limit)
        perform { self.stopLoading() }
        // The client thread may be blocked, so the run ends without it.
        DispatchQueue.global().asyncAfter(deadline: .now() + (patience + patience).seconds) { self.isOver() }
    }

    private func isOver() {
        let (ended, watch) = gate.withLock {
            phase = .over
            defer { (self.ended, self.watch, desk) = (nil, nil, nil) }
            return (self.ended, self.watch)
        }
        watch?.cancel()
        ended?.resume()
    }
}

extension Duration {
    fileprivate var seconds: TimeInterval {
        let (seconds, attoseconds) = components
        return TimeInterval(seconds) + TimeInterval(attoseconds) * 1e-18
    }
}
