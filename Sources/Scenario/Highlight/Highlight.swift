// Highlight.swift: the parts of a line by kind, for programs that show scenarios in colour.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Tells the parts of a file's lines apart, one line after the other, also in a file that is wrong.
///
/// It uses the reader's words, and the reader's rules of where a message begins and its head ends, so that a line of
/// a body that looks like a field is shown as body. It never fails, and every byte of a line is in one part.
package struct Highlight: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// Text of no other kind: values of fields, bodies, free text, blanks.
        case text
        case comment
        case clientMark = "client-mark", serverMark = "server-mark"
        case callbackMark = "callback-mark", actMark = "act-mark"
        case lane
        /// `?`, `+` or `&` behind `*`.
        case occurrence
        /// A word that begins a line, and small words such as `as` and `await`.
        case keyword
        /// The name of a callback, an act or an order.
        case name
        case arrow, decision
        case method, target, status, version, field
        /// `method` in `method=GET`.
        case parameter
        /// A word of a closed set: a level, a kind of challenge, a scheme.
        case constant
        case number, string, escape
        /// The braces of `{{…}}`, and the bars between its steps.
        case brace
        case function, variable
        /// Colons, equal signs, bars of tables.
        case punctuation
        /// The cells of a table, its columns' names, and the first cell of a row, which names the run.
        case cell, column
        case caseName = "case"
        /// The name of an origin or proxy.
        case origin
        /// A word that the reader does not know where it stands.
        case unknown
    }

    package struct Part: Hashable, Sendable {
        package let kind: Kind
        package let text: String
    }

    /// The kind of line that an indented line continues.
    enum Head {
        case none
        case callback
        case word(LineWord)
    }

    var speech = Speech()
    /// `speech` as it was at the beginning of each open block.
    var speechOfBlocks: [Speech] = []
    var head = Head.none
    var isRoutes = false
    var isReplied = false
    /// The names of the columns have not come yet.
    var awaitsColumns = false
    /// The cells of a table's first row: where a message begins may depend on them.
    var firstRow = FirstRow()

    package init() {}

    /// The parts of the lines of a file from the one behind `after` on; an empty line has none.
    package static func parts(of bytes: [UInt8], after: Int = 0, atMost count: Int = .max) -> [[Part]] {
        var highlight = Highlight()
        var parts: [[Part]] = []
        let lines = Lines.split(bytes)
        let notes = CurlNotes.indices(among: lines)
        let typed = lines.indices.lazy.map { SourceLine(number: $0 + 1, bytes: Array(lines[$0])) }
        var index = 0
        while index < lines.count, parts.count < count {
            let line = ValueLines.line(at: index, of: typed)
            let paint = notes.contains(index) ? Paint(note: line) : highlight.paint(line)
            parts += paint.parts.dropFirst(max(0, after - index)).prefix(count - parts.count)
            index += line.numbers.count
        }
        return parts
    }

    /// How many lines a file has.
    package static func lineCount(of bytes: [UInt8]) -> Int { Lines.split(bytes).count }

    private mutating func paint(_ line: SourceLine) -> Paint {
        var paint = Paint(line, knowsGenerators: isRoutes)
        var ignored = Faults(file: "")
        switch LineForm.of(line, &ignored) {
        case .blank: break
        case .comment: paint.paint(line.whole, .comment)
        case .message(let voice, let mark): message(voice, mark, &paint)
        case .callback(let mark):
            head = .callback
            speech.interrupt()
            paint.mark(mark, .callbackMark)
            if let content = mark.content { paint.callback(content) }
        case .act(let mark):
            head = .none
            paint.mark(mark, .actMark)
            act(mark, &paint)
        case .word(let word, let rest): self.word(word, rest, &paint)
        case .continuation(let text): continuation(text, &paint)
        case .broken: paint.paint(line.whole.upTo(1), .unknown)
        }
        return paint
    }
}
