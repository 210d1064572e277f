// Nearest.swift: did you mean …?
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainScenario

enum Nearest {
    static func suggestion(for word: String, among words: [String]) -> String? {
        NearestWord.suggestion(for: word, among: words)
    }
}
