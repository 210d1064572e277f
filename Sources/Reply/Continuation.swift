// Continuation.swift: the kinds of line with which a reply may go on.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario

/// Kinds of line with which a reply may go on; empty: the reply is over.
package struct Continuation: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let head = Continuation(rawValue: 1)
    package static let body = Continuation(rawValue: 2)
    package static let raw = Continuation(rawValue: 4)
    package static let trailer = Continuation(rawValue: 8)

    /// nil: the line begins another message.
    package init?(_ line: SendLine) {
        if line.startsMessage { return nil }
        switch line {
        case .start: return nil
        case .field, .headEnd: self = .head
        case .body: self = .body
        case .raw: self = .raw
        case .trailer: self = .trailer
        }
    }
}
