// TypedBytes.swift: access to the bytes of arrays for code that throws a ``CodingFault``.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension ArraySlice<UInt8> {
    /// Like `withUnsafeBytes`, which has no typed throws yet.
    package func withBytes<Made>(
        _ body: (UnsafeRawBufferPointer) throws(CodingFault) -> Made
    ) throws(CodingFault) -> Made {
        try withUnsafeBytes { bytes in
            Result { () throws(CodingFault) in try body(bytes) }
        }.get()
    }
}

extension [UInt8] {
    func withBytes<Made>(_ body: (UnsafeRawBufferPointer) throws(CodingFault) -> Made) throws(CodingFault) -> Made {
        try self[...].withBytes(body)
    }

    mutating func withMutableBytes<Made>(
        _ body: (UnsafeMutableRawBufferPointer) throws(CodingFault) -> Made
    ) throws(CodingFault) -> Made {
        try withUnsafeMutableBytes { bytes in
            Result { () throws(CodingFault) in try body(bytes) }
        }.get()
    }
}
