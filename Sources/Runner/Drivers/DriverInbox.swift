// DriverInbox.swift: what a driver of this process has for the runner.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainDriver
import QuintainLoop

/// Keeps happenings until the runner takes them, for a driver without lines and pipes.
@OnLoop
final class DriverInbox {
    private var events: ArraySlice<DriverEvent> = []
    /// What ends the case before its time: it is told behind the events.
    private var end: DriverHappening?
    private var isWoken = false
    private let bell = Bell()

    var isEmpty: Bool { events.isEmpty }

    func empty() {
        events = []
        end = nil
    }

    func put(_ event: DriverEvent) {
        events.append(event)
        bell.ring()
    }

    func put(end happening: DriverHappening) {
        end = end ?? happening
        bell.ring()
    }

    func wake() {
        isWoken = true
        bell.ring()
    }

    func next(until deadline: Moment?) async -> DriverHappening {
        if let happening = atHand { return happening }
        let timer = deadline.map { EventLoop.shared.schedule(at: $0) { [bell] in bell.ring() } }
        defer { timer?.cancel() }
        while true {
            if let deadline, deadline <= .now { return .deadline }
            await bell.wait()
            if let happening = atHand { return happening }
        }
    }

    private var atHand: DriverHappening? {
        if let event = events.popFirst() { return .said(event) }
        if let end { return end }
        guard isWoken else { return nil }
        isWoken = false
        return .woken
    }

    func callbackAtHand() -> DriverEvent? {
        guard case .callback? = events.first else { return nil }
        return events.popFirst()
    }
}
