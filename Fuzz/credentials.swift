// credentials.swift: the fuzz harness of challenges and credentials.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Wire Coding Auth
// With: Tests/AuthTests/CredentialReading.swift
// Dictionary: Fuzz/credentials.dict

import QuintainAuth

/// The input is the value of `Authorization` or `WWW-Authenticate`. Nothing traps, and a value that is read can be written.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = CredentialReading.fault(in: input) { fatalError(fault) }
    return 0
}
