// OrderReading.swift: laws that hold for any bytes sent to the control port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainScenario
import QuintainSessions
import QuintainTranscript
import QuintainWire

@testable import QuintainServer

/// A control API without a port. The fuzz harness checks the same.
@OnLoop
enum OrderReading {
    /// What is wrong with the answers to the bytes of a connection; nil: nothing.
    static func fault(in input: [UInt8]) async -> String? {
        let desk = SessionDesk()
        guard let library = try? Library([String]()) else { return "there is no library" }
        let api = ControlAPI(library: library, desk: desk, version: "0")
        defer { desk.close() }
        guard (try? arm(on: desk)) != nil else { return nil }
        var reader = RequestReader()
        input.withUnsafeBytes { reader.append($0) }
        var head: RequestHead?
        var body: [UInt8] = []
        var requests = 0
        while requests < requestsAtMost, let event = reader.next() {
            switch event {
            case .head(let new): (head, body) = (new, [])
            case .body(let bytes): body += bytes
            case .end:
                guard let request = head.map({ ControlRequest($0, body: body) }) else { break }
                requests += 1
                if let fault = await fault(in: request, api) { return fault }
            case .malformed: return nil
            case .chunk, .frame, .trailerText, .deviation: break
            }
            if reader.isPaused { reader.goOn() }
        }
        return nil
    }

    /// Session 1 waits for callbacks.
    private static func arm(on desk: SessionDesk) throws {
        let text = "# Held\nclient GET /\n> GET /\n* response 200\n< 200\n* finish\n"
        let reading = ScenarioReader.read(Array(text.utf8), file: "held.scenario") { _ in .failure(.missing) }
        _ = try desk.arm(reading.scenarios[0], on: .init(observing: .all, deadline: 60_000), name: nil)
    }

    private static func fault(in request: ControlRequest, _ api: ControlAPI) async -> String? {
        let entrance = ControlGuard(address: .loopback(port: 8081), token: nil, allowedHosts: [])
        if let reply = await reply({ () throws(ControlFault) in try entrance.check(request, at: nil) }) {
            if let fault = await Self.fault(in: reply) { return "refused at the door: \(fault)" }
        }
        // A request that waits for a session is answered when the session has ended.
        var reply: ControlReply?
        let asking = OnLoop.spawn {
            do throws(ControlFault) {
                reply = try await api.answer(request, isTrusted: true)
            } catch {
                reply = ControlReply(error)
            }
        }
        for _ in 0..<turns where reply == nil { await EventLoop.shared.sleep(until: .now) }
        if reply == nil { api.desk.close() }
        await asking.value
        guard let reply else { return "nothing is answered" }
        return await fault(in: reply)
    }

    private static func reply(_ ask: () throws(ControlFault) -> Void) async -> ControlReply? {
        do throws(ControlFault) {
            try ask()
            return nil
        } catch {
            return ControlReply(error)
        }
    }

    /// What is wrong with an answer; nil: nothing.
    private static func fault(in reply: ControlReply) async -> String? {
        let head = String(decoding: reply.head(keepsAlive: true, isChunked: true), as: UTF8.self)
        let lines = head.components(separatedBy: "\r\n")
        guard head.hasSuffix("\r\n\r\n"), lines.dropLast(2).allSatisfy({ !$0.isEmpty }) else {
            return "the head is no head: \(head)"
        }
        if head.unicodeScalars.contains(where: { $0.value < 32 && $0 != "\r" && $0 != "\n" }) {
            return "a control character is in the head: \(head)"
        }
        switch reply.body {
        case .whole(let bytes):
            guard reply.type == "application/json" else { return nil }
            guard let value = try? JSONText(parsing: bytes) else {
                return "no JSON: \(String(decoding: bytes, as: UTF8.self))"
            }
            guard reply.status >= 400 else { return nil }
            let error = value["error"]
            let isTold = error?["slug"]?.text?.isEmpty == false && error?["message"]?.text?.isEmpty == false
            return isTold ? nil : "refused with \(reply.status) and no sentence"
        case .pieces(let next):
            var count = 0
            while await next() != nil {
                count += 1
                if count > 1_000 { return "there is no end of pieces" }
            }
        case .events(let entry, let after):
            _ = entry.session.player.transcript.events(after: after, atMost: ControlAPI.eventsAtOnce)
        case .changes: break
        }
        return nil
    }

    private static let requestsAtMost = 8
    private static let turns = 3
}

extension String {
    /// Foundation is not imported here.
    fileprivate func components(separatedBy end: String) -> [Substring] {
        var lines: [Substring] = []
        var rest = utf8[...]
        let end = Array(end.utf8)
        while let place = rest.indices.first(where: { rest[$0...].starts(with: end) }) {
            lines.append(Substring(rest[..<place]))
            rest = rest[rest.index(place, offsetBy: end.count)...]
        }
        return lines + [Substring(rest)]
    }
}
