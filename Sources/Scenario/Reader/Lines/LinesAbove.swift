// LinesAbove.swift: what advice on a line needs of those above it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

struct LinesAbove {
    /// An empty line stands directly above.
    private(set) var isGap = false
    private var isBlank = false
    /// The line of the message that a line without a mark probably goes on with.
    private var message: SourceLine?
    /// The value of the last `> Cookie` line in the head that is being read.
    private var cookies: Text?
    /// The last line of a body.
    private var body: Text?
    /// Acts at a byte whose reply has not begun.
    var strikes = StrikesAbove()

    var messageMark: String? {
        message.map { String(decoding: $0.bytes.prefix { $0 != Byte.space }, as: UTF8.self) }
    }

    /// Takes in the line that is read next.
    mutating func reach(_ line: SourceLine, _ form: LineForm) {
        if !form.isComment { (isGap, isBlank) = (isBlank, form.isBlank) }
        switch form {
        case .blank, .comment, .broken, .continuation: break
        case .message: message = line
        case .act, .callback: message = nil
        case .word(let word, _):
            if LineWord(rawValue: word.string) != nil { message = nil }
            cookies = nil
        }
    }

    mutating func beginRequest() { cookies = nil }

    /// Takes in the value of a `> Cookie` line, and returns that of the one above it in its head.
    mutating func cookieLine(_ value: Text) -> Text? {
        defer { cookies = value }
        return cookies
    }

    /// Takes in a line of a body, and returns the one above it.
    mutating func bodyLine(_ content: Text) -> Text? {
        defer { body = content }
        return body
    }
}
