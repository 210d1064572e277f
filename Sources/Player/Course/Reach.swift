// Reach.swift: the lines of a window that may happen next.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario
import QuintainWords

extension Window {
    /// Whether the wire line of theirs at `index` may happen now: in its lane the wire lines above it are done, and
    /// every question above it is answered.
    func isNextOnWire(_ index: Int) -> Bool {
        let lane = items[index].lane
        return items.indices[..<index].allSatisfy { above in
            switch items[above].state {
            case .done, .gone: return true
            case .due, .taken: break
            }
            guard items[above].lane == lane else { return true }
            guard case .callback(let expected) = items[above].kind else { return false }
            return !expected.callback.kind.isQuestion || !items[above].holdsUpOurs
        }
    }

    /// Whether the callback line at `index` may happen now: those above it in its lane are done, optional, or in the
    /// same run in any order.
    func isNextForCallbacks(_ index: Int) -> Bool {
        let item = items[index]
        if item.state == .gone { return false }
        for above in items[..<index].indices.reversed() where items[above].lane == item.lane {
            guard case .callback(let other) = items[above].kind else { continue }
            switch items[above].state {
            case .done, .gone: continue
            case .taken: return false
            case .due: break
            }
            if other.callback.occurrence == .optional { continue }
            if other.callback.occurrence == .anyOrder, item.isInAnyOrder,
                items[above..<index].allSatisfy({ $0.lane != item.lane || !$0.isCallback || $0.isInAnyOrder })
            {
                continue
            }
            return false
        }
        return true
    }

    /// Whether a line above takes every callback of this kind, with no line of ours between them that could separate
    /// the two.
    func isOfLineAbove(_ index: Int) -> Bool {
        let item = items[index]
        return items[..<index].contains { above in
            guard above.lane == item.lane, above.state == .done, above.reachedAfterOurs == item.reachedAfterOurs,
                case .callback(let other) = above.kind, case .callback(let own) = item.kind
            else { return false }
            return other.callback.kind == own.callback.kind && other.takesAll && !other.isSpoilt
        }
    }

    /// Whether a branch begins with this item: nothing above it in the branch has to happen first.
    func isHead(_ index: Int, from start: Int) -> Bool {
        items[start..<index].allSatisfy { $0.isOptional || $0.isInAnyOrder && items[index].isInAnyOrder }
    }
}
