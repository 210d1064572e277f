// Descriptors.swift: counting what is open.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// How many descriptors this process has open.
func openDescriptors() -> Int {
    (0..<Int32(20_000)).reduce(into: 0) { count, fd in
        if fcntl(fd, F_GETFD) >= 0 { count += 1 }
    }
}
