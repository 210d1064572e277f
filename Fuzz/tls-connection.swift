// tls-connection.swift: the fuzz harness of the TLS engine.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: TLS
// With: Tests/TLSTests/HostileBytes.swift
// Dictionary: Fuzz/tls.dict

import QuintainTLS

/// The input comes in place of a handshake or within one. Nothing traps, memory is bounded, and no bytes are read that
/// the peer did not send.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = HostileBytes.fault(in: input) { fatalError(fault) }
    return 0
}
