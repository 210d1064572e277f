// scenario-reader.swift: the fuzz harness of the scenario reader and of the formatter.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Words Wire TLS Coding Auth Scenario
// With: Tests/ScenarioTests/FileReading.swift Tests/ScenarioTests/Sketch.swift
// Seeds: Tests/ScenarioTests/Examples fixtures/invalid
// Dictionary: Fuzz/scenario.dict

import QuintainScenario

/// The input is a file. Nothing traps, faults are told where they are, and the formatter keeps the meaning.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = FileReading.fault(in: input) { fatalError(fault) }
    return 0
}
