// BlockSteps.swift: steps that take blocks apart.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Outline {
    private var blocks: [(item: Item, block: Block)] {
        lists.joined().compactMap { item in
            if case .block(let block) = item.form { (item, block) } else { nil }
        }
    }

    var blockSteps: [Step] {
        blocks.flatMap { item, block -> [Step] in
            var steps = [Step.removing(item.rows)]
            guard block.word != .repeat else { return steps }
            // One branch by itself, without the words around it.
            for part in block.parts {
                let kept = Set(part.items.flatMap(\.rows))
                steps.append(.removing(item.rows.filter { !kept.contains($0) }))
            }
            if block.word == .anyOrder {
                // All parts, in the order in which they are written.
                steps.append(.removing(block.parts.map(\.head) + [item.rows.upperBound - 1]))
            }
            guard block.parts.count > 2 else { return steps }
            for (index, part) in block.parts.enumerated() {
                var step = Step.removing(part.rows)
                if index == 0 {
                    // The word that opens the block stays, in the place of the next branch's.
                    let second = block.parts[1]
                    step = .removing([part.head] + part.items.flatMap(\.rows))
                    step.replaced[second.head] = rows[second.head].replacingFirstWord(with: block.word.rawValue)
                }
                steps.append(step)
            }
            return steps
        }
    }

    var roundSteps: [Step] {
        blocks.flatMap { item, block -> [Step] in
            guard block.word == .repeat, let part = block.parts.first, let word = anatomies[part.head].words.first
            else { return [] }
            let rounds = text(part.head, word)
            let last = rounds.split(separator: ".").last.flatMap { Int($0) } ?? 1
            let inner = part.items.flatMap(\.rows)
            // Once, and without the word; what stood behind the last round stands behind the first.
            var once = Step.removing([part.head, item.rows.upperBound - 1])
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

extension Outline.Item {
    fileprivate var rowSet: Set<Int> { Set(rows) }
}

extension String {
    fileprivate func replacingFirstWord(with word: String) -> String {
        let rest = drop { $0 != " " }.drop { $0 == " " }
        return rest.isEmpty ? word : "\(word) \(rest)"
    }

    /// With the numbers that `{{count}}` has in the first round.
    fileprivate var counted: String {
        replacing("{{count}}", with: "1").replacing("{{count+1}}", with: "2").replacing("{{count-1}}", with: "0")
    }
}
