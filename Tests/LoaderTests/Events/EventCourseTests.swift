// EventCourseTests.swift: when an event source connects again, and when it does not.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWire
import QuintainWords
import Testing

@testable import QuintainLoader

@Suite struct `An event source` {
    private static func reply(_ status: Int = 200, _ type: String? = "text/event-stream") -> Reply {
        Reply(
            url: "http://main.test/", status: status, reason: "", fields: [], type: type, encoding: nil, length: nil,
            suggestedName: "")
    }

    /// `load`, `load 7`, `wait 3000`, `tell a`, `abandon`, `finish`, `fail cancelled`
    private static func text(_ effects: [EventCourse.Effect]) -> [String] {
        effects.map { effect in
            switch effect {
            case .load(let request):
                (["load"] + request.fields.filter { $0.isNamed("Last-Event-ID") }.map(\.text)).joined(separator: " ")
            case .abandon: "abandon"
            case .wait(let time): "wait \(time)"
            case .tell(let event): "tell \(event.data)"
            case .finish: "finish"
            case .fail(let failure): "fail \(failure.kind.rawValue)"
            }
        }
    }

    private func source() -> EventCourse { EventCourse(LoadRequest("GET", "http://main.test/")) }

    @Test func `asks for its type, whatever the app has written`() {
        let course = EventCourse(LoadRequest("GET", "http://a/", fields: [Field("accept", "*/*"), Field("X", "1")]))
        guard case .load(let request)? = course.start().first else {
            return #expect(Bool(false), "it asks for nothing")
        }
        #expect(request.fields.map { "\($0.name): \($0.text)" } == ["X: 1", "Accept: text/event-stream"])
    }

    @Test func `connects again behind the last event, after the time that was said`() {
        var course = source()
        #expect(Self.text(course.start()) == ["load"])
        #expect(course.replied(Self.reply()) == [])
        #expect(Self.text(course.arrived(Array("retry: 50\nid: 7\ndata: a\n\nid: 8\n".utf8))) == ["tell a"])
        #expect(Self.text(course.ended()) == ["wait 50"])
        #expect(Self.text(course.waited()) == ["load 7"])
        #expect(Self.text(course.failed(LoadFailure(.cannotConnect, ""))) == ["wait 50"])
        #expect(Self.text(course.waited()) == ["load 7"])
        #expect(course.replied(Self.reply()) == [])
        #expect(Self.text(course.arrived(Array("id\n\n".utf8))) == [])
        #expect(Self.text(course.ended()) == ["wait 50"])
        #expect(Self.text(course.waited()) == ["load"])
    }

    @Test func `waits three seconds where nothing is said`() {
        var course = source()
        #expect(course.replied(Self.reply()) == [])
        #expect(Self.text(course.ended()) == ["wait 3000"])
    }

    @Test func `ends with 204`() {
        var course = source()
        #expect(Self.text(course.replied(Self.reply(204, nil))) == ["abandon", "finish"])
        #expect(course.failed(LoadFailure(.cancelled, "")) == [] && course.ended() == [] && course.waited() == [])
    }

    @Test(arguments: [(201, "text/event-stream"), (404, "text/event-stream"), (200, "text/plain"), (200, nil)])
    func `fails for good with another reply`(status: Int, type: String?) {
        var course = source()
        #expect(Self.text(course.replied(Self.reply(status, type))) == ["abandon", "fail bad-response"])
        #expect(course.arrived(Array("data: a\n\n".utf8)) == [] && course.waited() == [])
    }

    @Test(arguments: FailKind.allCases)
    func `tries again where another time may be better`(kind: FailKind) {
        var course = source()
        let passes = [.timedOut, .cannotConnect, .connectionLost, .badResponse].contains(kind)
        #expect(
            Self.text(course.failed(LoadFailure(kind, ""))) == [passes ? "wait 3000" : "fail \(kind.rawValue)"])
    }

    @Test func `is cancelled while it waits`() {
        var course = source()
        #expect(course.replied(Self.reply()) == [])
        #expect(Self.text(course.ended()) == ["wait 3000"])
        #expect(Self.text(course.cancelled()) == ["fail cancelled"])
        #expect(course.waited() == [] && course.cancelled() == [])
    }
}
