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
    case json, query, form
    // Matching.
    case absent, any, like, regex, contains, list, path, capture, basic, digest
    case noOthers = "no-others"
    case inOrder = "in-order"

    private struct Traits {
        var source: Function.Source
        /// Says something without arguments, so that nothing else can have its name.
        var standsAlone = false
    }

    private static let table: WordTable<FunctionWord, Traits> = [
        .bytes: Traits(source: .itself),
        .file: Traits(source: .itself),
        .hex: Traits(source: .itself),
        .raw: Traits(source: .itself),
        .nonce: Traits(source: .environment, standsAlone: true),
        .now: Traits(source: .environment, standsAlone: true),
        .length: Traits(source: .environment, standsAlone: true),
        .authority: Traits(source: .environment),
        .port: Traits(source: .environment),
        .requestHeader: Traits(source: .environment),
        .requestBody: Traits(source: .environment, standsAlone: true),
        .count: Traits(source: .environment, standsAlone: true),
        .ca: Traits(source: .environment, standsAlone: true),
        .digestInfo: Traits(source: .environment, standsAlone: true),
        .json: Traits(source: .values),
        .query: Traits(source: .values),
        .form: Traits(source: .values),
        .absent: Traits(source: .nowhere, standsAlone: true),
        .any: Traits(source: .nowhere, standsAlone: true),
        .like: Traits(source: .nowhere),
        .regex: Traits(source: .nowhere),
        .contains: Traits(source: .nowhere),
        .list: Traits(source: .nowhere),
        .path: Traits(source: .nowhere),
        .capture: Traits(source: .nowhere),
        .basic: Traits(source: .nowhere),
        .digest: Traits(source: .nowhere),
        .noOthers: Traits(source: .nowhere, standsAlone: true),
        .inOrder: Traits(source: .nowhere, standsAlone: true),
    ]

    /// Those that are compared by what they say, and in which other values may stand.
    static let valued = allCases.filter { table[$0].source == .values }

    /// Says something without arguments, so that nothing else can have its name.
    var standsAlone: Bool { Self.table[self].standsAlone }

    /// Only compares, so a server's line cannot say it.
    var onlyMatches: Bool { Self.table[self].source == .nowhere }
}

package enum TransformWord: String, WordSet {
    case gzip, deflate, br, zstd, macbinary, binhex
    case base64, sha256, lower, truncate, corrupt, `else`, chunks
}

extension DigestAlgorithm: WordSet {}

extension DigestProtection: WordSet {}

/// What `{{digest …}}` insists on in one word.
package enum DigestWord: String, WordSet {
    case stale, userhash
}
