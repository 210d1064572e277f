// SystemFiles.swift: C calls whose names are hidden by methods or types of this module.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

func systemRead(_ fd: Int32, _ base: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        Darwin.read(fd, base, count)
    #else
        Glibc.read(fd, base, count)
    #endif
}

func systemWrite(_ fd: Int32, _ base: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Darwin)
        Darwin.write(fd, base, count)
    #else
        Glibc.write(fd, base, count)
    #endif
}

func systemClose(_ fd: Int32) {
    #if canImport(Darwin)
        _ = Darwin.close(fd)
    #else
        _ = Glibc.close(fd)
    #endif
}
