// multipart.swift: the fuzz harness of multipart bodies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Content/MultipartReading.swift
// Dictionary: Fuzz/multipart.dict

import QuintainWire

/// The first line is a boundary, the rest is a body. Nothing traps, and the result does not depend on how it was cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = MultipartReading.fault(in: input) { fatalError(fault) }
    return 0
}
