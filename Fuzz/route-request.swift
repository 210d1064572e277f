// route-request.swift: the fuzz harness of requests to routes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire Transcript TLS Coding Auth Scenario Reply Generators Routes
// With: Tests/RoutesTests/RequestReading.swift
// Dictionary: Fuzz/route-request.dict

import QuintainRoutes

/// The input is a request. Nothing traps, and a route's answer is one response, into which no part of it has put a line.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = RequestReading.fault(in: input) { fatalError(fault) }
    return 0
}
