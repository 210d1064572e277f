// WindowTests.swift: flow control in both directions, RFC 9113 sections 5.2 and 6.9.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire
import Testing

@Suite struct `A window` {
    static let full = String(repeating: "x", count: 16_384)

    @Test func `holds 65,535 bytes at first`() {
        let most = Talk.open(.server).hears(.post(1), .data(1, Self.full), .data(1, Self.full), .data(1, Self.full))
            .hears(.data(1, String(repeating: "x", count: 16_383)))
        #expect(most.told().last == "content 1 16383 bytes")
        #expect(most.hears(.data(1, "")).told().last == "content 1 16383 bytes")
        #expect(most.hears(.data(1, "x")).told().last == "! connection FLOW_CONTROL_ERROR window-exceeded")
    }

    @Test func `of a stream is exceeded by itself, padding and all`() {
        let talk = Talk.open(.server).does { $0.settingsSent([Setting(.initialWindowSize, 5)]) }
            .hears(.settingsAcknowledgement, .post(1), .post(3))
        #expect(talk.hears(.data(1, "hello"), .data(3, "12345")).told().last == "content 3 12345")
        #expect(
            talk.hears(.data(1, "hello!"), .data(3, "12345")).told().suffix(2)
                == ["! stream 1 FLOW_CONTROL_ERROR window-exceeded", "content 3 12345"])
        let padded = Frame(.content, .padded, stream: 1, payload: [2, 65, 65, 65, 0, 0])
        #expect(talk.hears(padded).told().last == "! stream 1 FLOW_CONTROL_ERROR window-exceeded")
    }

    @Test func `opens again when half of it is consumed`() {
        var connection = Self.server(.post(1), .data(1, Self.full), .data(1, Self.full), .data(1, Self.full))
        #expect(connection.consumed(16_384, on: 1) == nil)
        #expect(
            connection.consumed(16_384, on: 1)
                == .windowUpdate(ofConnection: 32_768, stream: 1, ofStream: 32_768))
        #expect(connection.consumed(1, on: 1) == nil)
        var output = OutputBytes()
        output.append(FrameAnswer.windowUpdate(ofConnection: 2, stream: 1, ofStream: 3))
        #expect(output.array == Frame.windowUpdate(2).bytes + Frame.windowUpdate(3, stream: 1).bytes)
    }

    @Test func `of a stream stays shut while only the connection consumes`() {
        var connection = Self.server(.post(1), .data(1, Self.full), .data(1, Self.full))
        #expect(connection.consumed(32_768, on: 0) == .windowUpdate(ofConnection: 32_768, stream: 0, ofStream: 0))
        connection = Self.server(.post(1), .data(1, Self.full), .data(1, Self.full, .endStream))
        // The stream is complete: only the connection's window grows.
        #expect(connection.consumed(32_768, on: 1) == .windowUpdate(ofConnection: 32_768, stream: 1, ofStream: 0))
    }

    @Test func `that a setting makes smaller is owed room at once`() {
        var connection = Self.server(.post(1), .post(3), .data(1, Self.full), .data(3, "x"))
        #expect(connection.consumed(16_384, on: 1) == nil)
        connection.settingsSent([Setting(.initialWindowSize, 10)])
        var due = connection.streamsDueRoom
        #expect(due == [])
        Self.hear(&connection, .settingsAcknowledgement)
        due = connection.streamsDueRoom
        #expect(due == [1])
        #expect(connection.consumed(0, on: 1) == .windowUpdate(ofConnection: 0, stream: 1, ofStream: 16_384))
        due = connection.streamsDueRoom
        #expect(due == [])
    }

    @Test func `that was held back is as large as ever when its room is granted`() {
        var connection = Self.server(.post(1))
        for _ in 1...10 {
            for _ in 1...3 { Self.hear(&connection, .data(1, Self.full)) }
            #expect(
                connection.consumed(49_152, on: 0) == .windowUpdate(ofConnection: 49_152, stream: 0, ofStream: 0))
            #expect(
                connection.released(49_152, on: 1) == .windowUpdate(ofConnection: 0, stream: 1, ofStream: 49_152))
        }
        Self.hear(&connection, .data(1, Self.full))
        Self.hear(&connection, .data(1, Self.full))
        // Had the window grown with each grant, half of it would be more than the peer may send.
        #expect(
            connection.consumed(32_768, on: 1) == .windowUpdate(ofConnection: 32_768, stream: 1, ofStream: 32_768))
    }

    @Test func `gets back what broken streams have used up`() {
        var connection = Self.server(
            .get(1), .data(1, Self.full), .post(3), .data(3, Self.full), .data(3, "x", .endStream))
        // The first DATA came on a stream that had ended: its window is granted with the next.
        #expect(connection.consumed(16_384, on: 3) == .windowUpdate(ofConnection: 32_768, stream: 3, ofStream: 0))
    }

    @Test func `may be made wider by its owner`() {
        let talk = Talk.open(.server)
            .does { $0.settingsSent([Setting(.initialWindowSize, 100_000)]) }
            .does { $0.windowUpdateSent(34_465, on: 0) }
            .hears(.post(1), .data(1, Self.full), .data(1, Self.full), .data(1, Self.full), .data(1, Self.full))
        // A larger window counts at once, a smaller one when the peer has acknowledged it.
        #expect(talk.told().last == "content 1 16384 bytes")
        let less = Talk.open(.server).does { $0.settingsSent([Setting(.initialWindowSize, 3)]) }
            .hears(.post(1), .data(1, "hello"))
        #expect(less.told().last == "content 1 hello")
        #expect(
            less.hears(.settingsAcknowledgement, .data(1, "x")).told().last
                == "! stream 1 FLOW_CONTROL_ERROR window-exceeded")
        #expect(
            less.hears(.settingsAcknowledgement).does { $0.windowUpdateSent(3, on: 1) }.hears(.data(1, "x")).told().last
                == "content 1 x")
    }

    @Test func `of the peer says how much may go out`() {
        var connection = Self.server(.get(1), .get(3), .windowUpdate(10), .windowUpdate(20, stream: 1))
        #expect(connection.sendable(0) == 65_545)
        #expect(connection.sendable(1) == 65_545)
        #expect(connection.sendable(3) == 65_535)
        #expect(connection.sendable(5) == 0)
        connection.contentSent(65_500, on: 1, isLast: false)
        #expect(connection.sendable(1) == 45)
        #expect(connection.sendable(3) == 45)
        connection.contentSent(45, on: 1, isLast: true)
        #expect(connection.sendable(1) == 0)
        let open = connection.openStreams
        #expect(open == 1)
        #expect(!connection.isOpen(1) && connection.isOpen(3) && !connection.isOpen(5))
    }

    @Test func `of the peer follows its settings, below zero too, section 6.9.2`() {
        var connection = Self.server(.get(1), .windowUpdate(1_000_000))
        connection.contentSent(65_535, on: 1, isLast: false)
        #expect(connection.sendable(1) == 0)
        Self.hear(&connection, .settings([Setting(.initialWindowSize, 16_384)]))
        Self.hear(&connection, .windowUpdate(49_151, stream: 1))
        #expect(connection.sendable(1) == 0)
        Self.hear(&connection, .windowUpdate(1, stream: 1))
        #expect(connection.sendable(1) == 1)
        Self.hear(&connection, .settings([Setting(.initialWindowSize, 0), Setting(.initialWindowSize, 16_385)]))
        #expect(connection.sendable(1) == 2)
        Self.hear(&connection, .get(3))
        #expect(connection.sendable(3) == 16_385)
    }

    @Test func `of the peer has a largest size, sections 6.9.1 and 6.9.2`() {
        let most = Frame.windowUpdate(0x7FFF_FFFF - 65_535, stream: 1)
        let talk = Talk.open(.server).hears(.post(1), .post(3), most)
        #expect(talk.told().last == "window 1 +2147418112")
        #expect(
            talk.hears(.windowUpdate(1, stream: 1), .data(3, "x")).told().suffix(2)
                == ["! stream 1 FLOW_CONTROL_ERROR window-overflow", "content 3 x"])
        #expect(
            talk.hears(.settings([Setting(.initialWindowSize, 65_536)])).told().last
                == "! connection FLOW_CONTROL_ERROR initial-window-overflow")
        #expect(
            talk.hears(.windowUpdate(0, stream: 1)).told().last == "! stream 1 PROTOCOL_ERROR window-increment-zero")
    }

    private static func server(_ frames: Frame...) -> HTTP2Connection {
        var connection = HTTP2Connection(.server)
        connection.append(HTTP2Preface.bytes + Frame.settings([]).bytes + frames.flatMap(\.bytes))
        while case .some = connection.next() {}
        return connection
    }

    private static func hear(_ connection: inout HTTP2Connection, _ frame: Frame) {
        connection.append(frame.bytes)
        while case .some = connection.next() {}
    }
}
