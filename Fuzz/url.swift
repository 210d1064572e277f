// url.swift: the fuzz harness of URLs, references and hosts.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Wire
// With: Tests/WireTests/URL/URLReading.swift
// Dictionary: Fuzz/url.dict

import QuintainWire

/// The first line is a URL, and each further one a reference that stands in its document. Nothing traps, and what is
/// read has one form.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = URLReading.fault(in: input) { fatalError(fault) }
    return 0
}
