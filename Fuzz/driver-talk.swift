// driver-talk.swift: the fuzz harness of what drivers write.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire TLS Coding Auth Scenario Talk Driver
// With: Tests/DriverTests/TalkReading.swift
// Dictionary: Fuzz/driver.dict

import QuintainDriver

/// The input is the output of a driver. Nothing traps, it means the same however it is cut, and memory is bounded.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = TalkReading.fault(in: input) { fatalError(fault) }
    return 0
}
