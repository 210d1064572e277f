// Visitor.swift: an owner of a connection that records its events.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainLoop
import QuintainTLS
import QuintainWire

@testable import QuintainClient

@OnLoop
final class Visitor: ConnectionUser {
    var takesParts = true { didSet { if takesParts { carrier?.poke() } } }
    private(set) var events: [ConnectionEvent] = []
    private(set) var carrier: (any MessageCarrier)?
    var connection: ClientConnection? { carrier?.connection }
    private let bell = Bell()
    /// The first event that no test has read.
    private var next = 0
    /// Called as soon as an event is heard, as a loader would act on it.
    var onHearing: ((ConnectionEvent, any MessageCarrier) -> Void)?

    init() {}

    /// An idle connection, or a new one.
    func connect(_ pool: ConnectionPool, _ route: Route, reuse: Bool = true) -> ConnectionState {
        if reuse, let ready = pool.readyCarrier(for: route, user: self) {
            carrier = ready
            return .idle
        }
        carrier = pool.connect(route, user: self, reuse: reuse)
        return .fresh
    }

    func moved(to stream: ClientStream, from connection: ClientConnection) { carrier = stream }

    func heard(_ event: ConnectionEvent, from carrier: any MessageCarrier) {
        events.append(event)
        bell.ring()
        onHearing?(event, carrier)
    }

    func release(reusable: Bool = true) {
        carrier?.release(isReusable: reusable)
        carrier = nil
    }

    /// The next event, in words.
    func hear() async throws -> String {
        let timer = EventLoop.shared.schedule(at: soon) { [bell] in bell.ring() }
        defer { timer.cancel() }
        let limit = soon
        while next == events.count {
            if limit < .now { throw TestFailure("nothing is heard behind \(events.map(\.words))") }
            await bell.wait()
        }
        defer { next += 1 }
        return events[next].words
    }

    /// The next `count` events, in words.
    func hear(_ count: Int) async throws -> [String] {
        var heard: [String] = []
        for _ in 0..<count { heard.append(try await hear()) }
        return heard
    }

    /// All events up to the end of the reply or of the connection; pieces of a body are joined.
    func hearReply() async throws -> String {
        var words: [String] = []
        var body = ""
        while true {
            let word = try await hear()
            if word.hasPrefix("body ") { body += word.dropFirst(5) } else { words.append(word) }
            if word == "end" || word.hasPrefix("lost ") { break }
        }
        if !body.isEmpty { words.insert("'\(body)'", at: words.count - 1) }
        return words.joined(separator: ", ")
    }

    func get(_ target: String = "/") {
        carrier?.send(Self.message("GET", target))
    }

    static func message(_ method: String, _ target: String = "/", body: [UInt8] = []) -> OutgoingMessage {
        let length = body.isEmpty ? "" : "Content-Length: \(body.count)\r\n"
        var message = OutgoingMessage(
            method: method, head: Array("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(length)\r\n".utf8))
        message.body = body
        return message
    }
}

extension ConnectionEvent {
    var words: String {
        switch self {
        case .connected: "connected"
        case .trustAsked(let trust): "trust? \(trust.isTrusted ? "good" : trust.sentence)"
        case .identityAsked(let hop): "identity? \(hop.host)"
        case .secured: "secured"
        case .bodySent(let count): "sent \(count)"
        case .lost(let fault): "lost \(fault.kind)\(fault.isBeforeReply ? " before reply" : "")"
        case .arrived(let part):
            switch part {
            case .informational(let head): "informational \(head.status)"
            case .head(let head): "head \(head.status)"
            case .body(let bytes) where bytes.count > 100: "\(bytes.count) bytes"
            case .body(let bytes): "body \(String(decoding: bytes, as: UTF8.self))"
            case .trailers: "trailers"
            case .end: "end"
            case .deviation: "deviation"
            case .fault: "fault"
            }
        }
    }
}

extension ConnectionPool {
    /// Waits until `count` connections are open.
    func settles(at count: Int) async -> Bool {
        let limit = soon
        while self.count != count {
            if limit < .now { return false }
            await EventLoop.shared.sleep(until: .now.advanced(milliseconds: 1))
        }
        return true
    }
}
