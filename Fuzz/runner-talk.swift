// runner-talk.swift: the fuzz harness of the runner's messages.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire TLS Coding Auth Scenario Talk Driver
// With: Tests/DriverTests/RunnerTalkReading.swift
// Dictionary: Fuzz/runner.dict

import QuintainDriver

/// The input is what a driver is told, one message a line. Nothing traps, and a message that is read is written the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = RunnerTalkReading.fault(in: input) { fatalError(fault) }
    return 0
}
