// HTTP2Connection+Sending.swift: what the user of a connection says that it has sent, and asks before it does.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// Nothing that was sent is refused here, however wrong it was: it only changes what may come.
extension HTTP2Connection {
    /// The peer's settings.
    package var peerSettings: SettingValues { settings.peer }

    /// Ours, as far as the peer has acknowledged them.
    package var ownSettings: SettingValues { settings.own }

    /// Whether a stream has begun, and not ended on both sides or been reset by either.
    package func isOpen(_ stream: Int) -> Bool { streams[stream] != nil }

    /// How many bytes of DATA may go out now; on stream 0, on the connection altogether. None if the stream is not open.
    package func sendable(_ stream: Int) -> Int {
        if stream == 0 { return max(0, sendWindow.left) }
        guard let open = streams[stream] else { return 0 }
        return max(0, min(sendWindow.left, open.sendWindow.left))
    }

    package mutating func settingsSent(_ list: [Setting]) {
        let before = settings.own.initialWindowSize
        settings.sent(list)
        floods.settings.wereAskedFor()
        streams.resizeReceiveWindows(by: settings.own.initialWindowSize - before)
    }

    /// A PING has gone out that is no acknowledgement.
    package mutating func pingSent() { floods.pings.wereAskedFor() }

    /// A client's request has gone out.
    package mutating func requestSent(_ method: String, on stream: Int, isWhole: Bool) {
        var open = OpenStream(
            .head, method: AnsweredMethod(method), receiveWindow: settings.own.initialWindowSize,
            sendWindow: settings.peer.initialWindowSize)
        open.isSent = isWhole
        streams.insert(open, as: stream)
    }

    /// A head or trailers have gone out.
    package mutating func headSent(on stream: Int, isLast: Bool) {
        if isLast { endSent(on: stream) }
    }

    /// A DATA frame has gone out that weighs so much, padding included.
    package mutating func contentSent(_ weight: Int, on stream: Int, isLast: Bool) {
        sendWindow.take(weight)
        // Each byte may be given back by itself, to its stream and to the connection.
        floods.windowUpdates.wereAskedFor(2 * weight)
        streams[stream]?.sendWindow.take(weight)
        if isLast { endSent(on: stream) }
    }

    /// An RST_STREAM has gone out. One that answers a breach or a refusal need not be told.
    package mutating func resetSent(on stream: Int) {
        if streams[stream] != nil { streams.close(stream, .resetHere) }
    }

    /// A GOAWAY has gone out: later streams are refused.
    package mutating func goAwaySent(last: Int) { goAway.sent = min(last, goAway.sent ?? last) }

    /// A WINDOW_UPDATE has gone out that no `consumed` has asked for.
    package mutating func windowUpdateSent(_ increment: Int, on stream: Int) {
        if stream == 0 {
            receiveWindow.resize(by: increment)
        } else {
            streams[stream]?.receiveWindow.resize(by: increment)
        }
    }

    /// Content, with the weight that it came with, is done with. On stream 0, only the connection gets its room back.
    package mutating func consumed(_ weight: Int, on stream: Int) -> FrameAnswer? {
        let ofConnection = receiveWindow.consumed(weight)
        var ofStream = 0
        if let open = streams[stream], open.receiving != .ended {
            ofStream = streams[stream]?.receiveWindow.consumed(weight) ?? 0
        }
        if ofConnection == 0, ofStream == 0 { return nil }
        return .windowUpdate(ofConnection: ofConnection, stream: stream, ofStream: ofStream)
    }

    /// The streams whose room is due, though nothing more was consumed: a smaller window is used up sooner. `consumed` with
    /// no weight pays it.
    package var streamsDueRoom: [Int] {
        streams.open.numbers { $0.receiving != .ended && $0.receiveWindow.isDue }
    }

    /// Content of a stream is done with that was held back on purpose. Its room is granted at once, with all that was owed.
    package mutating func released(_ weight: Int, on stream: Int) -> FrameAnswer? {
        guard let open = streams[stream], open.receiving != .ended else { return nil }
        streams[stream]?.receiveWindow.owe(weight)
        guard weight > 0 || open.receiveWindow.isDue, let granted = streams[stream]?.receiveWindow.pay() else {
            return nil
        }
        return .windowUpdate(ofConnection: 0, stream: stream, ofStream: granted)
    }

    /// Content for which only the connection has got its room back is done with on its stream, too.
    package mutating func passedOn(_ weight: Int, of stream: Int) -> FrameAnswer? {
        guard let open = streams[stream], open.receiving != .ended else { return nil }
        let ofStream = streams[stream]?.receiveWindow.consumed(weight) ?? 0
        return ofStream == 0 ? nil : .windowUpdate(ofConnection: 0, stream: stream, ofStream: ofStream)
    }

    /// To be called now and then by a user with a clock: frames that cost nothing may come as often again.
    package mutating func forgiveFloods() { floods.forgive() }

    private mutating func endSent(on stream: Int) {
        streams[stream]?.isSent = true
        closeIfEnded(stream)
    }

    /// Forgets a stream that both sides have ended.
    mutating func closeIfEnded(_ stream: Int) {
        guard streams[stream]?.isClosed == true else { return }
        streams.close(stream, .ended)
        floods.forgive()
    }
}
