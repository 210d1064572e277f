// Diagnostics.swift: what is wrong with a file, said.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoop
import QuintainScenario

enum Diagnostics {
    /// Shows them on standard error as a compiler does.
    static func show(_ diagnostics: [Diagnostic], of path: String) {
        guard !diagnostics.isEmpty else { return }
        show(diagnostics, source: (try? Files.read(path)) ?? [])
    }

    static func show(_ diagnostics: [Diagnostic], source: [UInt8]) {
        var text = DiagnosticText.rendered(diagnostics, source: source)
        while text.last == "\n" { text.removeLast() }
        if !text.isEmpty { Output.complain(text) }
    }
}
