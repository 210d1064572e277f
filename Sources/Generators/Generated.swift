// Generated.swift: the reply or refusal that a generator makes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainWire

/// A reply, or the beginning of one.
package struct GeneratedReply: Hashable, Sendable {
    package enum Part: Hashable, Sendable {
        case bytes([UInt8])
        /// Milliseconds.
        case wait(Int)
    }

    /// Milliseconds before the first byte.
    package var after: Int
    package var status: Int
    package var fields: [Field]
    /// nil: the body is written below the generator.
    package var body: [Part]?

    init(_ status: Int, _ fields: [Field] = [], body: [Part]? = nil, after: Int = 0) {
        self.status = status
        self.fields = fields
        self.body = body
        self.after = after
    }

    /// The head of the reply to a request that is refused.
    package init(refusal: GeneratorRefusal) {
        self.init(refusal.status, [Field("Content-Type", "text/plain; charset=utf-8")])
    }

    /// A reply without a body; as in httpbin it has a Content-Type if its status allows a body.
    init(empty status: Int, _ fields: [Field] = []) {
        let type = status == 304 ? [] : [Field("Content-Type", "text/html; charset=utf-8")]
        self.init(status, fields + type, body: [])
    }

    init(_ status: Int, _ fields: [Field] = [], text: String) {
        self.init(status, fields, body: [.bytes(Array(text.utf8))])
    }
}

/// The refusal of a request for something that cannot be made.
package struct GeneratorRefusal: Error, Hashable, Sendable {
    package let status: Int
    package let sentence: String

    package init(_ status: Int, _ sentence: String) {
        self.status = status
        self.sentence = sentence
    }
}
