// OtherOrder.swift: what takes parts that came in another order than they are written in, or in another spelling.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainTranscript

/// Clients make queries and cookies of a dictionary, as a rule, and nobody means its order.
enum OtherOrder {
    /// `/a?y=2&x=1` for `/a?x=1&y=2`, and `/a?x=two+words` for `/a?x=two%20words`
    static func hintOfQuery(_ came: [UInt8], _ expected: [UInt8]) -> Remedy? {
        let parts = [came, expected].map { $0.split(separator: UInt8(ascii: "?"), maxSplits: 1) }
        if parts[0].count == 2, expected == Array(parts[0][0]) { return hintOfUnwritten(query: parts[0][1], expected) }
        guard parts[0].count == 2, parts[1].count == 2, parts[0][0] == parts[1][0] else { return nil }
        return isOtherOrder(parts[0][1], parts[1][1]).map { .query(isOrder: $0) }
    }

    /// `age=3&name=fido` for `name=fido&age=3`
    static func hintOfForm(_ came: [UInt8], _ expected: [UInt8]) -> Remedy? {
        let isForm = expected.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).allSatisfy {
            field in
            field.contains(UInt8(ascii: "=")) && field.allSatisfy { 0x21..<0x7F ~= $0 }
        }
        guard isForm else { return nil }
        return isOtherOrder(came[...], expected[...]).map { .form(isOrder: $0) }
    }

    /// Whether pairs that came differ from those that are written in their order alone, or else in their spelling; nil: they
    /// are others.
    private static func isOtherOrder(_ came: ArraySlice<UInt8>, _ expected: ArraySlice<UInt8>) -> Bool? {
        let pairs = [came, expected].map { Urlencoded.pairs($0).map { [$0.name, $0.value] } }
        if pairs[0] == pairs[1] { return false }
        let sorted = pairs.map {
            $0.sorted { $0.joined(separator: "=".utf8).lexicographicallyPrecedes($1.joined(separator: "=".utf8)) }
        }
        return sorted[0] == sorted[1] ? true : nil
    }

    /// `/a?page=1` for `/a`
    private static func hintOfUnwritten(query: ArraySlice<UInt8>, _ path: [UInt8]) -> Remedy {
        let pairs = query.split(separator: UInt8(ascii: "&"))
        let isPlain = pairs.allSatisfy { pair in
            pair.split(separator: UInt8(ascii: "="), omittingEmptySubsequences: false).count == 2
                && pair.allSatisfy {
                    0x30...0x39 ~= $0 || 0x41...0x5A ~= $0 || 0x61...0x7A ~= $0 || "-._~=".utf8.contains($0)
                }
        }
        guard isPlain, query.count <= 60, path.count <= 60 else { return .anyQuery }
        let names = pairs.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
        return .unwrittenQuery(path: String(decoding: path, as: UTF8.self), names: names)
    }

    /// `b=2; a=1` for `a=1; b=2`
    static func hintOfCookies(_ came: [UInt8], _ expected: [UInt8]) -> Remedy? {
        hasSameParts(came[...], expected[...], between: "; ") ? .cookies : nil
    }

    private static func hasSameParts(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>, between: String) -> Bool {
        guard one.count == other.count else { return false }
        let parts = [one, other].map { part in
            part.split(separator: Array(between.utf8)).map { String(decoding: $0, as: UTF8.self) }.sorted()
        }
        return parts[0] == parts[1]
    }
}
