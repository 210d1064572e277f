// LeftOut.swift: why a rule says nothing about an exchange.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainScenario

/// Ends the derivation of variants for one exchange. The reason is counted in the report.
struct LeftOut: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}

extension Family {
    /// A family that varies one reply at a time.
    init(
        _ name: String, _ summary: String,
        derive: @escaping @Sendable (VariedReply, inout Changes) throws(LeftOut) -> Void
    ) {
        self.init(name, summary) { subject in
            var changes = Changes()
            for exchange in subject.exchanges {
                do throws(LeftOut) {
                    try derive(try VariedReply(exchange, of: subject), &changes)
                } catch {
                    changes.leaveOut(error.reason)
                }
            }
            return changes
        }
    }
}

extension Changes {
    /// Adds a variant of a reply, if there are edits that make one, or it leaves altered. No edits at all: there is no
    /// such variant.
    mutating func add(
        _ value: String, of varied: VariedReply, altered alteration: Alteration? = nil,
        _ edits: @autoclosure () throws(LeftOut) -> [Edit]? = []
    ) {
        do throws(LeftOut) {
            guard let edits = try edits(), !edits.isEmpty || alteration != nil else { return }
            let alterations = alteration.map { [varied.reply.start: $0] } ?? [:]
            append(Change(varied.value(value), place: value, edits: edits, alterations: alterations))
        } catch {
            leaveOut(error.reason)
        }
    }
}
