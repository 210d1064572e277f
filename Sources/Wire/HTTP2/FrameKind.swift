// FrameKind.swift: the types of frames.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The type of a frame, RFC 9113 section 6.
package struct FrameKind: NamedNumber {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let content = FrameKind(rawValue: 0)
    package static let headers = FrameKind(rawValue: 1)
    package static let priority = FrameKind(rawValue: 2)
    package static let resetStream = FrameKind(rawValue: 3)
    package static let settings = FrameKind(rawValue: 4)
    package static let pushPromise = FrameKind(rawValue: 5)
    package static let ping = FrameKind(rawValue: 6)
    package static let goAway = FrameKind(rawValue: 7)
    package static let windowUpdate = FrameKind(rawValue: 8)
    package static let continuation = FrameKind(rawValue: 9)

    package static let names: KeyValuePairs<UInt8, String> = [
        0x0: "DATA", 0x1: "HEADERS", 0x2: "PRIORITY", 0x3: "RST_STREAM", 0x4: "SETTINGS", 0x5: "PUSH_PROMISE",
        0x6: "PING", 0x7: "GOAWAY", 0x8: "WINDOW_UPDATE", 0x9: "CONTINUATION",
        // RFC 7838, RFC 8336 and RFC 9218.
        0xA: "ALTSVC", 0xC: "ORIGIN", 0x10: "PRIORITY_UPDATE",
    ]
}

/// The flags of a frame. The meaning of a bit depends on the frame's type.
package struct FrameFlags: OptionSet, Hashable, Sendable {
    package var rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Of DATA and HEADERS.
    package static let endStream = FrameFlags(rawValue: 0x1)
    /// Of SETTINGS and PING.
    package static let ack = FrameFlags(rawValue: 0x1)
    package static let endHeaders = FrameFlags(rawValue: 0x4)
    package static let padded = FrameFlags(rawValue: 0x8)
    /// Of HEADERS, which then begins with the contents of a PRIORITY frame.
    package static let priority = FrameFlags(rawValue: 0x20)

    /// The names of the bits that are set in a frame of this type; `0x40` for a bit without a name.
    package func names(in kind: FrameKind) -> [String] {
        (0..<8).map { FrameFlags(rawValue: 1 << $0) }.filter { contains($0) }.map { flag in
            Self.named(in: kind).first { $0.0 == flag }?.1 ?? "0x" + String(flag.rawValue, radix: 16)
        }
    }

    /// A flag by its name, or by its bits, as in `0x40`.
    package init?(_ text: some StringProtocol, in kind: FrameKind) {
        if let named = Self.named(in: kind).first(where: { $0.1 == text }) {
            self = named.0
        } else {
            guard text.hasPrefix("0x"), let bits = UInt8(text.dropFirst(2), radix: 16) else { return nil }
            self.init(rawValue: bits)
        }
    }

    private static func named(in kind: FrameKind) -> [(FrameFlags, String)] {
        switch kind {
        case .content: [(.endStream, "END_STREAM"), (.padded, "PADDED")]
        case .headers:
            [
                (.endStream, "END_STREAM"), (.endHeaders, "END_HEADERS"), (.padded, "PADDED"), (.priority, "PRIORITY"),
            ]
        case .settings, .ping: [(.ack, "ACK")]
        case .pushPromise: [(.endHeaders, "END_HEADERS"), (.padded, "PADDED")]
        case .continuation: [(.endHeaders, "END_HEADERS")]
        default: []
        }
    }
}
