// HeldQuestions.swift: answers to questions that are not held any more.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainWords

/// The most questions of a lane that can be held open here.
struct HeldQuestions: Equatable {
    private var count = 0

    static func merged(_ one: Self, _ other: Self) -> Self { one.count > other.count ? one : other }

    mutating func follow(_ line: Line, isWithin block: Bool, _ faults: inout Faults) {
        switch line.deed {
        case .callback(let callback) where callback.decision == .plain(.hold):
            count = block || callback.occurrence == .oneOrMore ? Self.any : min(count + 1, Self.any)
        case .order(.answer) where count == 0:
            faults.add(
                .nothingHeld, line.place, "no question of this load is held here any more",
                help: "each '-> hold' above is answered once; 'lane=b' names the load of another lane")
        case .order(.answer): if count < Self.any { count -= 1 }
        default: break
        }
    }

    /// A number so large that no answer is one too many.
    private static let any = 1_000_000
}
