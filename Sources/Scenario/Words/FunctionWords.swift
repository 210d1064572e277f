// FunctionWords.swift: the functions and transforms that can stand between `{{` and `}}`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainAuth
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

    /// Those that are compared by what they say, and in which other values may stand.
    static let valued: [FunctionWord] = [.json, .query, .form]

    /// Says something without arguments, so that nothing else can have its name.
    var standsAlone: Bool {
        switch self {
        case .nonce, .now, .length, .requestBody, .count, .ca, .digestInfo, .absent, .any, .noOthers,
            .inOrder:
            true
        case .bytes, .file, .hex, .raw, .authority, .port, .requestHeader, .like, .regex, .contains, .list, .path,
            .capture,
            .basic, .digest, .json, .query, .form:
            false
        }
    }

    /// Only compares, so a server's line cannot say it.
    var onlyMatches: Bool {
        switch self {
        case .bytes, .file, .hex, .raw, .nonce, .now, .length, .authority, .port, .requestHeader, .requestBody, .count,
            .ca,
            .digestInfo, .json, .query, .form:
            false
        case .absent, .any, .like, .regex, .contains, .list, .path, .capture, .basic, .digest, .noOthers, .inOrder:
            true
        }
    }
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
