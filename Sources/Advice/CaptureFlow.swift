// CaptureFlow.swift: captures that may not have been taken where they are used, and those that are taken twice.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

/// Goes through a scenario as a run would, and keeps which values have been taken on every way.
struct CaptureFlow {
    private(set) var remarks: [Remark] = []
    /// What has been taken, whichever way the play took.
    private var taken: Set<String> = []
    /// What was taken on some way above the branch of alternatives that is followed: that way may be the one that leads into it.
    private var likely: Set<String> = []
    /// What was taken on some way.
    private var seen: Set<String> = []
    /// What was taken in this block, and is not used yet: where, and in which message.
    private var fresh: [String: (line: Line, message: Int)] = [:]
    /// The number of messages so far.
    private var messages = 0
    /// What no line uses, of which another warning tells, or what one warning has told of.
    private var told: Set<String>

    init(unused: Set<String>) { told = unused }

    mutating func follow(_ nodes: [Node]) {
        for node in nodes {
            switch node {
            case .line(let line): follow(line)
            case .repeated(let block):
                let before = taken
                within { $0.follow(block.nodes) }
                if block.rounds.lowerBound == 0 { taken = before }
            case .either(let either): follow(either)
            case .anyOrder(let block):
                let before = taken
                var after = before
                for part in block.parts {
                    taken = before
                    within { $0.follow(part.nodes) }
                    after.formUnion(taken)
                }
                taken = after
            }
        }
    }

    /// The value that was taken last above a block may be used behind another way through it.
    private mutating func within(_ body: (inout CaptureFlow) -> Void) {
        fresh = [:]
        body(&self)
        fresh = [:]
    }

    private mutating func follow(_ either: Either) {
        let (before, outer) = (taken, likely)
        var after: Set<String>?
        likely = seen
        defer { likely = outer }
        for branch in either.branches {
            taken = before
            within { $0.follow(branch.nodes) }
            // A branch that is a mistake explains by itself what is missing below.
            if branch.nodes.contains(where: \.isWrong) { continue }
            after = after.map { $0.intersection(taken) } ?? taken
        }
        taken = after ?? taken
    }

    private mutating func follow(_ line: Line) {
        let values = line.deed.templates.flatMap(\.values).flatMap(\.all)
        let isOptional = if case .callback(let callback) = line.deed { callback.occurrence == .optional } else { false }
        if line.deed.startsMessage { messages += 1 }
        for case .capture(let name, _) in values.map(\.function) where !isOptional {
            takeAgain(name, line)
            taken.insert(name)
            seen.insert(name)
            fresh[name] = (line, messages)
        }
        for value in values {
            guard case .captured(let name) = value.function else { continue }
            fresh[name] = nil
            guard !taken.contains(name), !likely.contains(name), !value.hasOtherwise, told.insert(name).inserted else {
                continue
            }
            remarks.append(
                Remark(
                    .captureSkipped, value.place, "'\(name)' is not taken on every way to this line, and is empty then",
                    help:
                        "take it on every way, or use it where it is taken; '{{\(name) | else \"none\"}}' has another value "
                        + "where it was not"))
        }
    }

    private mutating func takeAgain(_ name: String, _ line: Line) {
        guard let (first, message) = fresh[name], message < messages, first.lane == line.lane,
            told.insert(name).inserted,
            let value = line.deed.templates.flatMap(\.values).flatMap(\.all).first(where: { $0.takes(name) })
        else { return }
        remarks.append(
            Remark(
                .captureAgain, value.place,
                "'\(name)' is taken anew here, and nothing has used what line \(first.place.line) took",
                help: "'{{\(name)}}' compares it with what was taken; a capture compares nothing"))
    }
}

extension Node {
    fileprivate var isWrong: Bool {
        if case .line(let line) = self, case .act(.wrong) = line.deed { true } else { false }
    }
}

extension Deed {
    fileprivate var startsMessage: Bool {
        switch self {
        case .receive(.start), .receive(.raw(_, .start)), .callback: true
        default: false
        }
    }
}

extension Value {
    fileprivate var hasOtherwise: Bool {
        transforms.contains { if case .otherwise = $0 { true } else { false } }
    }
}
