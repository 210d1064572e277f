// expression.swift: the fuzz harness of regular expressions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation
// With: Tests/NotationTests/Expressions/ExpressionLaws.swift
// Dictionary: Fuzz/expression.dict

/// The input is an expression on the first line, and a text below it. Nothing traps, and the work is bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ExpressionLaws.fault(in: input) { fatalError(fault) }
    return 0
}
