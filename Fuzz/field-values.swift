// field-values.swift: the fuzz harness of the readers of field values.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Content/ValueReading.swift
// Dictionary: Fuzz/field-values.dict

import QuintainWire

/// The first byte chooses the reader, the rest is the value. Nothing traps, and a value that is read can be written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ValueReading.fault(in: input) { fatalError(fault) }
    return 0
}
