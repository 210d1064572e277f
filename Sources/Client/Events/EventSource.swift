// EventSource.swift: a stream of events, listened to over any number of loads.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoader
package import QuintainLoop
package import QuintainWire

/// Owns one ``EventCourse``: makes the loads that it orders, and keeps its time.
@OnLoop
package final class EventSource {
    package enum Word {
        case event(ServerEvent)
        /// The last word.
        case finished
        /// The last word.
        case failed(LoadFailure)
    }

    private var course: EventCourse
    private let settings: LoadSettings
    private let client: Client
    /// Released at the end.
    private var heard: (@OnLoop (Word) -> Void)?
    private var load: LoadTask?
    private var timer: TimerToken?

    /// - Parameter settings: the settings of each load; the cache is not used, and no delegate is asked.
    package init(
        _ request: LoadRequest, _ settings: LoadSettings, _ client: Client, heard: @escaping @OnLoop (Word) -> Void
    ) {
        course = EventCourse(request)
        self.settings = settings.ofEvents
        self.client = client
        self.heard = heard
    }

    package func start() { carryOut(course.start()) }

    package func cancel() { carryOut(course.cancelled()) }

    private func carryOut(_ effects: [EventCourse.Effect]) {
        for effect in effects {
            switch effect {
            case .load(let request): load = client.start(request, settings, self)
            case .abandon: abandon()
            case .wait(let time): wait(time)
            case .tell(let event): heard?(.event(event))
            case .finish: end(.finished)
            case .fail(let failure): end(.failed(failure))
            }
        }
    }

    private func wait(_ time: Int) {
        load = nil
        timer = EventLoop.shared.schedule(at: Moment.now.advanced(milliseconds: Int64(time))) { [weak self] in
            guard let self else { return }
            carryOut(course.waited())
        }
    }

    private func abandon() {
        let load = load
        self.load = nil
        load?.cancel()
    }

    private func end(_ word: Word) {
        let heard = heard
        self.heard = nil
        timer?.cancel()
        abandon()
        heard?(word)
    }
}

extension EventSource: LoadDelegate {
    package func load(_ load: LoadTask, told event: LoadEvent) {
        guard load === self.load else { return }
        switch event {
        case .response(let reply): carryOut(course.replied(reply))
        case .data(let bytes): carryOut(course.arrived(bytes))
        case .finished: carryOut(course.ended())
        case .failed(let failure): carryOut(course.failed(failure))
        default: break
        }
    }

    package func load(_ load: LoadTask, asked question: LoadQuestion, number: Int) { load.answer(number, .byDefault) }
}

extension LoadSettings {
    fileprivate var ofEvents: LoadSettings {
        var settings = self
        settings.policy = .reload
        settings.voice = .silent
        return settings
    }
}
