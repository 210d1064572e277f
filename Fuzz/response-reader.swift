// response-reader.swift: the fuzz harness of the response reader.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Response/ResponseReading.swift

import QuintainWire

/// The input is a server's answer to GET, HEAD and CONNECT. Nothing traps, and cuts of the bytes do not matter.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ResponseReading.fault(in: input) { fatalError(fault) }
    return 0
}
