// Outgoing.swift: a part of a reply on its way out.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

/// Content that leaves, and the line of the file that it belongs to.
package struct Outgoing<Content: ReplyContent>: Sendable {
    package var part: Part
    package var content: [Content]
    package var line: LineReference?

    package init(_ part: Part, _ content: [Content], _ line: LineReference?) {
        self.part = part
        self.content = content
        self.line = line
    }

    init(_ part: Part, _ text: String, _ line: LineReference?) {
        self.init(part, [.bytes(Array(text.utf8))], line)
    }
}
