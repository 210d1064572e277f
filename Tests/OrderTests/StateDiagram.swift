// StateDiagram.swift: the boxes and arrows of a contract's picture, with as few arrows as possible, for Graphviz.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

@testable import QuintainOrder

/// The picture of a contract, made from its machine alone.
///
/// A phase that allows everything that another one does, and more, is drawn with what it adds and a bare arrow to the
/// other. The error, and the stop of a protocol, may come nearly everywhere, so they stand in the boxes.
struct StateDiagram {
    typealias Phase = Contract.PhaseNumber

    struct Box {
        let phase: Phase
        /// Callbacks that may come any number of times and do not change the phase.
        var repeated: [TracedCallback] = []
        /// Callbacks that are allowed nearly everywhere and end the load.
        var exits: [(callback: TracedCallback, next: Phase)] = []
    }

    struct Arrow {
        let from: Phase
        let next: Phase
        var callbacks: [TracedCallback]
        /// The arrow may be taken without a callback.
        var isBare: Bool
    }

    let contract: Contract
    private(set) var boxes: [Box] = []
    private(set) var arrows: [Arrow] = []

    init(_ contract: Contract) {
        self.contract = contract
        for phase in reachable() {
            var box = Box(phase: phase)
            var found: [Arrow] = []
            let bare = Self.bareArrow(from: phase, contract)
            for entry in contract.alphabet {
                guard let next = contract.next(phase, entry.callback) else { continue }
                if Self.isExit(entry.callback), !contract.hasEnded(phase) {
                    box.exits.append((entry.callback, next))
                } else if let bare, contract.next(bare, entry.callback) == next {
                    continue
                } else if next == phase {
                    box.repeated.append(entry.callback)
                } else if let index = found.firstIndex(where: { $0.next == next }) {
                    found[index].callbacks.append(entry.callback)
                } else {
                    found.append(Arrow(from: phase, next: next, callbacks: [entry.callback], isBare: false))
                }
            }
            if let bare {
                if let index = found.firstIndex(where: { $0.next == bare }) {
                    found[index].isBare = true
                } else {
                    found.append(Arrow(from: phase, next: bare, callbacks: [], isBare: true))
                }
            }
            boxes.append(box)
            arrows += found
        }
    }

    /// The next phase by the picture alone, which a test compares with the contract's.
    func next(_ phase: Phase, _ callback: TracedCallback) -> Phase? {
        guard let box = boxes.first(where: { $0.phase == phase }) else { return nil }
        if box.repeated.contains(callback) { return phase }
        if let exit = box.exits.first(where: { $0.callback == callback }) { return exit.next }
        let own = arrows.filter { $0.from == phase }
        if let arrow = own.first(where: { $0.callbacks.contains(callback) }) { return arrow.next }
        return own.first { $0.isBare }.flatMap { next($0.next, callback) }
    }

    /// The picture in the language of Graphviz, whose `dot -Tsvg` draws it.
    var dot: String {
        var lines = [
            "digraph \"\(contract.name)\" {",
            "  rankdir=TB; node [shape=box style=rounded fontname=sans]; edge [fontname=sans]",
        ]
        for box in boxes {
            let exits = box.exits.map { "\($0.callback.label) → \(contract.title($0.next))" }
            let parts = [contract.title(box.phase)] + box.repeated.map { words($0) + " …" } + exits
            lines.append("  p\(box.phase) [label=\"\(parts.joined(separator: "\\n"))\"]")
        }
        for arrow in arrows {
            let label = arrow.callbacks.map(words).joined(separator: "\\n")
            let style = arrow.isBare ? " style=dashed" : ""
            lines.append("  p\(arrow.from) -> p\(arrow.next) [label=\"\(label)\"\(style)]")
        }
        return (lines + ["}"]).map { $0 + "\n" }.joined()
    }

    /// The label of a repeated callback, with the limit that a guard sets to its repetition.
    func words(_ callback: TracedCallback) -> String {
        switch callback {
        case .taskIsWaitingForConnectivity: "\(callback.label) (once)"
        case .didReceiveResponse where contract.family == .session || contract.family == .connection:
            "\(callback.label) (multipart)"
        default: callback.label
        }
    }

    private func reachable() -> [Phase] {
        var found = [contract.firstPhase]
        var index = 0
        while index < found.count {
            for entry in contract.alphabet {
                if let next = contract.next(found[index], entry.callback), !found.contains(next) { found.append(next) }
            }
            index += 1
        }
        return found.sorted()
    }

    /// The other phase whose callbacks are all allowed in this one too; the largest, if there are several.
    private static func bareArrow(from phase: Phase, _ contract: Contract) -> Phase? {
        let own = contract.allowed(in: phase)
        var best: (phase: Phase, count: Int)?
        for other in 0..<Phase(contract.phaseCount) where other != phase && !contract.hasEnded(other) {
            let theirs = contract.allowed(in: other)
            let isPart = theirs.allSatisfy { contract.next(phase, $0) == contract.next(other, $0) }
            // Of two phases that allow the same, the later one is the plain one. Two callbacks are too few for a bare
            // arrow.
            guard isPart, theirs.count > 2, theirs.count < own.count || other > phase else { continue }
            // A bare arrow leads only to a phase that is one callback away.
            guard isNear(phase, other, contract) else { continue }
            if theirs.count >= best?.count ?? 0 { best = (other, theirs.count) }
        }
        return best?.phase
    }

    /// Whether one callback leads from one phase to the other; a bare arrow between others would mislead.
    private static func isNear(_ one: Phase, _ other: Phase, _ contract: Contract) -> Bool {
        contract.allowed(in: one).contains { contract.next(one, $0) == other }
    }

    private static func isExit(_ callback: TracedCallback) -> Bool {
        switch callback {
        case .didCompleteWithError, .didFailWithError, .stopLoading: true
        default: false
        }
    }
}
