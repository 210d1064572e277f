// RouteHost.swift: standing routes, answered on one port.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainLoop
import QuintainNotation
package import QuintainRoutes
import QuintainWire

/// Answers every request by the table of standing exchanges: the hot path, with no scenario machinery on it.
@OnLoop
package final class RouteHost {
    package let address: SocketAddress
    /// Replaced as a whole when fixtures change; a connection takes it up with its next request.
    package var table: RouteTable
    private let listener: Listener
    private var channels: [ObjectIdentifier: Channel] = [:]
    private(set) package var answered = 0
    private(set) package var unmatched = 0
    private let surroundings: RouteSurroundings
    /// Where replies are written before they are sent; no connection needs one of its own.
    private var output = OutputBytes(capacity: 16 * 1024)

    package init(on address: SocketAddress, table: RouteTable) throws(LoopError) {
        listener = try Listener(on: address, loop: .shared)
        self.address = listener.address
        self.table = table
        surroundings = RouteSurroundings(authority: listener.address.description)
    }

    package var url: String { "http://\(address)" }

    package func start() {
        OnLoop.spawn { [weak self] in
            while let listener = self?.listener, let channel = await listener.accept() {
                guard let self else { return channel.close() }
                let id = ObjectIdentifier(channel)
                self.channels[id] = channel
                OnLoop.spawn {
                    await self.serve(channel)
                    channel.close()
                    self.channels[id] = nil
                }
            }
        }
    }

    package func close() {
        listener.close()
        for channel in channels.values { channel.close() }
    }

    /// A connection's life.
    private func serve(_ channel: Channel) async {
        var input = ReadBuffer(loop: .shared, limit: Self.headLimit)
        var parser = HeadParser()
        while true {
            // Whatever stands in the buffer is answered before anything is sent: pipelined requests share a write.
            switch answer(&input, &parser) {
            case .more: break
            case .flushed: continue
            case .slow(let acts, let keepsAlive):
                guard await play(acts, on: channel), keepsAlive else { return }
                continue
            case .body(let framing, let head, let expectsContinue):
                guard await collect(framing, head, expectsContinue, &input, channel) else { return }
                continue
            case .last(let lingers):
                await finish(lingers: lingers, on: channel)
                return
            }
            switch sendAtOnce(on: channel) {
            case .all: break
            case .part(let rest): guard await sendAll(rest, on: channel) else { return }
            case .none: return
            }
            switch channel.read(into: &input) {
            case .bytes: continue
            case .full: return
            case .nothing: break
            case .finished, .reset, .failed, .closed: return
            }
            input.rest()
            switch await channel.wait(for: .readable) {
            case .closed, .broken: return
            case .message, .readable, .writable, .deadline: break
            }
        }
    }

    private enum Step {
        /// The next request is not whole.
        case more
        case flushed
        /// The reply has more to it than bytes.
        case slow([ReplyAct], keepsAlive: Bool)
        /// The request has a body that is not here yet.
        case body(BodyFraming, head: [UInt8], expectsContinue: Bool)
        /// The connection ends behind what was written.
        case last(lingers: Bool)
    }

    /// Answers the requests that are here, one behind the other, into `output`.
    private func answer(_ input: inout ReadBuffer, _ parser: inout HeadParser) -> Step {
        while !input.isEmpty {
            let bytes = input.bytes
            switch parser.parse(bytes) {
            case .incomplete: return .more
            case .malformed(let deviation):
                output.append(Self.refusal(of: deviation))
                return .last(lingers: true)
            case .complete: break
            }
            let length = parser.length
            let keepsAlive = parser.keepsAlive
            var view = parser.view(in: bytes)
            switch parser.framing {
            case .none, .length(0):
                view.body = UnsafeRawBufferPointer(rebasing: bytes[length..<length])
                let acts = answer(view)
                parser.reset()
                input.consume(length)
                if !acts.isEmpty { return .slow(acts, keepsAlive: keepsAlive) }
            case .length(let count) where bytes.count - length >= count:
                view.body = UnsafeRawBufferPointer(rebasing: bytes[length..<length + count])
                let acts = answer(view)
                parser.reset()
                input.consume(length + count)
                if !acts.isEmpty { return .slow(acts, keepsAlive: keepsAlive) }
            case .length, .chunked:
                let step = Step.body(
                    parser.framing, head: Array(bytes[..<length]), expectsContinue: parser.expectsContinue)
                parser.reset()
                input.consume(length)
                return step
            }
            // Who said that nothing follows, and sent nothing more, need not be waited for.
            if !keepsAlive { return .last(lingers: !input.isEmpty) }
            if output.count >= Self.outputLimit { return .slow([], keepsAlive: true) }
        }
        return .more
    }

    /// Writes the reply to one request, or says which route comes nearest.
    private func answer(_ request: RequestView) -> [ReplyAct] {
        if case .found(let route) = table.find(request, in: surroundings) {
            answered += 1
            return route.answer(request, in: surroundings, into: &output)
        }
        unmatched += 1
        output.append(Self.refusal(404, table.diagnosis(of: request, in: surroundings)))
        return []
    }

    // MARK: Sending

    private enum Sent {
        case all
        /// These are left over.
        case part([UInt8])
        /// The client is gone.
        case none
    }

    /// Sends what was written, as far as the kernel takes it: nearly always all, and then nothing need be awaited.
    private func sendAtOnce(on channel: Channel) -> Sent {
        if output.isEmpty { return .all }
        defer { output.clear() }
        switch channel.send(output.bytes) {
        case .bytes(let count) where count == output.count: return .all
        case .bytes(let count): output.drop(count)
        case .full: break
        case .reset, .failed, .closed: return .none
        }
        return .part(output.array)
    }

    /// Sends what was written. false: the client is gone.
    private func send(on channel: Channel) async -> Bool {
        switch sendAtOnce(on: channel) {
        case .all: true
        case .part(let rest): await sendAll(rest, on: channel)
        case .none: false
        }
    }

    private func sendAll(_ bytes: [UInt8], on channel: Channel) async -> Bool {
        var sent = 0
        while sent < bytes.count {
            let result = bytes.withUnsafeBytes { channel.send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
            switch result {
            case .bytes(let count): sent += count
            case .full:
                switch await channel.wait(for: .writable) {
                case .closed, .broken: return false
                case .message, .readable, .writable, .deadline: break
                }
            case .reset, .failed, .closed: return false
            }
        }
        return true
    }

    /// Sends the last bytes, behind which the connection is closed; if it `lingers`, so that the client gets them
    /// whatever it was still sending.
    private func finish(lingers: Bool, on channel: Channel) async {
        guard await send(on: channel), lingers else { return }
        channel.finishSending()
        await drain(channel)
    }

    private func drain(_ channel: Channel) async {
        await drain(channel, patience: .now.advanced(milliseconds: Self.drainPatience))
    }

    /// Throws away what comes until the client closes, or until patience ends.
    private func drain(_ channel: Channel, patience: Moment?) async {
        while true {
            let result = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 16) { channel.read(into: $0) }
            switch result {
            case .bytes: continue
            case .nothing, .full: break
            case .finished, .reset, .failed, .closed: return
            }
            switch await channel.wait(for: .readable, until: patience) {
            case .closed, .broken, .deadline: return
            case .message, .readable, .writable: break
            }
        }
    }

    // MARK: What is not the hot path

    /// Plays what a reply has beyond its first bytes. false: the connection is over.
    private func play(_ acts: [ReplyAct], on channel: Channel) async -> Bool {
        guard await send(on: channel) else { return false }
        var queue = ReplyQueue()
        for act in acts {
            switch await queue.play(act, on: channel) {
            case .onwards: break
            case .gone: return false
            case .close:
                channel.finishSending()
                await drain(channel)
                return false
            case .stall:
                await drain(channel, patience: nil)
                return false
            }
        }
        return true
    }

    /// Reads the body that belongs to the head, then answers. false: the connection is over.
    private func collect(
        _ framing: BodyFraming, _ head: [UInt8], _ expectsContinue: Bool, _ input: inout ReadBuffer,
        _ channel: Channel
    ) async -> Bool {
        if expectsContinue { output.append("HTTP/1.1 100 Continue\r\n\r\n" as StaticString) }
        guard await send(on: channel) else { return false }
        var collector = BodyCollector(framing)
        while true {
            switch collector.take(&input) {
            case .more: break
            case .malformed(let deviation):
                output.append(Self.refusal(of: deviation))
                await finish(lingers: true, on: channel)
                return false
            case .whole:
                var parser = HeadParser()
                var acts: [ReplyAct] = []
                head.withUnsafeBytes { bytes in
                    guard parser.parse(bytes) == .complete else { return }
                    collector.body.withUnsafeBytes { body in
                        var view = parser.view(in: bytes)
                        view.body = body
                        acts = answer(view)
                    }
                }
                guard await play(acts, on: channel) else { return false }
                if !parser.keepsAlive {
                    await finish(lingers: !input.isEmpty, on: channel)
                    return false
                }
                return true
            }
            switch channel.read(into: &input) {
            case .bytes, .full: continue
            case .nothing: break
            case .finished, .reset, .failed, .closed: return false
            }
            switch await channel.wait(for: .readable) {
            case .closed, .broken: return false
            case .message, .readable, .writable, .deadline: break
            }
        }
    }

    private static func refusal(of deviation: Deviation) -> [UInt8] {
        refusal(deviation.status ?? 400, deviation.sentence + " (\(deviation.citation))")
    }

    /// A reply of our own, which says why.
    private static func refusal(_ status: Int, _ sentence: String) -> [UInt8] {
        let text = "quintain: \(sentence)\n"
        let reason = ReasonPhrase.phrase(for: status).map(\.description) ?? ""
        return Array(
            "HTTP/1.1 \(status) \(reason)\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
                .utf8)
    }

    private static let headLimit = 256 * 1024
    private static let outputLimit = 256 * 1024
    private static let drainPatience: Int64 = 2_000
}
