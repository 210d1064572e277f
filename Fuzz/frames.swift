// frames.swift: the fuzz harness of HTTP/2.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Words Wire Frames
// With: Tests/FramesTests/FrameReading.swift Tests/FramesTests/EventLine.swift Tests/FramesTests/FrameBytes.swift
// Dictionary: Fuzz/frames.dict

import QuintainFrames

/// The first byte says which side reads, under which limits, and whether the rest is its input or a sketch of frames.
/// Nothing traps, the result does not depend on how the bytes were cut, and memory is bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = FrameReading.fault(in: input) { fatalError(fault) }
    return 0
}
