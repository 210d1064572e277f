// control-orders.swift: the fuzz harness of the control API.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire Transcript TLS Coding Auth Scenario Talk Reply Player Driver Generators Routes Pages Loop Fixtures Transport Sessions Server
// With: Tests/ServerTests/Control/OrderReading.swift
// Dictionary: Fuzz/control.dict

import QuintainLoop

/// The input is the bytes of a connection to the control API, without a port. Nothing traps, each request is answered,
/// a refusal says why, and no request waits beyond the end of its session.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = EventLoop.shared.runBlocking({ await OrderReading.fault(in: input) }) { fatalError(fault) }
    return 0
}
