// StandardOutput.swift: lines for the program that started this one.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

package enum StandardOutput {
    /// Writes all of it, however long the reader takes. false: there is nobody any more who reads.
    @discardableResult
    package static func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes
            while !rest.isEmpty {
                let count = systemWrite(STDOUT_FILENO, rest.baseAddress, rest.count)
                if count < 0, errno != EINTR, errno != EAGAIN { return false }
                rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(max(0, count)))
            }
            return true
        }
    }
}
