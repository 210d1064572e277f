// FrameBreach.swift: where a peer broke a rule of HTTP/2, and what that ends.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A rule that a peer broke, and the frame with which it did.
package struct FrameBreach: Hashable, Sendable {
    package var rule: FrameRule
    /// The stream that ends with it; 0: the connection ends.
    package var stream: Int
    /// Of the frame, counted from the first byte of the connection. For a field block it is that of its first frame.
    package var offset: Int
    /// The highest of the peer's streams that was looked at: what GOAWAY says.
    package var last: Int

    package var isOfConnection: Bool { stream == 0 }
    package var code: ErrorCode { rule.code }
    /// Such as `frame-on-idle-stream`.
    package var slug: String { rule.rawValue }
    package var sentence: String { rule.sentence }
    package var citation: String { rule.citation }
}

/// A breach on its way to where the frame is known.
struct FrameFault: Error {
    var rule: FrameRule
    /// Whether the connection ends, also where the rule is one of a stream.
    var isOfConnection: Bool
    /// Of the frame that is to blame, if that is not the one at hand.
    var offset: Int?

    init(_ rule: FrameRule, ofConnection: Bool = false) {
        self.rule = rule
        isOfConnection = ofConnection || rule.scope == .connection
    }
}
