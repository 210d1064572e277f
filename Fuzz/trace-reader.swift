// trace-reader.swift: the fuzz harness of recorded traces and of the contracts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Order
// With: Tests/OrderTests/TraceReading.swift
// Dictionary: Fuzz/trace.dict

import QuintainOrder

/// The input is a trace, for each contract. Nothing traps, plain records are read as strictly as others, and however
/// the file is cut it reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = TraceReading.fault(in: input) { fatalError(fault) }
    return 0
}
