// request-body.swift: the fuzz harness of the bodies and cookies of requests.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire TLS Coding Auth Scenario Generators
// With: Tests/GeneratorsTests/BodyReading.swift
// Dictionary: Fuzz/multipart.dict

import QuintainGenerators

/// The first line is a `Content-Type`, the second one a `Cookie`, the rest is the body. Nothing traps, and a form
/// that is sent again in another way reads the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = BodyReading.fault(in: input) { fatalError(fault) }
    return 0
}
