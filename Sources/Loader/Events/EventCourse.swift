// EventCourse.swift: how an event source connects, listens, and connects again.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire
import QuintainWords

/// Decides for one event source, by section 9.2 of the HTML standard. Every input is legal in every state.
///
/// ```
///            ┌───────── waited ──────────┐
///            ▼                           │
/// start ▶ asking ──200, events──▶ listening ──end, loss──▶ resting
///            │                                   ▲
///            ├──────────── loss ─────────────────┘
///            └──204, another reply, a failure that stays──▶ over
/// ```
package struct EventCourse: Sendable {
    package enum Effect: Equatable, Sendable {
        /// The request for the stream, sent from the beginning.
        case load(LoadRequest)
        /// Drop the load under way: its reply is not needed.
        case abandon
        /// After so many milliseconds, ``waited()`` is to be called.
        case wait(Int)
        case tell(ServerEvent)
        /// The last effect: the server has said that nothing more comes.
        case finish
        /// The last effect.
        case fail(LoadFailure)
    }

    private enum State: Sendable {
        case asking
        case listening(EventReader)
        case resting
        case over
    }

    private var state = State.asking
    private let request: LoadRequest
    private var reconnectionTime = Self.usualReconnectionTime
    private var lastID = ""

    package init(_ request: LoadRequest) {
        self.request = request
    }

    package func start() -> [Effect] { [.load(nextRequest)] }

    /// The head of the reply has come, after any redirects.
    package mutating func replied(_ reply: Reply) -> [Effect] {
        guard case .asking = state else { return [] }
        if reply.status == 200, reply.type == Self.type {
            state = .listening(EventReader(id: lastID))
            return []
        }
        if reply.status == 204 { return [.abandon] + end(.finish) }
        let why = reply.status == 200 ? "the reply is no stream of events" : "the status is \(reply.status)"
        return [.abandon] + end(.fail(LoadFailure(.badResponse, why)))
    }

    package mutating func arrived(_ bytes: [UInt8]) -> [Effect] {
        guard case .listening(var reader) = state else { return [] }
        state = .resting
        let parts = reader.append(bytes)
        state = .listening(reader)
        var effects: [Effect] = []
        for part in parts {
            switch part {
            case .event(let event): effects.append(.tell(event))
            case .retry(let time): reconnectionTime = min(time, Self.longestReconnectionTime)
            case .id(let id): lastID = id
            case .tooLong:
                effects += [.abandon] + end(.fail(LoadFailure(.other, "an event is longer than is kept")))
            }
        }
        return effects
    }

    /// The reply is whole.
    package mutating func ended() -> [Effect] { rest() }

    package mutating func failed(_ failure: LoadFailure) -> [Effect] {
        failure.isByApp || !Self.passing.contains(failure.kind) ? end(.fail(failure)) : rest()
    }

    /// The app has cancelled the event source.
    package mutating func cancelled() -> [Effect] {
        var failure = LoadFailure(.cancelled, "the event source was cancelled")
        failure.isByApp = true
        return end(.fail(failure))
    }

    package mutating func waited() -> [Effect] {
        guard case .resting = state else { return [] }
        state = .asking
        return [.load(nextRequest)]
    }

    private mutating func rest() -> [Effect] {
        switch state {
        case .asking, .listening:
            state = .resting
            return [.wait(reconnectionTime)]
        case .resting, .over: return []
        }
    }

    private mutating func end(_ effect: Effect) -> [Effect] {
        if case .over = state { return [] }
        state = .over
        return [effect]
    }

    private var nextRequest: LoadRequest {
        var request = request
        request.set("Accept", Self.type)
        if !lastID.isEmpty { request.set("Last-Event-ID", lastID) }
        return request
    }

    private static let type = "text/event-stream"
    /// In milliseconds: "probably in the region of a few seconds".
    private static let usualReconnectionTime = 3_000
    private static let longestReconnectionTime = 86_400_000
    /// Failures that may not happen again, so the event source reconnects.
    private static let passing: Set<FailKind> = [.timedOut, .cannotConnect, .connectionLost, .badResponse]
}

extension LoadRequest {
    fileprivate mutating func set(_ name: String, _ value: String) {
        fields.removeAll { $0.isNamed(name) }
        fields.append(Field(name, value))
    }
}
