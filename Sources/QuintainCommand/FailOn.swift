// FailOn.swift: what fails a run, as --fail-on and --strict say.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainTranscript

/// The words of `--fail-on`.
enum FailOn: String, CaseIterable {
    case noted, warning, failure

    static let option = Usage.Option(
        "--fail-on", "WHAT",
        "what fails: 'noted', a broken line of any level, or 'warning', from level should on (else 'failure', level must)"
    )

    var severity: Severity {
        switch self {
        case .noted: .noted
        case .warning: .warning
        case .failure: .failure
        }
    }
}

extension Arguments {
    /// The least severity that fails the run.
    func failsFrom() throws(WrongUse) -> Severity {
        let named = try choice("--fail-on", FailOn.self)
        guard has("--strict") else { return named?.severity ?? .failure }
        guard named != .failure else {
            throw WrongUse(
                "'--strict' fails on a warning, and '--fail-on failure' does not", help: "leave one of them out")
        }
        return named?.severity ?? .warning
    }
}
