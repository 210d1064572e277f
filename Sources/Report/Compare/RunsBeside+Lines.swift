// RunsBeside+Lines.swift: the differences between two runs as a terminal shows them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner
package import QuintainSides

extension RunsBeside {
    /// Differences that say the same: of many the first few stand for all.
    private enum Kind: Hashable {
        /// One of the runs alone has the case: a table that was added has hundreds.
        case alone(Change)
        case finding(Change, client: String, failure: String, ends: [String])

        init?(_ one: Difference) {
            switch one.change {
            case .new, .gone: self = .alone(one.change)
            case .mended: return nil
            case .broken, .differs, .changed:
                guard let result = one.after?.result, let finding = one.newFinding else { return nil }
                self = .finding(one.change, client: result.client, failure: finding.failure, ends: one.ends)
            }
        }

        var printedAtMost: Int {
            switch self {
            case .alone: 10
            case .finding: 5
            }
        }

        func more(_ count: Int, _ first: Difference, _ style: Style) -> String {
            switch self {
            case .alone(let change):
                "\(change.column)  \(count) more: --verbose lists them"
            case .finding: first.line(style, standingFor: count)
            }
        }
    }

    /// Each difference in a line; with all of them, both sides of those that are broken.
    package func lines(_ style: Style = .plain, isVerbose: Bool) -> [String] {
        var lines: [String] = []
        var counts: [Kind: Int] = [:]
        var untold: [(kind: Kind, first: Difference)] = []
        for one in differences {
            if !isVerbose, let kind = Kind(one) {
                let count = counts[kind, default: 0] + 1
                counts[kind] = count
                if count == kind.printedAtMost + 1 { untold.append((kind, one)) }
                if count > kind.printedAtMost { continue }
            }
            lines.append(one.line(style))
            if isVerbose, one.change == .broken { lines += CaseText.whole(one.one, style: style).dropFirst() }
        }
        return lines
            + untold.map { kind, first in kind.more((counts[kind] ?? 0) - kind.printedAtMost, first, style) }
    }
}
