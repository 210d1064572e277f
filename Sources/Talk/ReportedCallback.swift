// ReportedCallback.swift: a callback of a client's delegate, as reported.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainScenario
package import QuintainWords

/// A callback that a client's delegate received, told or asked.
package struct ReportedCallback: Sendable, Equatable {
    package var kind: CallbackKind
    package var lane: Lane
    /// The number of its load, if the client reports it.
    package var load: Int?
    /// The values behind the name: `["302", "http://…/done"]`.
    package var subject: [[UInt8]]
    package var fields: [String: [UInt8]]
    /// Fields that this client never reports; they are compared with nothing.
    package var untold: Set<String> = []
    package var header: [(name: String, value: [UInt8])]
    /// The bytes of `data` and `file`.
    package var bytes: [UInt8]
    /// The number of the question that awaits a decision; nil: the callback asks nothing.
    package var question: Int?
    /// Whether the client answers the question by itself, and then reports its decision.
    package var decidesItself = false
    /// Whether the client, with all its other loads, stands still until the question is answered.
    package var standsStill = false

    package init(
        _ kind: CallbackKind,
        lane: Lane = .unnamed,
        subject: [String] = [],
        fields: [String: String] = [:],
        header: [(name: String, value: [UInt8])] = [],
        bytes: [UInt8] = [],
        question: Int? = nil
    ) {
        self.kind = kind
        self.lane = lane
        self.subject = subject.map { Array($0.utf8) }
        self.fields = fields.mapValues { Array($0.utf8) }
        self.header = header
        self.bytes = bytes
        self.question = question
    }

    package static func == (one: Self, other: Self) -> Bool {
        one.kind == other.kind && one.lane == other.lane && one.subject == other.subject
            && one.fields == other.fields && one.untold == other.untold && one.bytes == other.bytes
            && one.question == other.question && one.decidesItself == other.decidesItself
            && one.standsStill == other.standsStill
            && one.header.elementsEqual(other.header) { $0.name == $1.name && $0.value == $1.value }
    }
}

extension ReportedCallback {
    /// The callback in the notation, values shortened: `redirect 302 /done method=GET`.
    package var notation: String { ToldCallback(self).notation }
}
