// Braces.swift: placeholders in the words of a client's command.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package enum Braces {
    /// The word with each `{{…}}` replaced by its value; nil: it stays as it is.
    package static func filled<Fault: Error>(
        _ word: String, _ value: (String) throws(Fault) -> String?
    ) throws(Fault) -> String {
        var result = ""
        var rest = word[...]
        while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
            result += rest[..<open.lowerBound]
            result +=
                try value(String(rest[open.upperBound..<close.lowerBound]))
                ?? String(rest[open.lowerBound..<close.upperBound])
            rest = rest[close.upperBound...]
        }
        return result + rest
    }
}
