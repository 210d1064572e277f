// chunk-decoder.swift: the fuzz harness of the chunk decoder.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/Body/ChunkReading.swift

import QuintainWire

/// The input is a chunked body and what follows it. Nothing traps, and the result does not depend on how it was cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ChunkReading.fault(in: input) { fatalError(fault) }
    return 0
}
