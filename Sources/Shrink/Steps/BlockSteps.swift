// BlockSteps.swift: steps that take blocks apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    private var blocks: [(item: Item, block: Block)] {
        lists.joined().compactMap { item in
            if case .block(let block) = item.form { (item, block) } else { nil }
        }
    }

    var blockSteps: [Reduction] {
        blocks.flatMap { item, block -> [Reduction] in
            var steps = block.isPermission ? [] : [Reduction.removing(item.rows)]
            guard block.word != .repeat else { return steps }
            // One part by itself, without the words around it.
            for index in block.parts.indices where block.canGo(allBut: index) {
                let part = block.parts[index]
                let isNever = anatomies[part.head].word == .never
                let kept = Set(part.items.flatMap(\.rows) + (isNever ? [part.head, item.rows.upperBound - 1] : []))
                steps.append(.removing(item.rows.filter { !kept.contains($0) }))
            }
            guard block.parts.count > 2 else { return steps }
            for (index, part) in block.parts.enumerated() where block.canGo(part) {
                var step = Reduction.removing(part.rows)
                if index == 0 {
                    // The word that opens the block stays, in the place of the next branch's, unless that is `never`.
                    let second = block.parts[1].head
                    let opens = anatomies[second].word != .never
                    step = .removing(part.items.flatMap(\.rows) + [part.head] + (opens ? [item.first] : []))
                    if opens { step.replaced[second] = rows[second].replacingFirstWord(with: block.word.rawValue) }
                }
                steps.append(step)
            }
            return steps
        }
    }

    var roundSteps: [Reduction] {
        blocks.flatMap { item, block -> [Reduction] in
            guard block.word == .repeat, let part = block.parts.first, let word = anatomies[part.head].words.first
            else { return [] }
            let rounds = text(part.head, word)
            let last = rounds.split(separator: ".").last.flatMap { Int($0) } ?? 1
            let inner = part.items.flatMap(\.rows)
            // The lines stand once, without `repeat`; in the second step, what followed the last round follows the
            // first.
            var once = Reduction.removing([part.head, item.rows.upperBound - 1])
            for row in inner { once.replaced[row] = rows[row].counted }
            var behind = once
            for (row, text) in renaming("\(last + 1)", "2", but: item.rowSet).replaced { behind.replaced[row] = text }
            var steps = [once, behind]
            for fewer in Set([1, 2, last / 2]).sorted() where fewer < last && fewer > 0 {
                let shorter = changing(part.head, word, to: "\(fewer)")
                steps.append(shorter)
                steps.append(shorter.joined(with: renaming("\(last + 1)", "\(fewer + 1)", but: item.rowSet)))
            }
            return steps
        }
    }
}

extension Outline.Block {
    /// Whether a client that does nothing in the block is right.
    var isPermission: Bool {
        word == .either && parts.contains { part in !part.items.contains(where: \.asksForSomething) }
    }

    /// A branch that an `either` allows stays, or right clients would be accused; a branch that is a failure allows
    /// nothing.
    fileprivate func canGo(_ part: Part) -> Bool { word == .anyOrder || part.isWrong }

    fileprivate func canGo(allBut kept: Int) -> Bool {
        parts.indices.allSatisfy { $0 == kept || canGo(parts[$0]) }
    }
}

extension Outline.Item {
    fileprivate var rowSet: Set<Int> { Set(rows) }

    /// Whether the client has to do something for the item.
    fileprivate var asksForSomething: Bool {
        switch form {
        case .block(let block): return block.parts.contains { $0.items.contains(where: \.asksForSomething) }
        case .setting, .strength, .remark: return false
        case .line(let line):
            switch line.deed {
            case .receive, .await: return true
            case .callback(let callback): return callback.occurrence != .optional
            case .send, .act, .order, .binding: return false
            }
        }
    }
}

extension String {
    fileprivate func replacingFirstWord(with word: String) -> String {
        let rest = drop { $0 != " " }.drop { $0 == " " }
        return rest.isEmpty ? word : "\(word) \(rest)"
    }

    /// The text with the numbers that `{{count}}` has in the first round.
    fileprivate var counted: String {
        replacing("{{count}}", with: "1").replacing("{{count+1}}", with: "2").replacing("{{count-1}}", with: "0")
    }
}
