// decoder.swift: the fuzz harness of all decoders.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Targets: Notation Coding
// With: Tests/CodingTests/CodedReading.swift

import QuintainCoding

/// The first byte chooses the coding, the rest is coded. Nothing traps, and the result does not depend on how it
/// was cut.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    if let fault = CodedReading.fault(in: input) { fatalError(fault) }
    return 0
}
