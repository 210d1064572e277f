// Highlight+Words.swift: lines that begin with a word, and what is indented below them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Highlight {
    mutating func word(_ word: Text, _ rest: Text, _ paint: inout Paint) {
        guard let known = LineWord(rawValue: word.string) else {
            head = .none
            paint.paint(word, .unknown)
            return paint.words(rest)
        }
        head = .word(known)
        paint.paint(word, .keyword)
        switch known {
        case .client: speech.interrupt()
        case .cases: awaitsColumns = true
        case .either, .repeat: if speechOfBlocks.count < FileLimits.nesting { speechOfBlocks.append(speech) }
        case .or: speech = speechOfBlocks.last ?? speech
        case .anyOrder:
            speech.endMessages()
            if speechOfBlocks.count < FileLimits.nesting { speechOfBlocks.append(speech) }
        case .and:
            speech = speechOfBlocks.last ?? speech
            speech.endMessages()
        case .end: _ = speechOfBlocks.popLast()
        case .routes: isRoutes = true
        case .spec, .level, .tags, .needs, .over, .within, .lines, .origin, .proxy, .fields: break
        }
        if !rest.isEmpty { setting(rest, of: known, &paint) }
    }

    private mutating func setting(_ rest: Text, of word: LineWord, _ paint: inout Paint) {
        switch word {
        case .client: paint.order(rest)
        case .cases: row(rest, &paint)
        case .either, .or, .anyOrder, .and, .spec, .tags: paint.values(in: rest, as: .text)
        case .level: paint.known(rest, .constant, among: Level.allCases.map(\.rawValue))
        case .lines: paint.known(rest, .constant, among: Newline.words)
        case .needs: paint.needs(rest)
        case .origin, .proxy: paint.origin(rest, isNamed: true)
        case .fields: paint.field(rest)
        case .repeat, .end, .over, .within, .routes: paint.words(rest)
        }
    }

    mutating func continuation(_ text: Text, _ paint: inout Paint) {
        switch head {
        case .none: paint.words(text)
        case .callback, .word(.fields): paint.field(text)
        case .word(.client):
            let words = Scanner.words(of: text).words
            guard let first = words.first, first.text.equals("body") else { return paint.field(text) }
            paint.words(text)
            paint.paint(first.text, .keyword)
        case .word(.cases): row(text, &paint)
        case .word(.origin), .word(.proxy): paint.origin(text, isNamed: false)
        case .word(.needs): paint.needs(text)
        case .word: paint.values(in: text, as: .text)
        }
    }

    /// The names of the columns come first, or in their place the file that has them.
    private mutating func row(_ text: Text, _ paint: inout Paint) {
        if awaitsColumns, text.starts(with: "from ") {
            paint.words(text)
            paint.paint(text.upTo(text.start + 4), .keyword)
            return
        }
        let cells = Scanner.split(text, at: Byte.pipe, strings: false, values: true)
        firstRow.take(cells.map { Array($0.trimmed.bytes) }, areColumns: awaitsColumns)
        for (index, cell) in cells.enumerated() {
            if index > 0 { paint.paint(paint.text(cell.start - 1, cell.start), .punctuation) }
            paint.values(in: cell.trimmed, as: awaitsColumns ? .column : index == 0 ? .caseName : .cell)
        }
        awaitsColumns = false
    }
}
