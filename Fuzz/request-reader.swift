// request-reader.swift: the fuzz harness of the request reader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Reading.swift

import QuintainWire

/// For any input nothing traps, the events do not depend on how the bytes were cut, and they agree with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = Reading.fault(in: input) { fatalError(fault) }
    return 0
}
