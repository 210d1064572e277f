// StreamConversation+Booking.swift: how a frame that the author wrote changes the state of the connection.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainFrames
import QuintainWire

extension StreamConversation {
    /// Notes a frame of the author's as one of ours: a client that goes by it is right.
    func book(_ frame: Frame) {
        switch frame.kind {
        case .headers: wire.headSent(on: frame.stream, isLast: frame.flags.contains(.endStream))
        case .content:
            wire.contentSent(frame.payload.count, on: frame.stream, isLast: frame.flags.contains(.endStream))
        case .resetStream: wire.resetSent(on: frame.stream)
        case .goAway where frame.payload.count >= 8: wire.goAwaySent(last: frame.number(at: 0) & 0x7FFF_FFFF)
        case .windowUpdate where frame.payload.count == 4:
            wire.windowUpdateSent(frame.number(at: 0) & 0x7FFF_FFFF, on: frame.stream)
        case .ping where !frame.flags.contains(.ack) && frame.payload.count == 8:
            wire.pingSent(frame.payload.reduce(0) { $0 << 8 | UInt64($1) })
        case .settings where !frame.flags.contains(.ack) && frame.payload.count.isMultiple(of: 6):
            wire.settingsSent(
                stride(from: 0, to: frame.payload.count, by: 6).map { offset in
                    let name = UInt16(frame.payload[offset]) << 8 | UInt16(frame.payload[offset + 1])
                    return Setting(SettingName(rawValue: name), UInt32(frame.number(at: offset + 2)))
                })
        default: break
        }
    }
}

extension Frame {
    /// The number in four bytes of the payload.
    fileprivate func number(at offset: Int) -> Int {
        payload[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
