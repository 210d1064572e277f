// check-report.swift: the fuzz harness of reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire Transcript Order TLS Coding Auth Stores Scenario Talk Reply Player Loader Faces Driver Applicability Contracts Sides Pages Loop Transport Sessions Client Reference Runner Report
// With: Tests/ReportTests/ReportReading.swift
// Dictionary: Fuzz/report.dict

import QuintainReport

/// The input is a report of `check`. Nothing traps, a report that is read can be written, and its forms are well-formed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = ReportReading.fault(in: input) { fatalError(fault) }
    return 0
}
