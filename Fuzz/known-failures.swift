// known-failures.swift: the fuzz harness of lists of known failures.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire Transcript Order TLS Coding Auth Stores Scenario Talk Reply Player Loader Faces Driver Applicability Contracts Loop Transport Sessions Client Reference Runner
// With: Tests/RunnerTests/FailureListReading.swift
// Dictionary: Fuzz/known-failures.dict

import QuintainRunner

/// The input is a list of known failures. Nothing traps, and each line is read or its fault is reported.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = FailureListReading.fault(in: input) { fatalError(fault) }
    return 0
}
