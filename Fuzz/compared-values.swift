// compared-values.swift: the fuzz harness of what is compared by what it says.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation
// With: Tests/NotationTests/Matching/ComparisonLaws.swift
// Dictionary: Fuzz/json.dict

import QuintainNotation

/// The first byte says what they are, the rest is JSON, a query or a form on a line, and another below it. Nothing
/// traps, each is like itself, and if one is like the other, the other is like the one.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ComparisonLaws.fault(in: input) { fatalError(fault) }
    return 0
}
