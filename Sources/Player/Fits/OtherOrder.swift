// OtherOrder.swift: what takes parts that came in another order than they are written in, or in another spelling.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation

/// Clients make queries and cookies of a dictionary, as a rule, and nobody means its order.
enum OtherOrder {
    /// `/a?y=2&x=1` for `/a?x=1&y=2`, and `/a?x=two+words` for `/a?x=two%20words`
    static func helpForQuery(of came: [UInt8], _ expected: [UInt8]) -> String? {
        let parts = [came, expected].map { $0.split(separator: UInt8(ascii: "?"), maxSplits: 1) }
        if parts[0].count == 2, expected == Array(parts[0][0]) { return helpForUnwritten(query: parts[0][1], expected) }
        guard parts[0].count == 2, parts[1].count == 2, parts[0][0] == parts[1][0] else { return nil }
        let pairs = parts.map { Urlencoded.pairs($0[1]).map { [$0.name, $0.value] } }
        if pairs[0] == pairs[1] { return "; '?{{query …}}' takes these parameters in any spelling" }
        let sorted = pairs.map {
            $0.sorted { $0.joined(separator: "=".utf8).lexicographicallyPrecedes($1.joined(separator: "=".utf8)) }
        }
        return sorted[0] == sorted[1] ? "; '?{{query …}}' takes these parameters in any order" : nil
    }

    /// `/a?page=1` for `/a`
    private static func helpForUnwritten(query: ArraySlice<UInt8>, _ path: [UInt8]) -> String {
        let pairs = query.split(separator: UInt8(ascii: "&"))
        let isPlain = pairs.allSatisfy { pair in
            pair.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false).count == 2
                && pair.allSatisfy {
                    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "-._~=".utf8.contains($0)
                }
        }
        guard isPlain, query.count <= 60, path.count <= 60 else { return "; behind it '?{{any}}' takes any query" }
        let names = pairs.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        return "; '\(String(decoding: path, as: UTF8.self))?{{query \(names)}}' takes that query"
    }

    /// `b=2; a=1` for `a=1; b=2`
    static func helpForCookies(_ came: [UInt8], _ expected: [UInt8]) -> String? {
        hasSameParts(came[...], expected[...], between: "; ") ? "; '{{cookies …}}' takes these in any order" : nil
    }

    /// For a second line of a field that a client sends once.
    static let helpForCookieLines = "; a client sends one field, and '{{cookies …}}' takes all of it in any order"

    private static func hasSameParts(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, between: String) -> Bool {
        guard one.count == other.count else { return false }
        let parts = [one, other].map { part in
            part.split(separator: Array(between.utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
        }
        return parts[0] == parts[1]
    }
}
