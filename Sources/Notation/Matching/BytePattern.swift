// BytePattern.swift: a regular expression over bytes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The pattern of `{{regex "…"}}`; all of the bytes must fit it.
///
/// `Regex` is not Sendable because it may hold closures. One that is read from text holds none, and
/// compiles itself behind an atomic reference, so that threads may share it.
package struct BytePattern: @unchecked Sendable {
    private let regex: Regex<AnyRegexOutput>

    /// Nil if the text is no regular expression.
    package init?(_ pattern: String) {
        guard let regex = try? Regex(pattern) else { return nil }
        // Else CR LF would be one character, and `.` would take both.
        self.regex = regex.matchingSemantics(.unicodeScalar)
    }

    /// Bytes are taken for UTF-8, or, where they are none, for Latin-1.
    package func fits(_ bytes: [UInt8]) -> Bool {
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        return ((try? regex.wholeMatch(in: text)) ?? nil) != nil
    }
}
