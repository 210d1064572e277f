// request-reader.swift: the fuzz harness of the request reader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Reading.swift

import QuintainWire

/// Whatever comes: nothing traps, nothing depends on how the bytes were cut, and what is told is true.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = Reading.fault(in: input) { fatalError(fault) }
    return 0
}
