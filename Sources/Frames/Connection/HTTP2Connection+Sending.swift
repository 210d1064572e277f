// HTTP2Connection+Sending.swift: keeps account of what the user has sent, and says what it may send.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// The user may send anything, however wrong: these calls only change what may come from the peer.
extension HTTP2Connection {
    /// The most bytes of DATA that may be sent in one frame now.
    package mutating func sendableAtOnce(_ stream: Int) -> Int {
        min(settings.peer.maxFrameSize, sendable(stream))
    }

    /// The peer's settings.
    package var peerSettings: SettingValues { settings.peer }

    /// Whether a stream has begun, and not ended on both sides or been reset by either. It changes nothing; but what does not
    /// mutate is given a copy of all 1.3 KB by another module.
    package mutating func isOpen(_ stream: Int) -> Bool { streams[stream] != nil }

    /// The number of bytes of DATA that may be sent now; for stream 0, on the connection. 0 if the stream is not open.
    package mutating func sendable(_ stream: Int) -> Int {
        if stream == 0 { return max(0, sendWindow.left) }
        guard let open = streams[stream] else { return 0 }
        return max(0, min(sendWindow.left, open.sendWindow.left))
    }

    package mutating func settingsSent(_ list: [Setting]) {
        let before = settings.own.initialWindowSize
        if settings.isWrong(list, from: role) { debts.areForgiven = true }
        settings.sent(list)
        debts.settings.sent()
        floods.settings.wereAskedFor()
        streams.resizeReceiveWindows(by: settings.own.initialWindowSize - before)
    }

    /// A PING that is no acknowledgement was sent.
    package mutating func pingSent(_ opaque: UInt64) {
        floods.pings.wereAskedFor()
        pings.sent(opaque)
        debts.pings.sent()
    }

    /// A client's request was sent.
    package mutating func requestSent(_ method: String, on stream: Int, isWhole: Bool) {
        var open = OpenStream(
            .head, method: AnsweredMethod(method), receiveWindow: settings.own.initialWindowSize,
            sendWindow: settings.peer.initialWindowSize)
        open.isSent = isWhole
        streams.insert(open, as: stream)
    }

    /// A head or trailers were sent.
    package mutating func headSent(on stream: Int, isLast: Bool) {
        if isLast { endSent(on: stream) }
    }

    /// A DATA frame of this weight, padding included, was sent.
    package mutating func contentSent(_ weight: Int, on stream: Int, isLast: Bool) {
        sendWindow.take(weight)
        // The peer may give back each byte in a frame of its own, once for the stream and once for the connection.
        floods.windowUpdates.wereAskedFor(2 * weight)
        streams[stream]?.sendWindow.take(weight)
        if isLast { endSent(on: stream) }
    }

    /// An RST_STREAM was sent. If it answers a breach or a refusal, this need not be called.
    package mutating func resetSent(on stream: Int) {
        if streams[stream] != nil { streams.close(stream, .resetHere) }
    }

    /// A GOAWAY was sent: later streams are refused, and a peer that read it may leave at once.
    package mutating func goAwaySent(last: Int) {
        goAway.sent = min(last, goAway.sent ?? last)
        debts.areForgiven = true
    }

    /// A WINDOW_UPDATE was sent that no `consumed` had returned.
    package mutating func windowUpdateSent(_ increment: Int, on stream: Int) {
        if stream == 0 {
            receiveWindow.resize(by: increment)
        } else {
            streams[stream]?.receiveWindow.resize(by: increment)
        }
    }

    /// Content was used up, with the weight that it came with. On stream 0, only the connection gets its room back.
    package mutating func consumed(_ weight: Int, on stream: Int) -> FrameAnswer? {
        let ofConnection = receiveWindow.consumed(weight)
        var ofStream = 0
        if let open = streams[stream], open.receiving != .ended {
            ofStream = streams[stream]?.receiveWindow.consumed(weight) ?? 0
        }
        if ofConnection == 0, ofStream == 0 { return nil }
        return .windowUpdate(ofConnection: ofConnection, stream: stream, ofStream: ofStream)
    }

    /// The streams that should get room although nothing more was consumed, because their window became smaller. Call
    /// `consumed` with a weight of 0 for each.
    package var streamsDueRoom: [Int] {
        streams.open.numbers { $0.receiving != .ended && $0.receiveWindow.isDue }
    }

    /// Content that was held back on purpose was used up. Its room is granted at once, with all that was owed.
    package mutating func released(_ weight: Int, on stream: Int) -> FrameAnswer? {
        guard let open = streams[stream], open.receiving != .ended else { return nil }
        streams[stream]?.receiveWindow.owe(weight)
        guard weight > 0 || open.receiveWindow.isDue, let granted = streams[stream]?.receiveWindow.pay() else {
            return nil
        }
        return .windowUpdate(ofConnection: 0, stream: stream, ofStream: granted)
    }

    /// Content for which only the connection got its room back was used up on its stream, too.
    package mutating func passedOn(_ weight: Int, of stream: Int) -> FrameAnswer? {
        guard let open = streams[stream], open.receiving != .ended else { return nil }
        let ofStream = streams[stream]?.receiveWindow.consumed(weight) ?? 0
        return ofStream == 0 ? nil : .windowUpdate(ofConnection: 0, stream: stream, ofStream: ofStream)
    }

    /// The rule that the peer has broken if it has read all that was sent, and sends nothing more; nil: none.
    package var omission: FrameRule? {
        if debts.areForgiven || isOver { return nil }
        if debts.settings.isOverdue { return .settingsUnanswered }
        return debts.pings.isOverdue ? .pingUnanswered : nil
    }

    /// Resets the counts of cheap frames; a user with a clock calls it now and then.
    package mutating func forgiveFloods() { floods.forgive() }

    private mutating func endSent(on stream: Int) {
        streams[stream]?.isSent = true
        closeIfEnded(stream)
    }

    /// Forgets a stream that both sides have ended.
    mutating func closeIfEnded(_ stream: Int) {
        guard streams[stream]?.isClosed == true else { return }
        streams.close(stream, .ended)
        debts.messageEnded()
        floods.forgive()
    }
}
