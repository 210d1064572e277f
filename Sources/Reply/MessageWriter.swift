// MessageWriter.swift: what writes the lines of one message.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation
package import QuintainScenario
package import QuintainTranscript

/// Takes the `<` lines of one message in, and answers with the parts that leave of it.
///
/// What a line adds may have to wait for the next one: a chunk for its end, a head for whether anything follows it.
package protocol MessageWriter<Content>: Sendable {
    associatedtype Content: ReplyContent

    /// All of the message has left.
    var isOver: Bool { get }
    /// A response of the 1xx class: the one that counts is still to come.
    var isInformational: Bool { get }

    /// The start line, without its end.
    mutating func start(_ text: [UInt8], _ line: LineReference?) -> Outgoing<Content>
    /// A line of the head; nil: its name is to go out as it is written.
    mutating func field(_ text: [Content], name: String?, _ line: LineReference?) -> Outgoing<Content>
    /// The bare mark that ends the head.
    mutating func endHead(_ line: LineReference?) -> [Outgoing<Content>]
    mutating func body(
        _ content: [Content], newline: Newline, shapes: [ChunkShape], _ line: LineReference?
    ) -> [Outgoing<Content>]
    mutating func raw(_ content: [Content], _ line: LineReference?) -> [Outgoing<Content>]
    mutating func trailers(_ line: LineReference?) -> [Outgoing<Content>]
    mutating func trailer(_ text: [Content], _ line: LineReference?) -> Outgoing<Content>
    /// Something else than a line of this message comes next; `continuation` is how it may go on after that.
    mutating func pause(_ continuation: Continuation) -> [Outgoing<Content>]
}
