// FunctionWords.swift: the functions and transforms that can stand between `{{` and `}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
internal import QuintainNotation
internal import QuintainWords

/// A function's name; `{{"text"}}`, `{{//origin/path}}` and captured names have none.
package enum FunctionWord: String, WordSet {
    // Producing.
    case bytes, file, hex, raw, nonce, now, length, authority, port
    case requestHeader = "request.header"
    case requestBody = "request.body"
    case count, ca
    case digestInfo = "digest-info"
    case event
    case json, query, form, multipart, cookies
    // Matching.
    case absent, any
    case upTo = "up-to"
    case list, path, basic, digest
    case exactly

    private static let table: WordTable<FunctionWord, FunctionMarks> = [
        .bytes: [],
        .file: [],
        .hex: [],
        .raw: [],
        .nonce: .standsAlone,
        .now: .standsAlone,
        .length: .standsAlone,
        .authority: [],
        .port: [],
        .requestHeader: [],
        .requestBody: .standsAlone,
        .count: .standsAlone,
        .ca: .standsAlone,
        .digestInfo: .standsAlone,
        .event: .holdsValues,
        .json: [.isValued, .holdsValues],
        .query: [.isValued, .holdsValues],
        .form: [.isValued, .holdsValues],
        .multipart: [.onlyMatches, .isValued, .holdsValues],
        .cookies: [.isValued, .holdsValues],
        .absent: [.onlyMatches, .standsAlone],
        .any: [.onlyMatches, .standsAlone],
        .upTo: [.onlyMatches, .standsAlone],
        .list: .onlyMatches,
        .path: .onlyMatches,
        .basic: .onlyMatches,
        .digest: .onlyMatches,
        .exactly: [.onlyMatches, .standsAlone],
    ]

    /// The functions whose values are compared by content.
    static let valued = allCases.filter { table[$0].contains(.isValued) }

    /// The functions in which other values may stand.
    static let holding = allCases.filter { table[$0].contains(.holdsValues) }

    /// The functions whose value is a whole body, which may stand on several lines.
    static let ofBodies: [FunctionWord] = [.json, .form, .multipart]

    /// Whether the word says something without arguments, so that nothing else can have its name.
    package var standsAlone: Bool { Self.table[self].contains(.standsAlone) }

    /// Whether the function only compares, so that a server's line cannot use it.
    package var onlyMatches: Bool { Self.table[self].contains(.onlyMatches) }
}

private struct FunctionMarks: OptionSet, Sendable {
    let rawValue: UInt8

    static let standsAlone = Self(rawValue: 1 << 0)
    static let onlyMatches = Self(rawValue: 1 << 1)
    static let isValued = Self(rawValue: 1 << 2)
    static let holdsValues = Self(rawValue: 1 << 3)
}

package enum TransformWord: String, WordSet {
    case gzip, deflate, br, zstd, macbinary, binhex
    case base64, percent, truncate, corrupt, `else`, chunks
}

extension DigestAlgorithm: WordSet {}

extension DigestProtection: WordSet {}

/// The demands of `{{digest …}}` that are one word.
package enum DigestWord: String, WordSet {
    case stale, userhash
}

/// What `{{multipart …}}` compares of the head of a part, beside its name; other fields are named as they are.
package enum PartWord: String, WordSet {
    case filename
    case extendedFilename = "filename*"
    case type
}
