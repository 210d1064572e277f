// Badge.swift: a run as a small picture for a README.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainRunner

extension CheckReport {
    /// `quintain | 412 of 415`, as SVG that needs no other file: how many of the cases that apply passed, and how many
    /// of them with a warning, `494 of 536, 59 warnings`. It is green if all did, brown if the others are known to
    /// fail, and red if something is not as expected. Where that is none of the cases, a number of them would mislead:
    /// `quintain | failed`.
    package var badge: String {
        let tally = tally
        let passed = tally[.pass] + tally[.noted] + tally[.warning]
        let all = tally.total - tally[.notApplicable]
        let warnings = tally[.warning]
        let more = warnings == 0 ? "" : warnings == 1 ? ", 1 warning" : ", \(warnings) warnings"
        let isOfRun = tally.isAsExpected && !isAsExpected
        let text = all == 0 ? "no cases" : isOfRun ? "failed" : "\(passed) of \(all)\(more)"
        let colour = !isAsExpected || all == 0 ? Badge.red : passed < all ? Badge.brown : Badge.green
        return Badge(label: "quintain", text: text, colour: colour, sentence: CaseText.counts(tally)).svg
    }
}

/// Two fields: a label and a text.
private struct Badge {
    let label: String
    let text: String
    let colour: String
    /// The sentence for tooltips and screen readers.
    let sentence: String

    var svg: String {
        let left = Self.width(of: label) + 2 * Self.margin
        let right = Self.width(of: text) + 2 * Self.margin
        let whole = left + right
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(whole)" height="20" viewBox="0 0 \(whole) 20" role="img">
            <title>\(label): \(sentence)</title>
            <rect fill="\(colour)" width="\(whole)" height="20" rx="4"/>
            <rect fill="#2b3137" width="\(left)" height="20" rx="4"/>
            <rect fill="#2b3137" x="\(left - 4)" width="4" height="20"/>
            <g fill="#fff" font-family="Verdana, 'DejaVu Sans', Geneva, sans-serif" font-size="11">
            \(Self.element(label, at: Self.margin))
            \(Self.element(text, at: left + Self.margin))
            </g>
            </svg>

            """
    }

    /// The length is set, so that any font keeps to its field.
    private static func element(_ text: String, at x: Int) -> String {
        "<text x=\"\(x)\" y=\"14\" textLength=\"\(width(of: text))\">\(text)</text>"
    }

    /// The width in Verdana of 11 pixels.
    private static func width(of text: String) -> Int {
        let tenths = text.reduce(0) { sum, letter in
            switch letter {
            case "i", "l": sum + 30
            case " ", "f": sum + 39
            case "t": sum + 43
            case "c", "s": sum + 57
            default: sum + 68
            }
        }
        return (tenths + 9) / 10
    }

    /// The colours of `theme.css` for light pages: white text is legible on each.
    static let green = "#1a6e3a"
    static let brown = "#7f5200"
    static let red = "#ad1f1a"
    private static let margin = 7
}
