// SharedText.swift: a text that a test of another file plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

enum SharedText {
    static let first = #line + 2
    static let constant = """
        > GET /shared/elsewhere
        < 200
        """
}
