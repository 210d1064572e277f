// set-cookie.swift: the fuzz harness of cookies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Wire Coding Auth Stores
// With: Tests/StoresTests/Cookies/CookieReading.swift
// Dictionary: Fuzz/set-cookie.dict

import QuintainStores

/// The input is values of `Set-Cookie`, one a line. Nothing traps, and each cookie that is sent was set by a server that may.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = CookieReading.fault(in: input) { fatalError(fault) }
    return 0
}
