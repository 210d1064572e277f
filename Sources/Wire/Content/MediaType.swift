// MediaType.swift: the media type of content.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// RFC 9110 section 8.3.1: `text/html; charset=utf-8`.
package struct MediaType: Hashable, Sendable, CustomStringConvertible {
    /// In lower case, like the subtype.
    package var type: String
    package var subtype: String
    package var parameters: FieldParameters

    /// nil: the value has no type and subtype.
    package init?(_ value: [UInt8]) {
        parameters = FieldParameters(value)
        let parts = parameters.word.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { Octet.isToken($0) } }) else {
            return nil
        }
        type = String(decoding: parts[0].map(Octet.lowercased), as: UTF8.self)
        subtype = String(decoding: parts[1].map(Octet.lowercased), as: UTF8.self)
    }

    package init?(_ value: String) { self.init(Array(value.utf8)) }

    /// Type and subtype alone, which APIs call the MIME type.
    package var description: String { "\(type)/\(subtype)" }

    /// The name of the text encoding, in lower case; nil: there is none.
    package var charset: String? {
        guard let value = parameters["charset"], !value.isEmpty, value.allSatisfy({ Octet.isToken($0) }) else {
            return nil
        }
        return String(decoding: value.map(Octet.lowercased), as: UTF8.self)
    }

    /// The boundary of a multipart type. RFC 2046 section 5.1.1.
    package var boundary: [UInt8]? {
        guard type == "multipart", let value = parameters["boundary"], !value.isEmpty else { return nil }
        return value
    }
}

extension [Field] {
    /// The media type of the content; of several fields the last valid one counts, which RFC 9110 section 8.3 describes
    /// as usual.
    package var mediaType: MediaType? {
        values(of: "content-type").reversed().lazy.compactMap { MediaType($0) }.first
    }
}
