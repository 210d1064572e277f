// Edit.swift: a change of some lines of a text.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

/// Lines are named by their index in the text before any edit.
package enum Edit: Hashable, Sendable {
    /// Lines to insert above this one; an index that is the number of lines inserts them at the end.
    case insert([String], above: Int)
    case replace(Int, with: [String])
    case remove(Int)

    package static func insert(_ line: String, above index: Int) -> Self { .insert([line], above: index) }
    package static func replace(_ index: Int, with line: String) -> Self { .replace(index, with: [line]) }
    package static func remove(_ range: Range<Int>) -> [Self] { range.map { .remove($0) } }
}

extension [String] {
    /// Insertions above the same line keep their order; of two edits of one line the last one counts.
    package func edited(_ edits: [Edit]) -> [String] {
        var above: [Int: [String]] = [:]
        var replaced: [Int: [String]] = [:]
        for edit in edits {
            switch edit {
            case .insert(let lines, let index): above[index, default: []] += lines
            case .replace(let index, let lines): replaced[index] = lines
            case .remove(let index): replaced[index] = []
            }
        }
        var result: [String] = []
        result.reserveCapacity(count + edits.count)
        for index in 0...count {
            result += above[index] ?? []
            guard index < count else { break }
            guard let lines = replaced[index], let first = lines.first else {
                result += replaced[index] ?? [self[index]]
                continue
            }
            // A line keeps its level.
            result.append(first.strength.level.isEmpty ? self[index].strength.level + first : first)
            result += lines.dropFirst()
        }
        return result
    }
}
