// field-blocks.swift: the fuzz harness of HPACK.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Words Wire Frames
// With: Tests/FramesTests/BlockReading.swift
// Dictionary: Fuzz/frames.dict

import QuintainFrames

/// The first byte chooses sizes, the rest is blocks with their lengths. Nothing traps, fragments decode like the whole
/// block, and decoded fields can be encoded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = BlockReading.fault(in: input) { fatalError(fault) }
    return 0
}
