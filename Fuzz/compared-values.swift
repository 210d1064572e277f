// compared-values.swift: the fuzz harness of values that are compared by meaning.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation
// With: Tests/NotationTests/Matching/ComparisonLaws.swift
// Dictionary: Fuzz/json.dict

import QuintainNotation

/// The first byte says what they are, the rest is JSON, a query, a form or cookies on a line, and another below it, or a
/// form in parts. Nothing
/// traps, each value matches itself, and if one matches the other, the other matches the one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ComparisonLaws.fault(in: input) { fatalError(fault) }
    return 0
}
