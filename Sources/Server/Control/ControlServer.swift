// ControlServer.swift: the port of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
import QuintainPlayer
import QuintainTranscript
import QuintainWire

/// Takes requests of the control API and writes the answers; ``ControlAPI`` decides what they are.
@OnLoop
package final class ControlServer {
    package let address: SocketAddress
    private let listener: Listener
    private let api: ControlAPI
    private let entrance: ControlGuard
    private var channels: [ObjectIdentifier: Channel] = [:]

    package init(on address: SocketAddress, token: String?, api: ControlAPI) throws(LoopError) {
        listener = try Listener(on: address, loop: .shared)
        self.address = listener.address
        self.api = api
        entrance = ControlGuard(address: listener.address, token: token)
    }

    package var url: String { "http://\(address)" }

    package func start() {
        OnLoop.spawn { [weak self] in
            while let listener = self?.listener, let channel = await listener.accept() {
                guard let self else { return channel.close() }
                self.channels[ObjectIdentifier(channel)] = channel
                OnLoop.spawn {
                    await self.serve(channel)
                    channel.close()
                    self.channels[ObjectIdentifier(channel)] = nil
                }
            }
        }
    }

    package func close() {
        listener.close()
        for channel in channels.values { channel.close() }
    }

    private func serve(_ channel: Channel) async {
        var reader = RequestReader()
        var head: RequestHead?
        var body: [UInt8] = []
        while true {
            while let event = reader.next() {
                switch event {
                case .head(let new):
                    head = new
                    body = []
                    if new.expectsContinue { _ = await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), channel) }
                case .body(let bytes):
                    guard body.count + bytes.count <= Self.bodyAtMost else {
                        let fault = ControlFault(413, "too-large", "the body is larger than \(Self.bodyAtMost) bytes")
                        return await refuse(fault, channel)
                    }
                    body += bytes
                case .chunk, .deviation: break
                case .end:
                    guard let request = head.map({ ControlRequest($0, body: body) }) else { break }
                    guard await answer(request, channel) else { return }
                case .malformed(let deviation, let status):
                    return await refuse(ControlFault(status, deviation.slug, deviation.sentence), channel)
                }
            }
            switch readSome(channel, &reader) {
            case .bytes: continue
            case .nothing, .full: break
            case .finished, .reset, .failed, .closed: return
            }
            switch await channel.wait(for: .readable) {
            case .closed, .broken: return
            case .message, .readable, .writable, .deadline: break
            }
        }
    }

    private func readSome(_ channel: Channel, _ reader: inout RequestReader) -> Channel.Read {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 16) { room in
            let result = channel.read(into: room)
            if case .bytes(let count) = result { reader.append(UnsafeRawBufferPointer(rebasing: room[..<count])) }
            return result
        }
    }

    /// false: the connection is over.
    private func answer(_ request: ControlRequest, _ channel: Channel) async -> Bool {
        let reply = await reply(to: request)
        let keepsAlive = request.head.keepsAlive
        let isHead = request.head.method == "HEAD"
        switch reply.body {
        case .whole(let bytes):
            guard await send(reply.head(keepsAlive: keepsAlive) + (isHead ? [] : bytes), channel) else { return false }
            return keepsAlive
        case .events(let entry, let after):
            guard await send(reply.head(keepsAlive: keepsAlive), channel) else { return false }
            if isHead { return keepsAlive }
            return await stream(entry, after: after, channel) && keepsAlive
        }
    }

    private func reply(to request: ControlRequest) async -> ControlReply {
        do throws(ControlFault) {
            try entrance.check(request)
            return try await api.answer(request)
        } catch {
            return ControlReply(error)
        }
    }

    private func refuse(_ fault: ControlFault, _ channel: Channel) async {
        let reply = ControlReply(fault)
        guard case .whole(let bytes) = reply.body else { return }
        _ = await send(reply.head(keepsAlive: false) + bytes, channel)
        channel.finishSending()
    }

    /// Every event once, as it happens, until the session has ended.
    private func stream(_ entry: SessionDesk.Entry, after: Int, _ channel: Channel) async -> Bool {
        var told = after
        let session = entry.session
        while true {
            var text = ""
            for event in session.player.transcript.events(after: told) {
                text += "id: \(event.number)\ndata: \(EventLines.object(of: event).description)\n\n"
                told = event.number
            }
            let isOver = session.player.isOver
            if isOver { text += "event: end\ndata: \(api.summary(of: entry).description)\n\n" }
            if !text.isEmpty {
                let chunk = String(text.utf8.count, radix: 16) + "\r\n" + text + "\r\n"
                guard await send(Array(chunk.utf8), channel) else { return false }
            }
            if isOver { return await send(Array("0\r\n\r\n".utf8), channel) }
            // A reader that goes away is noticed when something is sent to it.
            if session.player.transcript.count == told, !session.player.isOver { await session.changed() }
        }
    }

    private func send(_ bytes: [UInt8], _ channel: Channel) async -> Bool {
        var sent = 0
        while sent < bytes.count {
            switch bytes.withUnsafeBytes({ channel.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
            case .bytes(let count): sent += count
            case .full:
                switch await channel.wait(for: .writable, until: .now.advanced(milliseconds: Self.sendPatience)) {
                case .closed, .broken, .deadline: return false
                case .message, .readable, .writable: break
                }
            case .reset, .failed, .closed: return false
            }
        }
        return true
    }

    private static let bodyAtMost = 4 << 20
    private static let sendPatience: Int64 = 30_000
}
