// ContentDisposition.swift: whether content is to be shown or stored, and under which name.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// The field `Content-Disposition`, RFC 6266.
package struct ContentDisposition: Hashable, Sendable {
    /// In lower case: `inline`, `attachment`, or another, which counts as `attachment`. Section 4.2.
    package var type: String
    package var parameters: FieldParameters

    /// nil: the value has no type.
    package init?(_ value: [UInt8]) {
        parameters = FieldParameters(value)
        guard !parameters.word.isEmpty, parameters.word.allSatisfy({ Octet.isToken($0) }) else { return nil }
        type = String(decoding: parameters.word.map(Octet.lowercased), as: UTF8.self)
    }

    package init?(_ value: String) { self.init(Array(value.utf8)) }

    /// The name from the server: `filename*`, else `filename`, section 4.3. It may be a path, or worse; see
    /// ``SuggestedFileName``.
    package var fileName: String? {
        if let extended = parameters["filename*"], let text = ExtendedValue.text(extended) { return text }
        guard let plain = parameters["filename"] else { return nil }
        // A quoted string is ISO-8859-1 by the grammar, but UTF-8 in practice.
        return String(validating: plain, as: UTF8.self) ?? ExtendedValue.latin1(plain)
    }
}
