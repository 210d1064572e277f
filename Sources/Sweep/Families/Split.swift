// Split.swift: replies that leave in small writes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

extension Family {
    package static let split = Family("split", "a reply leaves in several writes") { subject in
        var changes = Changes()
        guard let first = subject.exchanges.first?.replies.first else { return changes }
        changes.append(
            Change(
                "each-byte", place: "every byte", sentence: "each byte of the replies leaves in a write of its own",
                edits: [.insert("! segment 1", above: first.start)]))
        return changes
    }
}
