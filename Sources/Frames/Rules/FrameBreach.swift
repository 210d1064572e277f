// FrameBreach.swift: a broken rule of HTTP/2, its frame, and the stream or connection that it ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A rule that a peer broke, and the frame that broke it.
package struct FrameBreach: Hashable, Sendable {
    package var rule: FrameRule
    /// The stream that the breach ends; 0: it ends the connection.
    package var stream: Int
    /// The offset of the frame, counted from the connection's first byte. For a field block it is that of its first
    /// frame.
    package var offset: Int
    /// The highest stream of the peer that was processed, for GOAWAY.
    package var last: Int

    package var isOfConnection: Bool { stream == 0 }
    package var code: ErrorCode { rule.code }
    /// The rule's stable name, such as `frame-on-idle-stream`.
    package var slug: String { rule.rawValue }
    package var sentence: String { rule.sentence }
    package var citation: String { rule.citation }
}

/// A breach before its frame is known.
struct FrameFault: Error {
    var rule: FrameRule
    /// Whether the connection ends, also where the rule is one of a stream.
    var isOfConnection: Bool
    /// The offset of the frame that is to blame, if it is not the current one.
    var offset: Int?

    init(_ rule: FrameRule, ofConnection: Bool = false) {
        self.rule = rule
        isOfConnection = ofConnection || rule.scope == .connection
    }
}
