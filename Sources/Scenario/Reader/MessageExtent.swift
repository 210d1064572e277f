// MessageExtent.swift: how many lines a message has, those of all rounds counted.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation

/// The message lines of a stretch of a file: those before its first start line and those from its last one on. Where no
/// message begins in it, both are all that it has.
struct MessageExtent {
    private var before = 0
    private var behind = 0
    private var begins = false

    /// The first block or line with which a message of the file has more lines than there may be.
    static func tooLong(_ nodes: [Node]) -> Place? {
        var place: Place?
        _ = Self(nodes, &place)
        return place
    }

    private init() {}

    private init(begins: Bool) {
        self.begins = begins
        (before, behind) = begins ? (0, 1) : (1, 1)
    }

    private init(_ nodes: [Node], _ tooLong: inout Place?) {
        for node in nodes {
            switch node {
            case .line(let line):
                guard let begins = line.deed.beginsMessage else { continue }
                append(Self(begins: begins), line.place, &tooLong)
            case .repeated(let block):
                var round = Self(block.nodes, &tooLong)
                if !round.begins {
                    // Both factors are bounded, so the product is, too.
                    round.before *= block.rounds.upperBound
                    round.behind = round.before
                }
                append(round, block.place, &tooLong)
                // A message goes on from one round into the next.
                if round.begins, block.rounds.upperBound > 1 { append(round, block.place, &tooLong) }
            case .either(let block): append(Self(longestOf: block.branches, &tooLong), block.place, &tooLong)
            case .anyOrder(let block):
                for part in block.parts { append(Self(part.nodes, &tooLong), part.place, &tooLong) }
            }
        }
    }

    private init(longestOf branches: [Either.Branch], _ tooLong: inout Place?) {
        let all = branches.map { Self($0.nodes, &tooLong) }
        before = all.map(\.before).max() ?? 0
        behind = all.map(\.behind).max() ?? 0
        begins = !all.isEmpty && all.allSatisfy(\.begins)
        if !begins { (before, behind) = (max(before, behind), max(before, behind)) }
    }

    private mutating func append(_ next: Self, _ place: Place, _ tooLong: inout Place?) {
        let joined = behind + next.before
        if joined > FileLimits.messageLines { tooLong = tooLong ?? place }
        let bounded = min(joined, FileLimits.messageLines)
        if !begins { before = min(next.begins ? before + next.before : joined, FileLimits.messageLines) }
        behind = next.begins ? min(next.behind, FileLimits.messageLines) : bounded
        begins = begins || next.begins
    }
}

extension Deed {
    /// nil: the line is no part of a message.
    fileprivate var beginsMessage: Bool? {
        switch self {
        case .send(.start), .send(.raw(_, startsMessage: true)), .receive(.start), .receive(.raw(_, .start)): true
        case .send, .receive: false
        case .act, .order, .callback, .await, .binding: nil
        }
    }
}
