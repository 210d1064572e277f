// response-reader.swift: the fuzz harness of the response reader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Response/ResponseReading.swift

import QuintainWire

/// The input is what a server says, to GET, HEAD and CONNECT. Nothing traps, nothing depends on how the bytes were cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ResponseReading.fault(in: input) { fatalError(fault) }
    return 0
}
