// Diagnostics.swift: prints the faults of a file.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

enum Diagnostics {
    /// Prints diagnostics on standard error as a compiler does, with the path of the file.
    static func show(_ diagnostics: [Diagnostic], of path: String, source: [UInt8]) {
        let named = diagnostics.map { diagnostic in
            var diagnostic = diagnostic
            diagnostic.file = path
            return diagnostic
        }
        show(named, source: source)
    }

    static func show(_ diagnostics: [Diagnostic], source: [UInt8]) {
        var text = DiagnosticText.rendered(diagnostics, source: source)
        while text.last == "\n" { text.removeLast() }
        if !text.isEmpty { Output.complain(text) }
    }
}
