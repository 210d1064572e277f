// StreamTalk.swift: a client's streams and a server in conversation, without a socket.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader
import QuintainWire

@testable import QuintainClient

/// Bytes of either side are delivered when the other side is asked for its events.
final class StreamTalk {
    let streams = ClientStreams(isSecure: true)
    let server = ServerSide()

    /// A conversation in which both sides have sent their settings.
    convenience init(allowing settings: Setting...) {
        self.init()
        say(server.frame(.settings(settings)), server.frame(.settingsAcknowledgement))
        _ = heard()
    }

    func send(_ method: String = "GET", _ target: String = "/", body: [UInt8] = [], _ fields: String = "")
        -> StreamExchange
    {
        var message = OutgoingMessage(
            method: method, head: Array("\(method) \(target) HTTP/1.1\r\nHost: x\r\n\(fields)\r\n".utf8))
        message.body = body
        message.holdsBody = fields.contains("Expect:")
        let exchange = StreamExchange(message)
        streams.send(exchange)
        return exchange
    }

    func say(_ bytes: [UInt8]...) { for bytes in bytes { bytes.withUnsafeBytes { streams.received($0) } } }

    func say(_ frame: Frame) { say(server.frame(frame)) }

    /// What the server has heard of the client since the last call.
    func heard() -> [String] {
        repeat {
            streams.compose()
            server.received(Array(streams.outgoing))
            streams.left(streams.outgoing.count)
            streams.compose()
        } while !streams.outgoing.isEmpty
        return server.takeWords()
    }

    /// The events of an exchange that its user is told, in words.
    func told(_ exchange: StreamExchange) -> [String] {
        var words: [String] = []
        while let arrival = streams.next(of: exchange) {
            switch arrival {
            case .part(let part, _): words.append(ConnectionEvent.arrived(part).words)
            case .lost(let fault):
                let refusal = fault.refusal.map { ", \($0) refused" } ?? ""
                words.append(ConnectionEvent.lost(fault).words + refusal)
            }
        }
        return words
    }
}
