// decoder.swift: the fuzz harness of all that undoes codings.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Coding
// With: Tests/CodingTests/CodedReading.swift

import QuintainCoding

/// The first byte says which coding, the rest is what it is to undo. Nothing traps, and nothing depends on how it
/// was cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = CodedReading.fault(in: input) { fatalError(fault) }
    return 0
}
