// Outline.swift: a draft as the reader understands it, by its rows.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainScenario

/// The lines and blocks of a draft from top to bottom, each with its rows.
struct Outline {
    let rows: [String]
    let anatomies: [LineAnatomy]
    let items: [Item]
    /// The names of the lanes that are written.
    let lanes: [Lane]
    let origins: [Origin]
    /// The names of origins that are not to become others, whatever is left of what is asked of them.
    let apart: Set<String>

    /// A line with what is indented below it, or a block.
    struct Item {
        var rows: Range<Int>
        var form: Form

        var first: Int { rows.lowerBound }

        enum Form {
            case line(Line)
            case setting(LineWord)
            /// `should` by itself, or the `end` of its lines.
            case strength
            /// A comment or an empty line.
            case remark
            case block(Block)
        }

        var line: Line? {
            if case .line(let line) = form { line } else { nil }
        }
    }

    struct Block {
        var word: LineWord
        var parts: [Part]

        /// `or …`, or the block's own first line, and what stands below it.
        struct Part {
            var head: Int
            /// Whoever takes the branch fails.
            var isWrong: Bool
            var items: [Item]
            var rows: Range<Int>
        }
    }

    init(_ draft: Draft, _ scenario: Scenario, apart: Set<String> = []) {
        rows = draft.rows.map(\.text)
        anatomies = rows.map(LineAnatomy.init)
        lanes = scenario.lanes
        origins = scenario.origins
        self.apart = apart
        var lines: [Int: Line] = [:]
        Self.collect(scenario.nodes, &lines)
        var survey = RowReader(anatomies: anatomies, lines: lines)
        items = survey.items()
    }

    /// Every list of items that stand beside each other: the file's, and those of each branch.
    var lists: [[Item]] { Self.lists(items) }

    /// The rows of each `either`.
    var allowedRows: Set<Int> {
        let choices = lists.joined().filter {
            if case .block(let block) = $0.form { block.word == .either } else { false }
        }
        return Set(choices.flatMap(\.rows))
    }

    /// The rows of `within`, and those with a pattern: a shorter time or pattern lets in fewer clients.
    var boundRows: Set<Int> {
        let times = lists.joined().filter { if case .setting(.within) = $0.form { true } else { false } }
        let patterns = rows.indices.filter { row in anatomies[row].values.contains { isPattern(text(row, $0)) } }
        return Set(times.flatMap(\.rows) + patterns)
    }

    /// `{{/…/}}`, `{{list has "…"}}`
    private func isPattern(_ value: String) -> Bool {
        if Scanner.isExpression(Array(value.utf8)) { return true }
        let word = value.dropFirst(2).prefix { $0 != " " && $0 != "}" }
        return FunctionWord(rawValue: String(word))?.onlyMatches == true && value.contains("\"")
    }

    /// The lists without the branches of an `either`, whose lines are allowed and not asked for.
    var listsAskedFor: [[Item]] { Self.lists(items) { $0.word != .either } }

    private static func lists(_ items: [Item], in goesInto: (Block) -> Bool = { _ in true }) -> [[Item]] {
        [items]
            + items.flatMap { item -> [[Item]] in
                guard case .block(let block) = item.form, goesInto(block) else { return [] }
                return block.parts.flatMap { lists($0.items, in: goesInto) }
            }
    }

    private static func collect(_ nodes: [Node], _ lines: inout [Int: Line]) {
        for node in nodes {
            switch node {
            case .line(let line): lines[line.place.line - 1] = line
            case .repeated(let block): collect(block.nodes, &lines)
            case .either(let block): for branch in block.branches { collect(branch.nodes, &lines) }
            case .anyOrder(let block): for part in block.parts { collect(part.nodes, &lines) }
            }
        }
    }
}

/// Goes down the rows once and makes items of them.
private struct RowReader {
    let anatomies: [LineAnatomy]
    let lines: [Int: Line]
    private var index = 0

    init(anatomies: [LineAnatomy], lines: [Int: Line]) {
        self.anatomies = anatomies
        self.lines = lines
    }

    /// The items up to the word that ends the list; that word is not passed.
    mutating func items(in block: LineWord? = nil) -> [Outline.Item] {
        var items: [Outline.Item] = []
        var strengths = 0
        while index < anatomies.count {
            let start = index
            let anatomy = anatomies[index]
            switch anatomy.word {
            case .end? where strengths > 0: strengths -= 1
            case .or?, .end?: return items
            case .never? where block == .either: return items
            case .either?, .never?, .anyOrder?, .repeat?:
                let block = self.block(anatomy.word == .never ? .either : anatomy.word!)
                items.append(.init(rows: start..<index, form: .block(block)))
                continue
            default: if anatomy.opensLevel { strengths += 1 }
            }
            index += 1
            if anatomy.opensLevel || anatomy.word == .end {
                items.append(.init(rows: start..<index, form: .strength))
                continue
            }
            if anatomy.form == .blank || anatomy.form == .comment {
                items.append(.init(rows: start..<index, form: .remark))
                continue
            }
            passIndented()
            if let line = lines[start] {
                items.append(.init(rows: start..<index, form: .line(line)))
            } else {
                items.append(.init(rows: start..<index, form: anatomy.word.map { .setting($0) } ?? .remark))
            }
        }
        return items
    }

    private mutating func block(_ word: LineWord) -> Outline.Block {
        var block = Outline.Block(word: word, parts: [])
        while index < anatomies.count {
            let head = index
            if anatomies[head].word == .end {
                index += 1
                return block
            }
            index += 1
            passIndented()
            let items = items(in: word)
            // The word that opens the block holds nothing where `never` follows.
            if items.isEmpty, block.parts.isEmpty, index < anatomies.count, anatomies[index].word == .never { continue }
            let isWrong =
                if case .act(.wrong)? = lines[head]?.deed { lines[head]?.level == .must } else { false }
            block.parts.append(.init(head: head, isWrong: isWrong, items: items, rows: head..<index))
        }
        return block
    }

    /// Passes the rows that are indented below a line, with the remarks between them: they belong to the line.
    private mutating func passIndented() {
        var ahead = index
        while ahead < anatomies.count {
            switch anatomies[ahead].form {
            case .continuation:
                ahead += 1
                index = ahead
            case .blank, .comment: ahead += 1
            case .request, .reply, .callback, .act, .order, .setting: return
            }
        }
    }
}
