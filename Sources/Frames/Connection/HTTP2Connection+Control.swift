// HTTP2Connection+Control.swift: reads frames about streams and about the connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWire

extension HTTP2Connection {
    mutating func settingsCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream != 0 { throw FrameFault(.settingsOnStream) }
        try floods.settings.came()
        if head.flags.contains(.ack) {
            if !payload.isEmpty { throw FrameFault(.settingsAckSize) }
            let before = settings.own.initialWindowSize
            settings.acknowledged()
            debts.settings.acknowledged()
            streams.resizeReceiveWindows(by: settings.own.initialWindowSize - before)
            block.limitTable(to: settings.own.headerTableSize)
            return .settingsAcknowledged
        }
        guard payload.count.isMultiple(of: 6) else { throw FrameFault(.settingsSize) }
        if payload.count / 6 > limits.settingsInFrame { throw FrameFault(.settingsTooLong) }
        let list = stride(from: 0, to: payload.count, by: 6).map { offset in
            let name = UInt16(bigEndian: payload.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
            return Setting(SettingName(rawValue: name), payload.bigEndian32(at: offset + 2))
        }
        let before = settings.peer.initialWindowSize
        try settings.came(list, from: role == .server ? .client : .server)
        guard streams.growSendWindows(by: settings.peer.initialWindowSize - before) else {
            throw FrameFault(.initialWindowOverflow)
        }
        for setting in list where setting.name == .headerTableSize { encoder.limitTable(to: Int(setting.value)) }
        return .settings(list)
    }

    mutating func pingCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream != 0 { throw FrameFault(.pingOnStream) }
        guard payload.count == 8 else { throw FrameFault(.pingSize) }
        try floods.pings.came()
        let opaque = UInt64(bigEndian: payload.loadUnaligned(as: UInt64.self))
        guard head.flags.contains(.ack) else { return .ping(opaque) }
        guard pings.take(opaque) else { throw FrameFault(.pingPayload) }
        debts.pings.acknowledged()
        return .pingAcknowledged(opaque)
    }

    mutating func goAwayCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream != 0 { throw FrameFault(.goAwayOnStream) }
        guard payload.count >= 8 else { throw FrameFault(.goAwaySize) }
        try floods.goAways.came()
        let last = Int(payload.bigEndian32(at: 0) & 0x7FFF_FFFF)
        if let before = goAway.came, last > before { throw FrameFault(.goAwayIncreased) }
        goAway.came = last
        // The peer gives the connection up, perhaps before it came to what it owes: nghttp ends so when SETTINGS and the
        // whole reply come in one piece.
        debts.areForgiven = true
        return .goAway(last: last, ErrorCode(rawValue: payload.bigEndian32(at: 4)), debug: Array(payload[8...]))
    }

    mutating func windowUpdateCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        let stream = head.stream
        guard payload.count == 4 else { throw FrameFault(.windowUpdateSize) }
        try floods.windowUpdates.came()
        let increment = Int(payload.bigEndian32(at: 0) & 0x7FFF_FFFF)
        if stream != 0, streams[stream] == nil {
            // Section 5.1: the frame may have been under way when we ended the stream, but not when the peer reset it.
            switch streams.absence(of: stream) {
            case .idle: throw FrameFault(.idleStream)
            case .closed(.resetByPeer): throw FrameFault(.afterReset)
            case .closed(.ended) where increment == 0: break
            case .closed: return nil
            }
        }
        if increment == 0 { throw FrameFault(.zeroIncrement) }
        let hasRoom =
            stream == 0 ? sendWindow.grow(by: increment) : streams[stream]?.sendWindow.grow(by: increment) ?? true
        if !hasRoom { throw FrameFault(.windowOverflow) }
        return .windowUpdate(stream: stream, increment: increment)
    }

    mutating func resetCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream == 0 { throw FrameFault(.resetOnConnection) }
        guard payload.count == 4 else { throw FrameFault(.resetStreamSize) }
        guard streams[head.stream] != nil else {
            guard case .closed(let ending) = streams.absence(of: head.stream) else { throw FrameFault(.idleStream) }
            try floods.resets.came()
            guard case .ended = ending else { return nil }
            // The peer may not have seen our end yet, and resets because of something before it: section 5.1.
            streams.reset(head.stream, .resetByPeer)
            return .reset(stream: head.stream, ErrorCode(rawValue: payload.bigEndian32(at: 0)))
        }
        try floods.resets.came()
        streams.close(head.stream, .resetByPeer)
        return .reset(stream: head.stream, ErrorCode(rawValue: payload.bigEndian32(at: 0)))
    }

    mutating func priorityCame(_ head: FrameHead, _ payload: UnsafeRawBufferPointer) throws(FrameFault) -> Event? {
        if head.stream == 0 { throw FrameFault(.priorityOnConnection) }
        guard payload.count == 5 else { throw FrameFault(.prioritySize) }
        try floods.priorities.came()
        let priority = StreamPriority(payload)
        if priority.dependency == head.stream { throw FrameFault(.dependsOnItself) }
        return .priority(stream: head.stream, priority)
    }
}
