// PlanPart.swift: what the shards of a run have in common.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// One of the things that all shards of a run have in common. The report of a shard has a digest of each:
/// `scenarios 5d1f, clients 90aa, run of CI 7c02`.
package enum PlanPart: String, CaseIterable, Sendable {
    case scenarios, clients
    case cases = "choice of cases"
    case known = "known failures"
    case failOn = "'--fail-on' or '--strict'"
    case exit = "'--exit'"
    case run = "run of CI"

    package static func text(_ digests: [PlanPart: UInt64]) -> String {
        allCases.compactMap { part in digests[part].map { "\(part.rawValue) \(String($0, radix: 16))" } }
            .joined(separator: ", ")
    }

    /// The digest of this part in the text; nil: there is none.
    func digest(in text: String) -> Substring? {
        text.split(separator: ",").lazy.map { $0.drop { $0 == " " } }.first { $0.hasPrefix(rawValue + " ") }
            .map { $0.dropFirst(rawValue.utf8.count + 1) }
    }

    /// The parts in which the runs differ. Other scenarios and other clients lead to other cases by themselves.
    static func differing(in texts: Set<String>) -> [PlanPart] {
        let parts = allCases.filter { part in Set(texts.map { part.digest(in: $0) }).count > 1 }
        return parts.contains(.scenarios) || parts.contains(.clients) ? parts.filter { $0 != .cases } : parts
    }
}
