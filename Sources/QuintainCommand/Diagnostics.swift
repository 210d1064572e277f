// Diagnostics.swift: what is wrong with a file, said.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainScenario

enum Diagnostics {
    static func show(_ diagnostics: [Diagnostic], _ path: String) {
        for diagnostic in diagnostics {
            Output.complain("\(diagnostic.file):\(diagnostic.place.line):\(diagnostic.place.column): \(diagnostic.message)")
        }
    }
}
