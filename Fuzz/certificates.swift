// certificates.swift: the fuzz harness of certificates and keys.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: TLS
// With: Tests/TLSTests/CertificateReading.swift
// Dictionary: Fuzz/certificates.dict

import QuintainTLS

/// The first byte says what the rest is: text in PEM form, the inside of a certificate or a key, or names of hosts.
/// Nothing traps, and the input is read or its fault is reported.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = CertificateReading.fault(in: input) { fatalError(fault) }
    return 0
}
