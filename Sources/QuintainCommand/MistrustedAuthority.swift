// MistrustedAuthority.swift: commands that do not know whom to trust, since nobody has told them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainPlayer
import QuintainRunner
import QuintainSides
import QuintainTranscript

/// The cases in which a command that makes its requests itself gave TLS up, for it knows no authority of theirs.
struct MistrustedAuthority {
    private var count = 0

    mutating func add(_ result: CaseResult) {
        guard result.isFailure, !result.exits.isEmpty else { return }
        if result.findings.contains(where: { $0.difference.map(Self.isOfAuthority) ?? false }) { count += 1 }
    }

    /// nil: there are none.
    var remark: String? {
        guard count > 0 else { return nil }
        return "the command does not know the authority of the certificates, in "
            + "\(Summary.count(count, "case")) that failed: \(Self.remedy)"
    }

    /// The remedy for the command of a play; nil: it needs none.
    static func help(_ outcome: Outcome) -> String? {
        outcome.breaches.contains { $0.severity == .failure && isOfAuthority($0.difference) } ? remedy : nil
    }

    private static let remedy =
        "'{{ca}}' among its words, or the variable QUINTAIN_CA, is the file that it has to trust, such as by curl's --cacert"

    private static func isOfAuthority(_ difference: Difference) -> Bool {
        if case .tlsFailed(let failure, _)? = difference.instead { failure.alert == "unknown_ca" } else { false }
    }
}
