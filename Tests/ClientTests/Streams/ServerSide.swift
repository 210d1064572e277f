// ServerSide.swift: a test's server side of an HTTP/2 connection, in words.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

/// Reads strictly what a client sends, and writes what a test tells it to. A server's duties are left to the test.
final class ServerSide {
    private var wire = HTTP2Connection(.server)
    /// Events that no test has read yet: `settings`, `head 1 GET /`, `body 1 abc`, `end 1`, `reset 1 CANCEL`.
    private(set) var words: [String] = []
    /// The fields of the last head, as they arrived.
    private(set) var fields: [String] = []

    func received(_ bytes: [UInt8]) {
        wire.append(bytes)
        while let event = wire.next() { note(event) }
    }

    func takeWords() -> [String] {
        defer { words = [] }
        return words
    }

    func takeWord() -> String? { words.isEmpty ? nil : words.removeFirst() }

    private func note(_ event: borrowing HTTP2Connection.Event) {
        switch event {
        case .preface: words.append("preface")
        case .settings(let list): words.append("settings" + list.map { " \($0)" }.joined())
        case .settingsAcknowledged: words.append("settings ack")
        case .head(let stream, _):
            let head = wire.requestHead
            words.append("head \(stream) \(head?.method ?? "") \(String(decoding: head?.target ?? [], as: UTF8.self))")
            fields = wire.fields.fields.map {
                "\(String(decoding: $0.name, as: UTF8.self)): \(String(decoding: $0.value, as: UTF8.self))"
            }
        case .content(let stream, let bytes, _):
            let text = bytes.count > 20 ? "\(bytes.count)" : String(decoding: bytes, as: UTF8.self)
            words.append("body \(stream) \(text)")
        case .end(let stream): words.append("end \(stream)")
        case .reset(let stream, let code): words.append("reset \(stream) \(code)")
        case .goAway(_, let code, _): words.append("goaway \(code)")
        case .ping: words.append("ping")
        case .pingAcknowledged(let number): words.append("ping ack \(number)")
        case .windowUpdate(let stream, let increment): words.append("window \(stream) \(increment)")
        case .breach(let breach): words.append("breach \(breach.slug)")
        case .informational, .trailers, .dropped, .refused, .priority, .unknown: words.append("other")
        }
    }

    // MARK: What it says

    func settings(_ settings: Setting...) -> [UInt8] {
        wire.settingsSent(settings)
        return Self.bytes(.settings(settings))
    }

    func frame(_ frame: Frame) -> [UInt8] {
        switch frame.kind {
        case .resetStream: wire.resetSent(on: frame.stream)
        case .windowUpdate: wire.windowUpdateSent(frame.payload.reduce(0) { $0 << 8 | Int($1) }, on: frame.stream)
        default: break
        }
        return Self.bytes(frame)
    }

    func head(_ stream: Int, _ status: Int, _ fields: [(String, String)] = [], isLast: Bool = false) -> [UInt8] {
        var block = OutputBytes()
        var output = OutputBytes()
        wire.encoder.append([HeaderField(":status", "\(status)")] + fields.map { HeaderField($0.0, $0.1) }, to: &block)
        output.append(block: block.bytes, stream: stream, isLast: isLast)
        wire.headSent(on: stream, isLast: isLast)
        return output.array
    }

    func body(_ stream: Int, _ bytes: [UInt8], isLast: Bool = true) -> [UInt8] {
        var output = OutputBytes()
        bytes.withUnsafeBytes { output.append(content: $0, stream: stream, isLast: isLast) }
        wire.contentSent(bytes.count, on: stream, isLast: isLast)
        return output.array
    }

    func reply(_ stream: Int, _ status: Int = 200, _ text: String = "page") -> [UInt8] {
        head(stream, status, isLast: text.isEmpty) + (text.isEmpty ? [] : body(stream, Array(text.utf8)))
    }

    private static func bytes(_ frame: Frame) -> [UInt8] {
        var output = OutputBytes()
        output.append(frame)
        return output.array
    }
}
