// EventTests.swift: a long stream of events with the reference client.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
import Testing

@Suite struct `A stream of 1,000 events` {
    @Test func `is picked up at the 501st where it was broken`() async throws {
        let result = try await Running.play(
            """
            # The connection is reset after 500 events
            client GET /events as events
            > GET /events
            > Last-Event-ID: {{absent}}
            < 200
            < Content-Type: text/event-stream
            < Content-Length: 1000000
            <
            < {{event retry=1}}
            repeat 500
            ! wait 1ms
            < {{event id={{count}} data="event "{{count}}}}
            * event "event "{{count}} id={{count}}
            end
            ! reset
            ! new-connection
            > GET /events
            > Last-Event-ID: 500
            < 200
            < Content-Type: text/event-stream
            < Transfer-Encoding: chunked
            <
            repeat 500
            ! wait 1ms
            < {{event id={{count+500}} data="event "{{count+500}}}}
            * event "event "{{count+500}} id={{count+500}}
            end
            > GET /events
            > Last-Event-ID: 1000
            < 204
            * finish
            """, Running.inside)
        #expect(result.story == "pass")
    }

    @Test func `does not hide an event that is another one`() async throws {
        let result = try await Running.play(
            """
            # The second event has another id than the line says
            client GET /events as events
            > GET /events
            < 200
            < Content-Type: text/event-stream
            <
            < {{event id=1 data="a" retry=1}}
            < {{event id=2 data="b"}}
            * event "a" id=1
            * event "b" id=3
            > GET /events
            < 204
            * finish
            """, Running.inside)
        #expect(result.findings.first?.line == 10, "\(result.story)")
    }

    @Test func `is nothing for a client that has no event source`() async throws {
        let result = try await Running.play("# t\nclient GET / as events\n> GET /\n< 204\n* finish\n", Running.honest)
        #expect(result.reason == "the client cannot load as events")
    }
}
