// MessageWriter.swift: the interface of a writer of one message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript
package import QuintainWire

/// Takes in the `<` lines of one message, and returns the parts of it that leave.
///
/// A part may have to wait for the next line: a chunk until it ends, a head until it is known whether anything follows.
package protocol MessageWriter<Content>: Sendable {
    associatedtype Content: ReplyContent

    /// The whole message has left.
    var isOver: Bool { get }
    /// The message is over, and its client knows that by what has left, without the end of the connection.
    var hasToldItsEnd: Bool { get }
    /// The head is not whole.
    var isInHead: Bool { get }
    /// The message is a response of the 1xx class: the final response is still to come.
    var isInformational: Bool { get }

    /// Writes the start line; `text` has no line end.
    mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content>
    /// Writes a field of the head; nil: the name is to be sent exactly as it is written.
    mutating func field(_ text: [Content], name: String?, _ line: LineReference?) -> Outgoing<Content>
    /// Ends the head, at its bare mark.
    mutating func endHead(_ line: LineReference?) -> [Outgoing<Content>]
    mutating func body(
        _ content: [Content], newline: Newline, shapes: [ChunkShape], _ line: LineReference?
    ) -> [Outgoing<Content>]
    mutating func raw(_ content: [Content], _ line: LineReference?) -> [Outgoing<Content>]
    /// The raw lines of a head that is whole, once; nil: there are none, or the head is not whole.
    mutating func takeRawHead() -> [UInt8]?
    mutating func trailers(_ line: LineReference?) -> [Outgoing<Content>]
    mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content>
    /// The message pauses, because something other than its lines comes next; `continuation` is how it may go on later.
    mutating func pause(_ continuation: Continuation) -> [Outgoing<Content>]
}

extension MessageWriter {
    /// Streams have no raw lines.
    package mutating func takeRawHead() -> [UInt8]? { nil }
}

extension MessageSyntax {
    /// The writer of a message.
    package func writer<Content>(_ survey: ReplyWriter<Content>.Survey) -> any MessageWriter<Content> {
        switch self {
        case .lines: ReplyWriter(survey)
        case .frames: StreamWriter(survey)
        }
    }
}
